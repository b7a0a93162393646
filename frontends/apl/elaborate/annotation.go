package elaborate

import (
	"strings"
	"unicode"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// Annotation is the type that a dfn states in the comment after its brace: that of its
// arguments, the left one first, and of its result.
type Annotation struct {
	Type tail.Type
	Pos  source.Pos
}

// ReadAnnotation reads the annotation of a dfn; nil if it has none. It is written as in the paper,
// κ and ρ being variables: <κ>(ρ+1) → <κ>ρ.
func ReadAnnotation(d *syntax.Dfn) (*Annotation, error) {
	if d.Annotation == "" {
		return nil, nil
	}
	t, err := tail.ReadType(ascii(d.Annotation))
	if err != nil {
		msg := err.(*source.Error).Msg
		return nil, source.Errorf(d.AnnotatedAt, "the type annotation %q: %s", d.Annotation, msg).
			WithHint("types are int, [double]2 (rank 2), <int>3 (vector of 3), with variables κ and ρ, and arrows →")
	}
	return &Annotation{t, d.AnnotatedAt}, nil
}

// ascii is an annotation in TAIL's letters: base variables are κ, α, β; others stand for ranks
// and lengths.
func ascii(text string) string {
	text = strings.NewReplacer("→", "->", "⟨", "<", "⟩", ">", "κ", "'k", "α", "'a", "β", "'b", "ρ", "rho").Replace(text)
	return strings.Map(func(r rune) rune {
		if r >= 0x370 && r < 0x400 && unicode.IsLetter(r) {
			return 'a' + (r-0x370)%26
		}
		return r
	}, text)
}

// arrows are the parts of a type between its arrows.
func arrows(t types.Type) []types.Type {
	var out []types.Type
	f, ok := t.(*types.Func)
	for ; ok; f, ok = t.(*types.Func) {
		out = append(out, f.From)
		t = f.To
	}
	return append(out, t)
}

// annotated checks the arguments of a dfn against its annotation, and returns the check of the
// result.
func (e *elaborator) annotated(d *syntax.Dfn, x, y *array) func(*array) *array {
	a, err := ReadAnnotation(d)
	if err != nil {
		panic(err)
	}
	if a == nil {
		return func(r *array) *array { return r }
	}
	// Operators state the types of their operands first.
	all := arrows(types.Instance(a.Type))
	var parts []types.Type
	for _, p := range all {
		if _, ok := p.(*types.Func); !ok {
			parts = append(parts, p)
		}
	}
	args := []*array{y}
	if x != nil {
		args = []*array{x, y}
	}
	if len(parts) != len(args)+1 {
		panic(e.fail("this function is applied to %v arguments, but its annotation states %v", len(args), len(parts)-1).
			WithNote(a.Pos, "the annotation"))
	}
	for i, arg := range args {
		if !types.Subsume(arg.typ, parts[i]) {
			panic(e.fail("the %s argument has type %s, but the annotation states %s", side(i, len(args)), arg.typ, parts[i]).
				WithNote(a.Pos, "the annotation"))
		}
	}
	return func(r *array) *array {
		if want := parts[len(args)]; !types.Subsume(r.typ, want) {
			panic(source.Errorf(a.Pos, "the annotation states that the result has type %s, but it has type %s", typeText(want), typeText(r.typ)))
		}
		return r
	}
}

func side(i, n int) string {
	if n == 2 && i == 0 {
		return "left"
	}
	return "right"
}

// Params are the types of an entry point's parameters by its annotation, if that states their
// base types and ranks; lengths may be variables. They are nil if there is no such annotation.
func Params(p *syntax.Program, name string) ([]types.Type, error) {
	params, text, err := Stated(p, name)
	if err != nil || strings.ContainsAny(text, "καβ") {
		return nil, err
	}
	return params, nil
}

// Stated are the types of a function's parameters by its annotation, with doubles for any type of
// elements, and the text of the annotation. They are nil if there is none, or none with ranks.
func Stated(p *syntax.Program, name string) (params []types.Type, text string, err error) {
	d := definition(p, name)
	if d == nil {
		return nil, "", nil
	}
	a, err := ReadAnnotation(d)
	if err != nil || a == nil {
		return nil, "", err
	}
	doubles := strings.NewReplacer("κ", "double", "α", "double", "β", "double").Replace(d.Annotation)
	t, err := tail.ReadType(ascii(doubles))
	if err != nil {
		return nil, "", err
	}
	parts := arrows(types.Rigid(t))
	for _, t := range parts[:len(parts)-1] {
		_, rank, ok := types.Of(t)
		if _, known := rank.Number(); !ok || !known {
			return nil, "", nil
		}
	}
	return parts[:len(parts)-1], d.Annotation, nil
}

// definition is the dfn that a name of the program is assigned, or nil.
func definition(p *syntax.Program, name string) *syntax.Dfn {
	for _, s := range p.Body {
		if a, ok := s.Exp.(*syntax.Assign); ok && a.Name == name {
			d, _ := a.Value.(*syntax.Dfn)
			return d
		}
	}
	return nil
}
