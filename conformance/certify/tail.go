package certify

import (
	"strings"
	"sync"
)

// Tail keeps the end of what is written to it, and may be used by several goroutines: the last
// words of a process.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

// tailBytes is how much is kept.
const tailBytes = 4000

// Write never fails.
func (t *Tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if len(t.text) > tailBytes {
		t.text = t.text[len(t.text)-tailBytes:]
	}
	return len(b), nil
}

// String returns what is kept, without spaces around it.
func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
