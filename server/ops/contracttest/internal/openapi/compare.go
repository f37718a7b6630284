package openapi

import (
	"fmt"
	"slices"
	"strconv"
)

// Differences are what a document has that another does not.
type Differences struct {
	Breaks    []string // what a client of the older document would stumble over
	Additions []string // what it may ignore
}

// Compare returns how a document differs from an older one. Texts, examples,
// tags and addresses do not count.
func Compare(older, newer *Document) Differences {
	c := &comparison{seen: map[[2]string]bool{}}
	if older == newer {
		return c.Differences
	}
	find := func(all []*Operation, like *Operation) *Operation {
		for _, op := range all {
			if op.Path == like.Path && op.Method == like.Method {
				return op
			}
		}
		return nil
	}
	for _, was := range older.operations {
		c.where = was.Name
		if is := find(newer.operations, was); is != nil {
			c.operation(was, is)
		} else {
			c.breaks("%s %s is gone", was.Method, was.Path)
		}
	}
	for _, is := range newer.operations {
		if find(older.operations, is) == nil {
			c.where = is.Name
			c.adds("a new operation")
		}
	}
	return c.Differences
}

// comparison goes through two documents at once.
type comparison struct {
	Differences
	where string // the operation
	seen  map[[2]string]bool
}

func (c *comparison) breaks(format string, args ...any) {
	c.Breaks = append(c.Breaks, c.where+": "+fmt.Sprintf(format, args...))
}

func (c *comparison) adds(format string, args ...any) {
	c.Additions = append(c.Additions, c.where+": "+fmt.Sprintf(format, args...))
}

func (c *comparison) operation(was, is *Operation) {
	switch {
	case was.Anonymous && !is.Anonymous:
		c.breaks("a key is needed now")
	case !was.Anonymous && is.Anonymous:
		c.adds("works without a key now")
	}
	if was.Scope != is.Scope {
		c.breaks("needs the scope %q instead of %q", is.Scope, was.Scope)
	}
	if was.Name != is.Name {
		c.breaks("is named %q instead of %q", is.Name, was.Name)
	}
	if was.ReadOnly && !is.ReadOnly || !was.Destructive && is.Destructive || was.Idempotent && !is.Idempotent {
		c.breaks("x-agent-hints promises less")
	}
	if !was.At("deprecated").True() && is.At("deprecated").True() {
		c.adds("is deprecated")
	}
	c.parameters(was, is)
	c.content("the request", was.At("requestBody", "content"), is.At("requestBody", "content"), request)
	c.responses(was, is)
}

func (c *comparison) parameters(was, is *Operation) {
	find := func(op *Operation, like Node) Node {
		for i := range op.At("parameters").List() {
			if p := op.parameter(i); p.At("name").Text() == like.At("name").Text() && p.At("in").Text() == like.At("in").Text() {
				return p
			}
		}
		return Node{}
	}
	for i := range was.At("parameters").List() {
		old := was.parameter(i)
		name, now := "the parameter "+old.At("name").Text(), find(is, old)
		switch {
		case !now.Exists():
			c.breaks("%s is gone", name)
		case now.At("required").True() && !old.At("required").True():
			c.breaks("%s is required now", name)
		default:
			c.schema(name, old.At("schema"), now.At("schema"), request)
		}
	}
	for i := range is.At("parameters").List() {
		switch now := is.parameter(i); {
		case find(was, now).Exists():
		case now.At("required").True():
			c.breaks("the new parameter %s is required", now.At("name").Text())
		default:
			c.adds("the new parameter %s", now.At("name").Text())
		}
	}
}

func (op *Operation) parameter(i int) Node {
	return op.At("parameters", strconv.Itoa(i)).Follow()
}

// content compares what is declared for each media type.
func (c *comparison) content(name string, was, is Node, d direction) {
	for _, media := range was.Names() {
		if now := is.At(media); now.Exists() {
			c.schema(name, was.At(media, "schema"), now.At("schema"), d)
		} else {
			c.breaks("%s is no longer available as %s", name, media)
		}
	}
}

func (c *comparison) responses(was, is *Operation) {
	for _, status := range was.At("responses").Names() {
		name := "the answer " + status
		old, now := was.At("responses", status).Follow(), is.At("responses", status).Follow()
		if !now.Exists() {
			c.breaks("%s is no longer declared", name)
			continue
		}
		c.content(name, old.At("content"), now.At("content"), answer)
		for _, header := range old.At("headers").Names() {
			oldHeader, nowHeader := old.At("headers", header).Follow(), now.At("headers", header).Follow()
			if !nowHeader.Exists() || oldHeader.At("required").True() && !nowHeader.At("required").True() {
				c.breaks("%s no longer promises the header %s", name, header)
				continue
			}
			c.schema(name+", header "+header, oldHeader.At("schema"), nowHeader.At("schema"), answer)
		}
		for _, code := range Codes(now) {
			if !slices.Contains(Codes(old), code) {
				c.adds("%s may have the code %s", name, code)
			}
		}
	}
	for _, status := range is.At("responses").Names() {
		if !was.At("responses", status).Exists() {
			c.adds("the answer %s is declared", status)
		}
	}
}
