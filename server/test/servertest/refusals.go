package servertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
)

// refusals are the latest refusals of a service, by the id of the request.
type refusals struct {
	mu     sync.Mutex
	byID   map[uuid.UUID]*problem.Error
	latest [1000]uuid.UUID
	count  int
}

func (r *refusals) add(id uuid.UUID, p *problem.Error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil {
		r.byID = map[uuid.UUID]*problem.Error{}
	}
	at := &r.latest[r.count%len(r.latest)]
	delete(r.byID, *at)
	r.byID[id], *at = p, id
	r.count++
}

// noteRefusal keeps each refusal, and fails the test when the resolution says
// something else in words than it does as data.
func (s *Server) noteRefusal(t testing.TB) func(uuid.UUID, *problem.Error) {
	return func(id uuid.UUID, p *problem.Error) {
		s.refusals.add(id, p)
		if p.Status() == http.StatusTooManyRequests { // as many as a test likes, all alike
			return
		}
		if err := Agrees(p.Advice(), p.Next()); err != nil {
			t.Errorf("the resolution of a %s, %q, is not its steps %+v: %v", p.Code, p.Advice(), p.Next(), err)
		}
	}
}

// Next returns what the resolution of a refusal says, as data.
func (s *Server) Next(t testing.TB, r Reply) []problem.Step {
	t.Helper()
	var document struct{ Instance string }
	if err := json.Unmarshal(r.Body, &document); err != nil {
		t.Fatalf("%v: %s", err, r.Body)
	}
	id, err := uuid.Parse(document.Instance)
	s.refusals.mu.Lock()
	defer s.refusals.mu.Unlock()
	p := s.refusals.byID[id]
	if err != nil || p == nil {
		t.Fatalf("no refusal is known with the instance %q", document.Instance)
	}
	return p.Next()
}

// Agrees returns an error if a resolution names an operation that its steps do not
// name, or does not say what they do. A resolution that leaves things as they are
// may name what else could be done.
func Agrees(words string, steps []problem.Step) error {
	ops, saying := map[string]bool{}, []string{}
	taken := ""
	note := func(op *contract.Operation) string {
		ops[op.Name] = true
		return op.Name
	}
	for i, step := range steps {
		switch step := step.(type) {
		case problem.Leave:
			if i == 0 {
				return nil
			}
		case problem.Or:
			ops[string(step)] = true
		case problem.Call:
			ops[step.Op], taken = true, step.Take
			for _, value := range step.Args {
				if text, ok := value.(string); ok {
					saying = append(saying, text)
				}
			}
		case problem.Correct:
			saying = append(saying, strings.Trim(step.Value, `"`), step.Beside)
			if step.Beside == "" && nameOf(step.At) != taken {
				saying = append(saying, nameOf(step.At))
			}
			if step.Do != schema.Merge {
				saying = append(saying, step.Other)
			}
			if step.Count > 0 {
				saying = append(saying, strconv.Itoa(step.Count))
			}
		case problem.Send:
			saying = append(saying, step.Path[:strings.LastIndexByte(step.Path, '/')+1], step.Header)
			Contract().Rename(step.Path, note)
		case problem.Read:
			saying = append(saying, string(step))
		case problem.Hold:
			saying = append(saying, string(step))
		case problem.Configure:
			saying = append(saying, string(step))
		}
	}
	for _, text := range saying {
		if !strings.Contains(words, text) {
			return fmt.Errorf("%q is not said", text)
		}
	}
	var missing []string
	Contract().Rename(words, func(op *contract.Operation) string {
		if !ops[op.Name] {
			missing = append(missing, op.Name)
		}
		return op.Name
	})
	if missing != nil {
		return fmt.Errorf("no step names %s", strings.Join(missing, ", "))
	}
	return nil
}

// nameOf returns the beginning of the name that a pointer ends with, as a sentence
// quotes it, or "" for an item of a list.
func nameOf(pointer string) string {
	const most = 40
	name := pointer[strings.LastIndexByte(pointer, '/')+1:]
	if _, err := strconv.Atoi(name); err == nil {
		return ""
	}
	quoted := strconv.Quote(strings.NewReplacer("~1", "/", "~0", "~").Replace(name))
	return quoted[1:min(len(quoted)-1, most)]
}
