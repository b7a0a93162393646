package elaborate

import (
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// text spells a type as messages do: as in a program, or in words where something of it is not known.
func (u *unknowns) text(t types.Phrase) string {
	t = u.solved(t)
	open := false
	text := types.Text(t, func(n name.Name) string {
		_, isOpen := u.open[n]
		open = open || isOpen
		return n.Base
	})
	if !open {
		return text
	}
	return u.phraseWords(t)
}

// ofType is text as what something is.
func (u *unknowns) ofType(t types.Phrase) string {
	text := u.text(t)
	if strings.HasPrefix(text, "a ") || strings.HasPrefix(text, "an ") {
		return text
	}
	return "of type " + text
}

// phraseWords says what a type with unknowns is.
func (u *unknowns) phraseWords(t types.Phrase) string {
	switch t := t.(type) {
	case types.Exp:
		return u.dataWords(t.Data)
	case types.Acc:
		if v, ok := t.Data.(types.DataVar); ok && u.isOpen(v.Name) {
			return "a place to write, acc[…]"
		}
		return "a place to write " + u.dataWords(t.Data)
	case types.Prod:
		return "a pair of " + u.text(t.First) + " and " + u.text(t.Second)
	case types.Fun:
		return "a function from " + u.text(t.Param) + " to " + u.text(t.Result)
	}
	return "a function"
}

// dataWords says what a data type with unknowns is.
func (u *unknowns) dataWords(d types.Data) string {
	switch d := d.(type) {
	case types.Vec:
		return "a vector" + u.of(d.Elem)
	case types.Idx:
		return "an index"
	case types.Array:
		text := "an array"
		if !u.holdsOpen(d.N) {
			n := types.NatText(d.N, u.show)
			if elem, plural := u.elements(d.Elem); elem != "" {
				if !plural {
					elem = "elements of type " + elem
				}
				return text + " of " + n + " " + elem
			}
			return text + " of " + n + " elements"
		}
		text += u.of(d.Elem)
		if step, ok := u.stepOf(d.N); ok {
			text += " whose size is a multiple of " + types.NatText(step, u.show)
		}
		return text
	case types.Pair:
		return "a pair"
	}
	return "a value"
}

func (u *unknowns) isOpen(n name.Name) bool { _, ok := u.open[n]; return ok }

func (u *unknowns) holdsOpen(n types.Nat) (yes bool) {
	n.Vars(func(v name.Name) { yes = yes || u.isOpen(v) })
	return yes
}

// of says what elements are, if that is known.
func (u *unknowns) of(elem types.Data) string {
	if text, _ := u.elements(elem); text != "" {
		return " of " + text
	}
	return ""
}

// elements says what elements are, in the plural where that is words; nothing if nothing is known.
func (u *unknowns) elements(d types.Data) (text string, plural bool) {
	open := false
	text = types.DataText(d, func(n name.Name) string { open = open || u.isOpen(n); return n.Base })
	if !open {
		return text, false
	}
	switch d.(type) {
	case types.Vec:
		return "vectors", true
	case types.Idx:
		return "indices", true
	case types.Array:
		return "arrays", true
	case types.Pair:
		return "pairs", true
	}
	return "", false
}

// stepOf is what a size with one unknown is a multiple of.
func (u *unknowns) stepOf(n types.Nat) (types.Nat, bool) {
	open := mentioned(n, u.open)
	if len(open) != 1 {
		return types.Nat{}, false
	}
	c := n.Coefficient(open[0])
	one, isConst := c.AsConst()
	return c, n.Sub(c.Mul(sym.Var(open[0]))).IsZero() && !u.holdsOpen(c) && !(isConst && one == 1)
}

// remedy says what makes the one of the other, if something usually does.
func (u *unknowns) remedy(have, want types.Phrase) string {
	a, isExp := have.(types.Exp)
	b, wantsExp := want.(types.Exp)
	_, isAcc := have.(types.Acc)
	_, wantsAcc := want.(types.Acc)
	f, isFun := have.(types.Fun)
	g, wantsFun := want.(types.Fun)
	_, isVariable := have.(types.Prod)
	_, isCommand := have.(types.Comm)
	switch {
	case isFun && wantsFun:
		return u.functionRemedy(f, g)
	case isFun:
		return "apply it to an argument"
	case isCommand:
		return "a command has no value: it leaves its results in acceptors, as in entry main … (out : acc[…]) : comm"
	case isAcc && wantsExp:
		return "a place can be written, not read: of a variable v, v.1 is written and v.2 is read"
	case isExp && wantsAcc:
		return "a value cannot be written: of a variable v, v.1 is written; new d (\\v. …) makes one"
	case isVariable && (wantsExp || wantsAcc):
		return "of a variable v, v.1 is written and v.2 is read"
	case isExp && wantsExp:
		return u.dataRemedy(a.Data, b.Data)
	}
	return ""
}

// functionRemedy is remedy for a function that others are given.
func (u *unknowns) functionRemedy(have, want types.Fun) string {
	a, isExp := have.Param.(types.Exp)
	b, wantsExp := want.Param.(types.Exp)
	if isExp && wantsExp {
		_, isArray := u.solvedData(a.Data).(types.Array)
		_, wantsNum := u.solvedData(b.Data).(types.Num)
		if isArray && wantsNum {
			return "it takes arrays, but is given numbers: split 8 xs is an array of arrays"
		}
	}
	return ""
}

func (u *unknowns) dataRemedy(have, want types.Data) string {
	a, isArray := have.(types.Array)
	b, wantsArray := want.(types.Array)
	_, isPair := have.(types.Pair)
	_, wantsPair := want.(types.Pair)
	v, isVec := have.(types.Vec)
	w, wantsVec := want.(types.Vec)
	x, isNum := have.(types.Num)
	y, wantsNum := want.(types.Num)
	_, wantsIdx := want.(types.Idx)
	switch {
	case isVec && wantsVec:
		return u.dataRemedy(v.Elem, w.Elem)
	case isNum && wantsNum && x != y:
		return "numbers are not converted: write the type that is wanted in the parameter, or behind a literal, as in 1f32"
	case isArray && wantsArray:
		if deeper := u.dataRemedy(a.Elem, b.Elem); deeper != "" {
			return "of the elements: " + deeper
		}
	case isArray && (wantsNum || wantsPair):
		return "reduce combines the elements of an array, map works on each, and idx takes one"
	case isNum && wantsPair:
		return "(x, y) is a pair, and zip xs ys an array of pairs"
	case isPair && wantsNum:
		return "p.1 and p.2 are the parts of a pair p"
	case wantsIdx:
		return "an index is a variable that for or parfor binds; other elements are reached by split, join, transpose and zip"
	case isArray && wantsVec, isVec && wantsArray:
		return "asVector 4 makes vectors of an array, and asScalar an array of those"
	case isVec && wantsNum:
		return "asScalar makes numbers of an array of vectors"
	case isNum && wantsVec:
		return "vectorFromScalar 4 x has x in each lane"
	}
	return ""
}
