package fut

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

// Which of these programs are right was decided by another compiler for the
// language; the messages are ours.

func TestRejected(t *testing.T) {
	for _, c := range append(chunks(t, "testdata/rejected.fut"), chunks(t, "testdata/rejected_rules.fut")...) {
		_, err := Compile(context.Background(), "rejected.fut", []byte(c.text))
		var e *source.Error
		switch {
		case err == nil:
			t.Errorf("accepted:\n%s", c.text)
		case !errors.As(err, &e):
			t.Errorf("an error without a position: %v", err)
		case c.line == 0:
			t.Errorf("no line says what is wrong; the error is: %v", err)
		case e.Pos.Line != c.line || !strings.Contains(e.Msg, c.want):
			t.Errorf("want on line %d: %s\ngot %v", c.line, c.want, err)
		}
	}
}

func TestAccepted(t *testing.T) {
	for _, c := range append(chunks(t, "testdata/accepted.fut"), chunks(t, "testdata/accepted_rules.fut")...) {
		if _, err := Compile(context.Background(), "accepted.fut", []byte(c.text)); err != nil {
			t.Errorf("%v", err)
		}
	}
}

// chunk is a program of a file of several.
type chunk struct {
	text string
	line int    // where it is wrong, 0 when no line says so
	want string // in the message
}

// chunks reads a file of programs separated by lines of ---. In a program, the
// text after --! is part of the message of the error in that line.
func chunks(t *testing.T, file string) []chunk {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []chunk
	for _, program := range strings.Split(string(text), "---\n")[1:] {
		c := chunk{text: program}
		for i, line := range strings.Split(program, "\n") {
			if _, want, ok := strings.Cut(line, "--! "); ok {
				c.line, c.want = i+1, want
			}
		}
		all = append(all, c)
	}
	return all
}

// Whatever the text, the answer is a program or an error with a position.
func FuzzCompile(f *testing.F) {
	for _, file := range []string{"testdata/accepted.fut", "testdata/rejected.fut", "testdata/accepted_rules.fut", "testdata/rejected_rules.fut"} {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, program := range strings.Split(string(text), "---\n")[1:] {
			f.Add(program)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Compile(context.Background(), "fuzz.fut", []byte(text))
		var e *source.Error
		if err != nil && (!errors.As(err, &e) || strings.Contains(e.Msg, "internal error")) {
			t.Fatal(err)
		}
	})
}
