package repl

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// futhark is a session in Futhark's language. Its program is made anew for each input: each
// definition stands in a module of its own that is opened, so that a later one may have
// the name of an earlier one, which keeps its meaning where it was used.
type futhark struct {
	driver *driver.Driver
	folder string // that imports are relative to
	kept   []chunk
	number int // of the input
}

// chunk is an input, or the file that the session began with.
type chunk struct {
	file source.File // as messages name it
	open bool        // it stands in a module
	line int         // of the program in which the chunk begins
}

// sessionFile is the name of the program of a session.
const sessionFile = "session.fut"

// result is the name of the definition that holds the value of an input.
const result = "it"

func newFuthark(d *driver.Driver, file, text string) (*futhark, error) {
	s := &futhark{driver: d, number: 1}
	if file == "" {
		return s, nil
	}
	s.folder = filepath.Dir(file)
	a := fut.Analyse(file, []byte(text), s.read)
	if a.Err != nil {
		return nil, a.Err
	}
	s.kept = append(s.kept, chunk{file: source.File{Name: file, Text: text}})
	return s, nil
}

// read returns the text of an imported file.
func (s *futhark) read(name string) ([]byte, error) {
	return driver.Imports(filepath.Join(s.folder, sessionFile))(name)
}

func (s *futhark) prompt(more bool) string {
	prompt := fmt.Sprintf("[%d]> ", s.number)
	if more {
		return strings.Repeat(" ", len(prompt)-2) + "| "
	}
	return prompt
}

func (s *futhark) incomplete(text string) bool { return fut.ReadInput(text).Incomplete }

// program is the text of the kept inputs and of another one, and where each begins.
func (s *futhark) program(last chunk, before string) (string, []chunk) {
	var b strings.Builder
	line := 1
	put := func(text string) {
		b.WriteString(text + "\n")
		line += strings.Count(text, "\n") + 1
	}
	chunks := append(slices.Clone(s.kept), last)
	for i := range chunks {
		c := &chunks[i]
		if i == len(chunks)-1 && before != "" {
			put(before)
		}
		if c.open {
			put("open {")
		}
		c.line = line
		put(c.file.Text)
		if c.open {
			put("}")
		}
	}
	return b.String(), chunks
}

// located lets an error speak of the inputs, rather than of the program made of them.
func (s *futhark) located(err error, chunks []chunk) error {
	full := filepath.Join(s.folder, sessionFile)
	files := make([]*source.File, len(chunks))
	for i := range chunks {
		files[i] = &chunks[i].file
	}
	return relocated(err, func(p source.Pos) source.Pos {
		for _, c := range slices.Backward(chunks) {
			if (p.File == sessionFile || p.File == full) && p.Line >= c.line {
				return source.Pos{File: c.file.Name, Line: p.Line - c.line + 1, Col: p.Col}
			}
		}
		return p
	}, files...)
}

// input makes a chunk of a text.
func (s *futhark) input(text string) chunk {
	return chunk{file: source.File{Name: fmt.Sprintf("[%d]", s.number), Text: text}}
}

// evaluate keeps a definition, or computes an expression.
func (s *futhark) evaluate(ctx context.Context, text string) (string, error) {
	defer func() { s.number++ }()
	c := s.input(text)
	if in := fut.ReadInput(text); in.IsDecl {
		// A module has no entry points, and nothing that is imported leaves it.
		c.open = !in.Imports
		c.file.Text = in.Decls
		program, chunks := s.program(c, "")
		if a := fut.Analyse(sessionFile, []byte(program), s.read); a.Err != nil {
			return "", s.located(a.Err, chunks)
		}
		s.kept = append(s.kept, c)
		return "", nil
	}
	a, _, chunks := s.analyse(c)
	if a.Err != nil {
		return "", s.located(a.Err, chunks)
	}
	typ, _ := a.TypeOf(result)
	switch {
	case typ.IsFunction:
		return text + " : " + typ.Type, nil
	case typ.IsGeneral:
		return "", fmt.Errorf("this has many types, %s; choose one, as in (%s : []i32)", typ.Type, text)
	}
	program, chunks := s.program(c, "entry "+result+" =")
	u, err := s.driver.LoadText(ctx, filepath.Join(s.folder, sessionFile), []byte(program))
	if err != nil {
		return "", s.located(err, chunks)
	}
	driver.Only(u, result)
	x, _, err := s.driver.Build(ctx, u, driver.Config{})
	if err != nil {
		return "", s.located(err, chunks)
	}
	defer x.Close()
	results, _, err := x.Run(ctx, result, nil)
	if err != nil {
		return "", s.located(err, chunks)
	}
	signature, err := u.Signature(result)
	if err != nil {
		return "", err
	}
	return show(signature.Result.Type, results), nil
}

// analyse checks an expression.
func (s *futhark) analyse(c chunk) (*fut.Analysis, string, []chunk) {
	program, chunks := s.program(c, "def "+result+" =")
	return fut.Analyse(sessionFile, []byte(program), s.read), program, chunks
}

func (s *futhark) translated(text string) string { return text }

func (s *futhark) commands() string {
	return ":type E    the type of an expression\n:defs      the definitions of this session\n"
}

func (s *futhark) command(_ context.Context, name, argument string) (string, bool, error) {
	switch name {
	case "type", "t":
		if argument == "" {
			return "", true, errors.New(":type takes an expression, as in :type map")
		}
		a, _, chunks := s.analyse(s.input(argument))
		if a.Err != nil {
			return "", true, s.located(a.Err, chunks)
		}
		t, _ := a.TypeOf(result)
		return argument + " : " + t.Type, true, nil
	case "defs":
		var out []string
		for _, c := range s.kept {
			if c.open {
				out = append(out, c.file.Text)
			} else {
				out = append(out, "-- all of "+c.file.Name)
			}
		}
		return strings.Join(out, "\n"), true, nil
	}
	return "", false, nil
}

func (s *futhark) complete(prefix string) []string {
	program, _ := s.program(s.input("0"), "def "+result+" =")
	var out []string
	for _, n := range fut.Analyse(sessionFile, []byte(program), s.read).Names() {
		if strings.HasPrefix(n, prefix) && n != result {
			out = append(out, n)
		}
	}
	return out
}
