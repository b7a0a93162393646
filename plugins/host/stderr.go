package host

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/lamina-lang/lamina/core/source"
)

// labelled forwards lines, each prefixed with a label and made safe for a terminal, up to a
// limit, and remembers those that explain why a plugin ended.
type labelled struct {
	to    io.Writer
	label string

	mu     sync.Mutex
	part   []byte // of an unfinished line
	cause  string // the first line that names a cause, such as a panic
	final  string // the last nonempty line
	memory bool   // a line mentions running out of memory
	shown  int    // number of bytes forwarded
}

// mostShown bounds the number of forwarded bytes of a plugin's output.
const mostShown = 1 << 20

// longest is the length at which a line is broken.
const longest = 1 << 16

func (l *labelled) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.part = append(l.part, b...)
	for {
		line, rest, ended := bytes.Cut(l.part, []byte("\n"))
		if !ended && len(l.part) < longest {
			return len(b), nil
		}
		l.line(line)
		l.part = append([]byte(nil), rest...)
		if len(l.part) == 0 {
			return len(b), nil
		}
	}
}

// memorySigns are what runtimes say when there is no more memory, also none for a thread's stack.
var memorySigns = []string{"out of memory", "cannot allocate memory", "MemoryError", "bad_alloc", "pthread_create failed"}

func (l *labelled) line(line []byte) {
	text := source.Printable(strings.TrimRight(string(line), "\r"))
	for _, sign := range memorySigns {
		l.memory = l.memory || strings.Contains(text, sign)
	}
	if l.cause == "" && (strings.HasPrefix(text, "panic:") || strings.HasPrefix(text, "fatal error:")) {
		l.cause = text
	}
	if s := strings.TrimSpace(text); s != "" {
		l.final = s
	}
	l.show(text)
}

// show forwards a line, unless the limit is reached.
func (l *labelled) show(line string) {
	switch {
	case l.shown > mostShown:
		return
	case l.shown+len(l.label)+len(line) > mostShown:
		line = fmt.Sprintf("(it prints more than %d bytes, and no more is shown)", mostShown)
		l.shown = mostShown
	}
	l.shown += len(l.label) + len(line) + 1
	_, _ = io.WriteString(l.to, l.label+line+"\n")
}

// flush ends an unfinished line.
func (l *labelled) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.part) > 0 {
		l.line(l.part)
		l.part = nil
	}
}

// forget drops the remembered lines.
func (l *labelled) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cause, l.final, l.memory = "", "", false
}

// reason returns the line that best explains why a plugin ended, and whether it ran out of
// memory.
func (l *labelled) reason() (line string, memory bool) {
	l.flush()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cause != "" {
		return l.cause, l.memory
	}
	return l.final, l.memory
}
