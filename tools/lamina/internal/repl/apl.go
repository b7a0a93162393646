package repl

import (
	"context"
	"fmt"
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
	boxed   bool // arrays are shown in boxes
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

// incomplete reports whether a brace is open. No line of a dfn begins as a command does.
func (s *aplSession) incomplete(text string) bool {
	last := strings.TrimSpace(text)
	last = strings.TrimSpace(last[strings.LastIndexByte(last, '\n')+1:])
	isCommand := strings.HasPrefix(last, ")") || strings.HasPrefix(last, "]")
	return apl.OpenBraces(text) > 0 && !isCommand
}

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

// show prints the results that the kept statements do not have: an empty vector as an empty line, and
// nothing of an array without rows.
func (s *aplSession) show(results []value.Value) string {
	var out strings.Builder
	for _, v := range results[s.printed:] {
		switch {
		case s.boxed:
			out.WriteString(apl.Boxed(v) + "\n")
		case v.Rank() < 2 || !slices.Contains(v.Shape[:v.Rank()-1], 0):
			out.WriteString(apl.Display(v) + "\n")
		}
	}
	return out.String()
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

// translated knows an APL session's commands: )off, )vars, )fns, )clear and ]box.
func (s *aplSession) translated(text string) string {
	line := strings.TrimSpace(text)
	switch {
	case strings.EqualFold(line, ")off"):
		return ":quit"
	case strings.HasPrefix(line, ")"), strings.HasPrefix(line, "]"):
		name, argument, _ := strings.Cut(line, " ")
		return ":" + strings.ToLower(name) + " " + argument
	}
	return text
}

func (s *aplSession) commands() string {
	return `:defs      the assignments of this session
)vars      the names of its arrays
)fns       the names of its functions and operators
)clear     forgets all names
]box on -style=mid   shows arrays in boxes; ]box off does not
)off       ends the session
`
}

func (s *aplSession) command(_ context.Context, name, argument string) (string, bool, error) {
	switch name {
	case "defs":
		return strings.TrimRight(s.kept, "\n"), true, nil
	case ")vars", ")fns":
		names, err := s.names(name == ")fns")
		return strings.Join(names, " "), true, err
	case ")clear":
		s.kept, s.printed = "", 0
		return "clear ws", true, nil
	case "]box":
		out, err := s.box(strings.Fields(strings.ToLower(argument)))
		return out, true, err
	}
	return "", false, nil
}

// names are those of the session's functions, or of its arrays, in alphabetical order.
func (s *aplSession) names(functions bool) ([]string, error) {
	all, err := apl.Assigned(s.file, []byte(s.kept))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, n := range all {
		// A name that stands alone tells what it is.
		last, err := apl.Last(s.file, []byte(s.kept+n+"\n"))
		if err != nil {
			return nil, err
		}
		if last.IsFunction == functions {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out, nil
}

// box is ]box: on or off, with a style. There are no nested arrays, which alone the style min
// puts in boxes.
func (s *aplSession) box(words []string) (string, error) {
	on, mid := s.boxed, s.boxed
	for _, w := range words {
		switch w {
		case "on", "off":
			on = w == "on"
		case "-style=mid", "-s=mid", "-style=max", "-s=max": // they differ for nested arrays
			mid = true
		case "-style=min", "-s=min":
			mid = false
		default:
			return "", fmt.Errorf("]box takes on or off, and -style=min, -style=mid or -style=max, not %q", w)
		}
	}
	if len(words) > 0 {
		s.boxed = on && mid
	}
	if s.boxed {
		return "is ON -style=mid", nil
	}
	return "arrays that are not nested have no box; ]box on -style=mid gives them one", nil
}

func (s *aplSession) complete(prefix string) []string {
	names, err := apl.Assigned(s.file, []byte(s.kept))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, prefix) })
}
