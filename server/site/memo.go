package site

import (
	"container/list"
	"crypto/sha256"
	"sync"

	"github.com/storefront/storefront/server/edge/document"
)

// digest identifies a page by all that it is made of: the answers that it shows,
// its frame, its address, its language and its form. A page is therefore never
// outdated, and nothing has to be told when something changes.
type digest = [sha256.Size]byte

// memo keeps the pages that were used last. It is safe for concurrent use.
type memo struct {
	most int // bytes

	mu    sync.Mutex
	kept  map[digest]*list.Element
	order *list.List // of made; the one used last first
	bytes int
}

// made is a page that is kept.
type made struct {
	of   digest
	page *document.Document
}

func newMemo(most int) *memo {
	return &memo{most: most, kept: map[digest]*list.Element{}, order: list.New()}
}

// get returns the page with this digest, or makes it. Two callers may make the
// same page at once.
func (m *memo) get(of digest, write func() ([]byte, error)) (*document.Document, error) {
	if page := m.find(of); page != nil {
		return page, nil
	}
	text, err := write()
	if err != nil {
		return nil, err
	}
	page := document.Packed(text)
	m.keep(made{of, page})
	return page, nil
}

func (m *memo) find(of digest) *document.Document {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.kept[of]
	if e == nil {
		return nil
	}
	m.order.MoveToFront(e)
	return e.Value.(made).page
}

// keep adds a page, and forgets those that were not used for the longest time.
func (m *memo) keep(page made) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept[page.of] != nil || page.page.Size() > m.most {
		return
	}
	m.kept[page.of] = m.order.PushFront(page)
	m.bytes += page.page.Size()
	for m.bytes > m.most {
		last := m.order.Back()
		old := m.order.Remove(last).(made)
		delete(m.kept, old.of)
		m.bytes -= old.page.Size()
	}
}
