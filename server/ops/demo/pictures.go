package demo

import "encoding/json"

// pictured returns the step with the picture that the program draws of a product or
// a service: server/site/pictures. It is kept as a path, which the contract refuses
// from callers, so that it is at the address of the service whatever that is.
func pictured(s step) (step, error) {
	path := "/pictures/" + s.name + ".svg"
	switch s.tool {
	case "products.create":
		return with(s, "images", []string{path})
	case "services.create":
		return with(s, "heroImage", path)
	}
	return s, nil
}

// with returns the step with one more member in its arguments.
func with(s step, name string, value any) (step, error) {
	members := map[string]json.RawMessage{}
	err := json.Unmarshal(s.args, &members)
	if err != nil {
		return s, err
	}
	if members[name], err = json.Marshal(value); err != nil {
		return s, err
	}
	s.args, err = json.Marshal(members)
	return s, err
}
