package syntax

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

// text shows how an expression was parsed, fully parenthesised.
func text(e Expr) string {
	list := func(es []Expr, sep string) string {
		var out []string
		for _, e := range es {
			if e == nil {
				out = append(out, "")
				continue
			}
			out = append(out, text(e))
		}
		return strings.Join(out, sep)
	}
	switch e := e.(type) {
	case nil:
		return "∘"
	case *Number:
		return "#"
	case *Zilde:
		return "⍬"
	case *Name:
		return e.Name
	case *Prim:
		return e.Glyph
	case *Strand:
		return "⟨" + list(e.Elems, " ") + "⟩"
	case *Apply1:
		return "(" + text(e.Fun) + " " + text(e.Right) + ")"
	case *Apply2:
		return "(" + text(e.Left) + " " + text(e.Fun) + " " + text(e.Right) + ")"
	case *Select:
		return "(⊂" + text(e.Places) + ")⌷" + text(e.Of)
	case *Index:
		return text(e.Of) + "[" + list(e.Subs, ";") + "]"
	case *Assign:
		return e.Name + "←" + text(e.Value)
	case *AssignIndex:
		return e.Name + "[" + list(e.Subs, ";") + "]←" + text(e.Value)
	case *Output:
		return "⎕←" + text(e.Value)
	case *Axis:
		return text(e.Fun) + "[" + text(e.Axis) + "]"
	case *Operate1:
		return "{" + text(e.Left) + " " + text(e.Op) + "}"
	case *Operate2:
		return "{" + text(e.Left) + " " + text(e.Op) + " " + text(e.Right) + "}"
	case *Paren:
		return text(e.Train)
	case *Train:
		return "train(" + list(e.Parts, " ") + ")"
	case *Dfn:
		return "dfn"
	}
	return "?"
}

func TestParse(t *testing.T) {
	for program, want := range map[string]string{
		"1 2 3+4":        "(⟨# # #⟩ + #)",
		"1-2-3":          "(# - (# - #))",
		"+/⍳10":          "({+ /} (⍳ #))",
		"1 0 1/4 5 6":    "(⟨# # #⟩ / ⟨# # #⟩)",
		"1 2∘.×3 4":      "(⟨# #⟩ {∘ . ×} ⟨# #⟩)",
		"1 2+.×3 4":      "(⟨# #⟩ {+ . ×} ⟨# #⟩)",
		"+.×/⍳3":         "({{+ . ×} /} (⍳ #))",
		"x←3 ⋄ x[1;]+2":  "(x[#;] + #)",
		"f←{⍵} ⋄ f¨⍳3":   "({f ¨} (⍳ #))",
		"f←{⍺⍺⍵} ⋄ +f 3": "({+ f} #)",
		"f←{⍵ ⍺⍺ ⍵⍵ ⍵} ⋄ + f × 3": "({+ f ×} #)",
		"(+/÷≢)⍳4":        "(train({+ /} ÷ ≢) (⍳ #))",
		"m←(+/÷≢) ⋄ m 3":  "(m #)",
		"2∘+ 3":           "({# ∘ +} #)",
		"x←1 ⋄ ({⍵}⍣3) x": "({dfn ⍣ #} x)",
		"{⍵}⍣3⊢1":         "({dfn ⍣ #} (⊢ #))",
		"⌽[1] 2 2⍴⍳4":     "(⌽[#] (⟨# #⟩ ⍴ (⍳ #)))",
		"+⌿2 2⍴1":         "({+ ⌿} (⟨# #⟩ ⍴ #))",
		"-⍨3":             "({- ⍨} #)",
		"((1))+((2))":     "(# + #)",
		"1{⍺+⍵}2":         "(# dfn #)",
		"⎕←1 ⋄ 2":         "#",
		"x←1 2 ⋄ x[1]←5":  "x[#]←#",
		"x←1 ⋄ y←2 ⋄ x y": "⟨x y⟩",
		"3 (2+1)":         "⟨# (# + #)⟩",
		"(⍳3){⍺+⍵}⌿1 2 3": "((⍳ #) {dfn ⌿} ⟨# # #⟩)",
		"+{⍺⍺⍵}3":         "({+ dfn} #)",
		strings.Repeat("(", 300) + "1" + strings.Repeat(")", 300): "#",
	} {
		p, err := Parse(&source.File{Name: "t.apl", Text: program})
		if err != nil {
			t.Errorf("%s: %v", program, err)
			continue
		}
		if got := text(p.Body[len(p.Body)-1].Exp); got != want {
			t.Errorf("%s: got %s, want %s", program, got, want)
		}
	}
}

func TestAnnotation(t *testing.T) {
	p, err := Parse(&source.File{Name: "t.apl", Text: "f←{ ⍝: <κ>(ρ+1) → <κ>ρ\n 1↓⍵ ⍝ a comment\n}"})
	if err != nil {
		t.Fatal(err)
	}
	d := p.Body[0].Exp.(*Assign).Value.(*Dfn)
	if d.Annotation != "<κ>(ρ+1) → <κ>ρ" || len(d.Body) != 1 {
		t.Errorf("got %q and %d statements", d.Annotation, len(d.Body))
	}
}
