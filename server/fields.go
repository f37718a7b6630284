package server

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// chooseFields leaves the members out of an answer that the caller did not name in `fields`.
func (s *Server) chooseFields(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	if op.Members == nil {
		return next
	}
	return func(c echo.Context) error {
		var sent struct{ Fields []string }
		if err := json.Unmarshal(call.From(c.Request().Context()).Args, &sent); err != nil {
			return err
		}
		if sent.Fields == nil {
			return next(c)
		}
		if faults := s.unknownFields(op, sent.Fields); faults != nil {
			return problem.InvalidBody(faults)
		}
		response, whole := c.Response(), &recorded{header: http.Header{}}
		c.SetResponse(echo.NewResponse(whole, c.Echo()))
		err := next(c)
		c.SetResponse(response)
		if err != nil {
			return err
		}
		part, err := choose(op.Key, sent.Fields).answer(whole.body.Bytes())
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, contract.FieldsMediaType, part)
	}
}

// attributes are the facts of a product, of which fields can name single ones.
const attributes = "attributes"

// unknownFields returns the names of members that the answer does not have.
func (s *Server) unknownFields(op *contract.Operation, fields []string) (faults []schema.Fault) {
	for i, field := range fields {
		name, fact, dotted := strings.Cut(field, ".")
		if slices.Contains(op.Members, name) && (!dotted || name == attributes && fact != "") {
			continue
		}
		fault := schema.Fault{
			Pointer: "/fields/" + strconv.Itoa(i), Code: schema.CodeEnum, Detail: "must be one of " + text.Joined(op.Members, "and"),
			Fix: `Remove it from "fields".`, Correction: schema.Correction{Do: schema.Remove},
		}
		switch meant := s.contract.Meant(op, name); {
		case slices.Contains(op.Members, name):
			fault.Fix = "Set it to " + strconv.Quote(name) + ": it is named as a whole."
			fault.Correction = schema.Correction{Do: schema.Set, Value: strconv.Quote(name)}
		case meant != nil:
			fault.Fix = "Set it to " + text.Joined(text.Quoted(meant), "or") + "."
			fault.Correction = schema.Correction{Do: schema.Set, Value: strconv.Quote(meant[0])}
		}
		faults = append(faults, fault)
	}
	return faults
}

// choice is what of an object is shown.
type choice struct {
	names []string
	facts []string // of attributes; all if there are none
}

func choose(key string, fields []string) choice {
	chosen := choice{names: []string{key}}
	for _, field := range fields {
		name, fact, dotted := strings.Cut(field, ".")
		if dotted {
			chosen.facts = append(chosen.facts, fact)
		}
		if !slices.Contains(chosen.names, name) {
			chosen.names = append(chosen.names, name)
		}
	}
	if slices.Contains(fields, attributes) {
		chosen.facts = nil
	}
	return chosen
}

// answer returns an answer of which the result, an object or a list of them, has the chosen members alone.
func (c choice) answer(whole []byte) ([]byte, error) {
	var answer map[string]json.RawMessage
	err := json.Unmarshal(whole, &answer)
	if err != nil {
		return nil, err
	}
	var result any
	if answer["result"][0] == '[' {
		list := []map[string]json.RawMessage{}
		err = json.Unmarshal(answer["result"], &list)
		for i := range list {
			list[i] = c.of(list[i])
		}
		result = list
	} else {
		var object map[string]json.RawMessage
		err = json.Unmarshal(answer["result"], &object)
		result = c.of(object)
	}
	if err != nil {
		return nil, err
	}
	if answer["result"], err = wire.Marshal(result); err != nil {
		return nil, err
	}
	return wire.Marshal(answer)
}

func (c choice) of(object map[string]json.RawMessage) map[string]json.RawMessage {
	chosen := map[string]json.RawMessage{}
	for _, name := range c.names {
		if value, there := object[name]; there {
			chosen[name] = value
		}
	}
	var facts map[string]json.RawMessage
	if c.facts == nil || json.Unmarshal(chosen[attributes], &facts) != nil {
		return chosen
	}
	for name := range facts {
		if !slices.ContainsFunc(c.facts, func(wanted string) bool { return strings.EqualFold(wanted, name) }) {
			delete(facts, name)
		}
	}
	chosen[attributes], _ = json.Marshal(facts)
	return chosen
}
