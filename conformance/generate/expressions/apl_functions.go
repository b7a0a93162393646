package expressions

import (
	"math/rand/v2"

	"github.com/lamina-lang/lamina/core/value"
)

// aplGenerator makes expressions of constants, and of the arguments of a dfn if there are some.
type aplGenerator struct {
	*rand.Rand
	args []value.Value
}

func (g *aplGenerator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *aplGenerator) atom() string {
	if len(g.args) > 0 && g.IntN(3) > 0 {
		return []string{"⍵", "⍺"}[g.IntN(len(g.args))]
	}
	return g.pick("0", "1", "2", "3", "¯1", "2.5", "1 0 1", "3 1 2", "1 2 3 4", "¯1.5 2 0.25", "(⍳3)", "(⍳0)", "(2 3⍴⍳6)",
		"(3 2⍴0 1)", "(3 3⍴4 1 3 2)", "(2 2 2⍴⍳7)", "(1 0 1⍴5)", "(2 0⍴5)", "⍬", "(,5)", "(3⍴2 7)")
}

func (g *aplGenerator) scalarFn() string {
	return g.pick("+", "-", "×", "⌊", "⌈", "|", "<", "≤", "=", "≥", ">", "≠", "÷", "∧", "∨", "{⍺+2×⍵}", "{⍵-⍺}", "{⌊⍺÷⍵}", "⊤≠", "⊤∧", "⊤∨")
}

func (g *aplGenerator) expr(depth int) string {
	if depth == 0 || g.IntN(8) == 0 {
		return g.atom()
	}
	x := func() string { return "(" + g.expr(depth-1-g.IntN(2)*min(1, depth-1)) + ")" }
	y := func() string { return g.expr(depth - 1) }
	switch g.IntN(16) {
	case 0, 1:
		return g.pick("-", "|", "⌊", "⌈", "×", "~", "+") + y()
	case 2, 3, 4:
		return x() + g.scalarFn() + y()
	case 5:
		return g.scalarFn() + g.pick("/", "⌿") + y()
	case 6:
		return g.scalarFn() + g.pick("\\", "⍀") + y()
	case 7, 8:
		return g.pick("⍴", "≢", ",", "⌽", "⊖", "⍉", "⊃", "⍋", "⍒", "∪", "∊", "⍳≢", "⍳⊃⍴", "≠", "⍸") + y()
	case 9:
		return g.pick("2", "¯2", "0", "3", "1 2", "2 3", "5", "¯1 1", "(2 2)", "(⍳2)") + g.pick("⍴", "↑", "↓", "⍴", "↑", "↓", "↑[1]", "↓[1]", "↑[2]", "↓[2]") + y()
	case 10:
		return g.pick("1", "¯1", "2", "0", "1 ¯1", "0 1 2", "(2 2⍴0 1 2)", x()) + g.pick("⌽", "⊖") + y()
	case 11:
		return x() + g.pick(",", "⍪", ",", "∊", "≡", "⍳") + y()
	case 12:
		return x() + "∘." + g.scalarFn() + y()
	case 13:
		return x() + g.scalarFn() + "." + g.scalarFn() + y()
	case 14:
		return g.pick("1 0 1", "2", "0", "1 2 0", "(⍳3)", "(2=⍳3)") + g.pick("/", "⌿") + y()
	}
	switch g.IntN(15) {
	case 9:
		return g.pick("1 1", "2 1", "1 1 2", "1 2 1", "2 1 2", "1 1 1") + "⍉" + y()
	case 10:
		return "(" + g.pick("+/", "⌽", "⍉", "{⍵[⍋⍵]}", "{⍵÷1+≢⍵}", "{⌈/,⍵}", "≢", "{⍵∘.+1 2}", "{2 3⍴⍵}", "+\\", "1∘↓") + "⍤" + g.pick("1", "2", "0", "¯1") + ")" + y()
	case 11:
		return x() + "(" + g.pick("+", ",", "+.×", "∘.-", "{⍺⌽⍵}", "{⍵+≢⍺}", "⌊") + "⍤" + g.pick("1", "0 1", "1 0", "2 1", "1 2", "¯1", "0") + ")" + y()
	case 12:
		return g.pick("2", "3", "¯2", "¯3", "(≢1 2)", "(⊃⌽1 0 3)") + g.pick("+", "⌈", "-", "{⍺-2×⍵}") + g.pick("/", "⌿") + y()
	case 14:
		return g.pick("", "2", "¯2", "0", "3", "(⍳3)", "1.5", "¯1", "9") + "!" + y()
	case 13:
		return g.pick("1 0 1", "0 1", "1", "(2=⍳3)", "1 1 0 1", "0 0", "(2≠⍳4)", "(0=2|⍳5)") + g.pick("\\", "⍀") + y()
	case 0:
		return "{" + "1<≢⍵ : 1↓⍵ ⋄ ⍵" + "}" + y()
	case 1:
		return "({a←⍵+1 ⋄ a×a}⍣2)" + y()
	case 2:
		return "(+/÷≢)" + y()
	case 3:
		return "(⌽" + g.scalarFn() + "⊢)" + y()
	case 4:
		return x() + g.scalarFn() + "⍨" + y()
	case 5:
		return g.scalarFn() + "⍨" + y()
	case 6:
		if g.IntN(4) == 0 {
			return "(⊂⌊" + x() + ")⌷" + y() // doubles are no subscripts to the compiler
		}
		return x() + "[" + g.pick("1", "2 1", ";1", "1;", "⍳2", ";2 2", "2;1", ";;1", "2 2⍴1 2") + "]"
	case 8:
		return g.pick("(⍳3)", "(¯1.5 0 2)", "(0⍴1)", "1 2 2 5", "(+\\1 0 1)") + "⍸" + y()
	case 7:
		return g.pick("1 2", "2 1", "3 1 2", "1 3 2") + "⍉" + y()
	}
	return g.pick("2", "10", "2 2 2", "0 3", "10 0 10", "(20⍴10)", "(64⍴2)", "3 ¯4 5", "¯2 3 ¯2.5 0 7", "¯3") + g.pick("⊥", "⊤") + g.pick("1 0 1", "5", "⍳4", "13 2", "¯3 98765", "345.5 ¯2.25")
}
