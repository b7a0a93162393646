// Package escape compiles functions that marked expressions give in Futhark's language.
package escape

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"regexp"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// Function is a compiled function: an entry point of a program.
type Function struct {
	Program *ir.Program
	Entry   string
}

// A Mistake is an error in the text of a function. Line counts from 1, and is 0 if the mistake is not
// at one place.
type Mistake struct {
	Line, Col int
	Msg       string
}

func (m *Mistake) Error() string { return m.Msg }

// file is its name in positions of the text.
const file = "accelerate.fut"

// declaration begins a program. Other texts are expressions.
var declaration = regexp.MustCompile(`^(\s|--.*\n)*(#\[|(def|entry|type|module|open|local|import)\b)`)

// Compile compiles a text in Futhark's language to a function of a type of Go's. The text is an expression
// that is a function, or a program with one entry point.
func Compile(ctx context.Context, text string, sig *types.Signature) (*Function, error) {
	params, results, why := signature(sig)
	if why != "" {
		return nil, &Mistake{Msg: why}
	}
	isProgram := declaration.MatchString(text)
	whole := text
	if !isProgram {
		whole = wrapped(text, params, results)
	}
	p, signatures, err := fut.CompileFiles(ctx, file, []byte(whole), nil)
	if err != nil {
		return nil, mistake(err, text, isProgram, sig)
	}
	if len(signatures) != 1 {
		return nil, &Mistake{Msg: fmt.Sprintf("a program with one entry point is needed, and it has %d", len(signatures))}
	}
	if why := differs(signatures[0], params, results); why != "" {
		return nil, &Mistake{Msg: fmt.Sprintf("%s, which %s is not", why, sig)}
	}
	return &Function{p, signatures[0].Entry}, nil
}

// wrapped is a program whose entry point applies the expression; it starts at the second line.
func wrapped(text string, params, results []string) string {
	var b strings.Builder
	b.WriteString("entry main")
	sizes := 0
	for i, t := range params {
		for strings.Contains(t, "[]") {
			t = strings.Replace(t, "[]", fmt.Sprintf("[n%d]", sizes), 1)
			fmt.Fprintf(&b, " [n%d]", sizes)
			sizes++
		}
		params[i] = t
	}
	for i, t := range params {
		fmt.Fprintf(&b, " (a%d: %s)", i, t)
	}
	fmt.Fprintf(&b, " : %s = (\n%s\n)", resultText(results), text)
	for i := range params {
		fmt.Fprintf(&b, " a%d", i)
	}
	return b.String() + "\n"
}

func resultText(results []string) string {
	if len(results) == 1 {
		return results[0]
	}
	return "(" + strings.Join(results, ", ") + ")"
}

// mistake finds the first mistake in the text that an error tells of.
func mistake(err error, text string, isProgram bool, sig *types.Signature) error {
	var all source.Errors
	var one *source.Error
	switch {
	case errors.As(err, &all):
		one = all[0]
	case !errors.As(err, &one):
		return err
	}
	at := one.Pos
	if !isProgram {
		at.Line--
	}
	msg := one.Msg
	if one.Hint != "" {
		msg += "; " + one.Hint
	}
	if at.File != file || at.Line < 1 || at.Line > 1+strings.Count(text, "\n") {
		return &Mistake{Msg: fmt.Sprintf("as a %s: %s", sig, msg)}
	}
	return &Mistake{Line: at.Line, Col: at.Col, Msg: msg}
}

// Place returns the line and the column of the text that a position in the compiled program is at; 0 if
// it is elsewhere.
func Place(text string, at source.Pos) (line, col int) {
	if !declaration.MatchString(text) {
		at.Line--
	}
	if at.File != file || at.Line < 1 || at.Line > 1+strings.Count(text, "\n") {
		return 0, 0
	}
	return at.Line, at.Col
}

// signature is a type of Go functions in Futhark's language; why it is none, else.
func signature(sig *types.Signature) (params, results []string, why string) {
	if sig.Variadic() {
		return nil, nil, "the function takes any number of arguments"
	}
	for _, part := range []struct {
		tuple *types.Tuple
		what  string
		out   *[]string
	}{{sig.Params(), "parameter", &params}, {sig.Results(), "result", &results}} {
		for v := range part.tuple.Variables() {
			t := text(v.Type())
			if t == "" {
				return nil, nil, fmt.Sprintf("a %s has type %s: it takes and returns numbers, bools, and slices and arrays of them", part.what, v.Type())
			}
			*part.out = append(*part.out, t)
		}
	}
	if len(params) == 0 || len(results) == 0 {
		return nil, nil, "the function needs a parameter and a result"
	}
	return params, results, ""
}

// text is a type of Go in Futhark's language: "" for those that it does not take.
func text(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if s := program.Scalar(u); s != scalar.Invalid {
			return s.String()
		}
	case *types.Slice:
		if elem := text(u.Elem()); elem != "" {
			return "[]" + elem
		}
	case *types.Array:
		if elem := text(u.Elem()); elem != "" {
			return fmt.Sprintf("[%d]%s", u.Len(), elem)
		}
	}
	return ""
}

var sizes = regexp.MustCompile(`\[\w*\]`)

// differs tells what type the entry point has, unless it is the given one.
func differs(s entry.Signature, params, results []string) string {
	var have []string
	for _, p := range s.Params {
		have = append(have, leaves(p.Type))
	}
	for _, r := range s.Results() {
		have = append(have, leaves(r))
	}
	want := append(append([]string{}, params...), results...)
	for i := range want {
		want[i] = sizes.ReplaceAllString(want[i], "[]")
	}
	if len(s.Params) == len(params) && strings.Join(have, " -> ") == strings.Join(want, " -> ") {
		return ""
	}
	return fmt.Sprintf("the entry point has type %s", strings.Join(have, " -> "))
}

// leaves is a type without sizes.
func leaves(t *entry.Type) string {
	if t.Kind != entry.Plain || len(t.Leaves) != 1 {
		return t.Name
	}
	return strings.Repeat("[]", t.Leaves[0].Rank) + t.Leaves[0].Elem.String()
}
