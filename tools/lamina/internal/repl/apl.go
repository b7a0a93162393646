package repl

import (
	"context"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/apl"
)

// aplSession is a session in APL. Its program is the assignments so far; an input is compiled
// with them.
type aplSession struct {
	driver  *driver.Driver
	kept    string
	printed int // how many results the kept statements have
	file    string
}

func newAPL(ctx context.Context, d *driver.Driver, file, text string) (*aplSession, error) {
	s := &aplSession{driver: d, file: "session.apl"}
	if file == "" {
		return s, nil
	}
	s.file = file
	results, err := s.results(ctx, text)
	if err != nil {
		return nil, err
	}
	s.kept, s.printed = strings.TrimRight(text, "\n")+"\n", len(results)
	return s, nil
}

func (s *aplSession) prompt(bool) string { return "      " }

// incomplete reports whether a brace is open.
func (s *aplSession) incomplete(text string) bool { return apl.OpenBraces(text) > 0 }

// evaluate keeps an assignment, or computes an expression. A value that cannot be computed is
// not kept.
func (s *aplSession) evaluate(ctx context.Context, text string) (string, error) {
	statement, err := apl.Last(s.file, []byte(s.kept+text))
	if err != nil {
		return "", s.located(err, text)
	}
	program := s.kept + text + "\n"
	if statement.Assigns && statement.IsFunction {
		s.kept = program
		return "", nil
	}
	if !statement.Assigns && statement.IsFunction {
		return text, nil
	}
	if statement.Assigns { // its value is computed now, so that what is wrong with it is told now
		results, err := s.results(ctx, program+statement.Name+"\n")
		if err != nil {
			return "", s.located(err, text)
		}
		results = results[:len(results)-1]
		shown := s.show(results)
		s.kept, s.printed = program, len(results)
		return shown, nil
	}
	results, err := s.results(ctx, program)
	if err != nil {
		return "", s.located(err, text)
	}
	return s.show(results), nil
}

// show prints the results that the kept statements do not have.
func (s *aplSession) show(results []value.Value) string {
	var out []string
	for _, v := range results[s.printed:] {
		out = append(out, apl.Display(v))
	}
	return strings.Join(out, "\n")
}

// results runs a program. One that only defines something has none.
func (s *aplSession) results(ctx context.Context, program string) ([]value.Value, error) {
	entries, err := apl.Entries(s.file, []byte(program))
	if err != nil || !slices.Contains(entries, "main") {
		return nil, err
	}
	u, err := s.driver.LoadCalls(ctx, s.file, []byte(program), []driver.Call{{Entry: "main"}})
	if err != nil {
		return nil, err
	}
	driver.Only(u, "main")
	x, _, err := s.driver.Build(ctx, u, driver.Config{})
	if err != nil {
		return nil, err
	}
	defer x.Close()
	results, _, err := x.Run(ctx, "main", nil)
	return results, err
}

// located lets an error speak of the lines of the input, text, where it is in these.
func (s *aplSession) located(err error, text string) error {
	before := strings.Count(s.kept, "\n")
	return relocated(err, func(p source.Pos) source.Pos {
		if p.File == s.file && p.Line > before {
			return source.Pos{File: "input", Line: p.Line - before, Col: p.Col}
		}
		return p
	}, &source.File{Name: "input", Text: text})
}

func (s *aplSession) commands() string {
	return ":defs      the assignments of this session\n"
}

func (s *aplSession) command(_ context.Context, name, _ string) (string, bool, error) {
	if name == "defs" {
		return strings.TrimRight(s.kept, "\n"), true, nil
	}
	return "", false, nil
}

func (s *aplSession) complete(prefix string) []string {
	names, err := apl.Assigned(s.file, []byte(s.kept))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, prefix) })
}
