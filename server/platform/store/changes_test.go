package store

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"
)

func newStore(t *testing.T) *Store {
	t.Helper()
	s, err := Open("postgres://nobody@127.0.0.1:1/none", Options{}) // it does not connect
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestANoticeIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	s, other := newStore(t), newStore(t)
	var ids []uuid.UUID
	for range 2*idsPerNotice + 1 {
		ids = append(ids, uuid.New())
	}
	notices := other.notices(&Changes{Products: ids, Categories: true})
	var got Changes
	for _, notice := range notices {
		if len(notice) >= 8000 {
			t.Errorf("%d bytes", len(notice))
		}
		c, own, err := s.ReadNotice(notice)
		if own || err != nil {
			t.Errorf("own %v, %v", own, err)
		}
		if _, own, err := other.ReadNotice(notice); !own || err != nil {
			t.Errorf("not own: %v", err)
		}
		got.Products, got.Categories = slices.Concat(got.Products, c.Products), got.Categories || c.Categories
	}
	if !reflect.DeepEqual(got, Changes{ids, true}) || len(notices) != 4 {
		t.Errorf("%d notices say %v", len(notices), got)
	}
	for _, bad := range []string{"", "x", "x !", "x AAAA"} {
		if c, own, err := s.ReadNotice(bad); err == nil {
			t.Errorf("%q says %v, own %v", bad, c, own)
		}
	}
}

// The commit may happen after the observer has looked, and only its notification
// tells of that.
func TestTheNoticeOfAnUncertainCommitIsTakenForAnothers(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	var seen []Changes
	s.Observe(func(c Changes) { seen = append(seen, c) })
	c := Changes{Categories: true}
	notice := s.notices(&c)[0]
	s.observed(&c, errors.New("refused"))
	s.observed(&Changes{}, nil)
	if _, own, err := s.ReadNotice(notice); len(seen) != 0 || !own || err != nil {
		t.Errorf("%v, own %v, %v", seen, own, err)
	}
	s.observed(&c, errors.Join(ErrUncertain, errors.New("cut off")))
	if got, own, err := s.ReadNotice(notice); len(seen) != 1 || own || err != nil || !got.Categories {
		t.Errorf("%v; %v, own %v, %v", seen, got, own, err)
	}
}
