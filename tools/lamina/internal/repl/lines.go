package repl

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/peterh/liner"
	"golang.org/x/term"

	"github.com/lamina-lang/lamina/core/private"
)

// lines is where a session gets its lines from.
type lines interface {
	// read returns the next line, io.EOF after the last one, or errAborted.
	read(ctx context.Context, prompt string) (string, error)
	interactive() bool
	close()
}

// errAborted is an input that the user gave up, by Ctrl-C.
var errAborted = errors.New("aborted")

// Bounds on an input: the bytes of a line, and the lines, since each looks for the input's end
// anew.
const (
	mostLine  = 1 << 20
	mostLines = 1000
)

// newLines returns a line editor on a terminal, and else a plain reader.
func newLines(s Streams, complete func(prefix string) []string) lines {
	in, ok := s.In.(*os.File)
	out, okOut := s.Out.(*os.File)
	if ok && in == os.Stdin && term.IsTerminal(int(in.Fd())) && (!okOut || term.IsTerminal(int(out.Fd()))) {
		return newTerminal(complete)
	}
	scanner := bufio.NewScanner(s.In)
	scanner.Buffer(nil, mostLine)
	return &plain{scanner: scanner}
}

// plain reads lines without prompts.
type plain struct {
	scanner *bufio.Scanner
	lines   chan string // from a goroutine, so that waiting can end; nil before it starts
}

func (p *plain) read(ctx context.Context, _ string) (string, error) {
	if p.lines == nil {
		p.lines = make(chan string)
		go func() {
			defer close(p.lines)
			for p.scanner.Scan() {
				select {
				case p.lines <- strings.TrimSuffix(p.scanner.Text(), "\r"):
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	select {
	case line, ok := <-p.lines:
		if ok {
			return line, nil
		}
		if err := p.scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
			return "", fmt.Errorf("a line has more than %d bytes; put it into a file, and name that when you start", mostLine)
		} else if err != nil {
			return "", err
		}
		return "", io.EOF
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (p *plain) interactive() bool { return false }
func (p *plain) close()            {}

// terminal is a line editor, whose history is kept between sessions.
type terminal struct {
	*liner.State
	history string // the file, or ""
}

func newTerminal(complete func(prefix string) []string) *terminal {
	t := &terminal{State: liner.NewLiner()}
	t.SetCtrlCAborts(true)
	t.SetTabCompletionStyle(liner.TabPrints)
	t.SetWordCompleter(func(line string, pos int) (head string, found []string, tail string) {
		runes := []rune(line)
		before := string(runes[:pos])
		from := len(strings.TrimRightFunc(before, inName))
		return before[:from], complete(before[from:]), string(runes[pos:])
	})
	if dir := private.Cache(); dir != "" {
		t.history = filepath.Join(dir, "repl-history")
		if f, err := os.Open(t.history); err == nil {
			_, _ = t.ReadHistory(f)
			_ = f.Close()
		}
	}
	return t
}

// inName reports whether r may stand in a name.
func inName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_'.:∆⍙", r)
}

func (t *terminal) read(ctx context.Context, prompt string) (string, error) {
	line, err := t.Prompt(prompt)
	switch {
	case errors.Is(err, liner.ErrPromptAborted):
		return "", errAborted
	case err != nil:
		return "", err
	}
	if strings.TrimSpace(line) != "" {
		t.AppendHistory(line)
	}
	return line, nil
}

func (t *terminal) interactive() bool { return true }

// close restores the terminal and writes the history, which is lost if that fails.
func (t *terminal) close() {
	_ = t.State.Close()
	if t.history == "" || os.MkdirAll(filepath.Dir(t.history), 0o700) != nil {
		return
	}
	f, err := os.OpenFile(t.history, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_, _ = t.WriteHistory(f)
	_ = f.Close()
}
