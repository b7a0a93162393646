package main

import (
	"path/filepath"
	"strings"
)

// survivor is a mutant that no test needs to notice, because the program is as right with it.
type survivor struct {
	file, fn string
	was, is  string // the changed line, without the space around it
	why      string
}

// survivors are the mutants that are known to be harmless. Other survivors show what tests
// lack.
var survivors = []survivor{
	{"core/sym/facts.go", "Cases", "if unequal++; unequal > maxUnequal {", "if unequal++; unequal >= maxUnequal {",
		"a bound on the prover's work; a proof may always be missed"},
	{"passes/shortcircuit/scope.go", "boundAfter", "return false", "return true",
		"it only saves a walk over the statements, which then finds none to move"},
	{"passes/mergeblocks/mergeblocks.go", "allocatesSeveral", "return count > 1", "return count >= 1",
		"it only saves a look at a body with one block, which has no other to share"},
	{"passes/mergeblocks/mergeblocks.go", "allocatesSeveral", "count := 0", "count := 1",
		"it only saves a look at a body with one block, which has no other to share"},
	{"passes/shortcircuit/order.go", "atJoin", "if from.At.Block != a.point.block || !from.At.Index.Equal(a.place) {",
		"if !(from.At.Block != a.point.block || !from.At.Index.Equal(a.place)) {",
		"no result of the branch may lie in the destination's block, or find refuses: so what is copied reads nothing there"},
	{"passes/shortcircuit/peak.go", "noHigher", "if a.creation.at >= first {", "if false && (a.creation.at >= first) {",
		"it only saves a look at the blocks that end; there is no statement then at which more could be in use"},
	{"passes/shortcircuit/peak.go", "noHigher", "if a.creation.at >= first {", "if a.creation.at > first {",
		"it only saves a look at the blocks that end; there is no statement then at which more could be in use"},
	{"passes/fuse/pull.go", "binder", "return nil, nil, 0", "return nil, nil, 1", "where no frame binds the name, nobody asks which of its parameters it is"},
	{"core/sym/model.go", "sample", "if !slices.ContainsFunc(facts, func(f indexed) bool { return f.eval(row) < 0 }) {",
		"if !slices.ContainsFunc(facts, func(f indexed) bool { return f.eval(row) <= 0 }) {", fewerRows},
	{"core/sym/model.go", "sample", "if !slices.ContainsFunc(facts, func(f indexed) bool { return f.eval(row) < 0 }) {",
		"if !slices.ContainsFunc(facts, func(f indexed) bool { return f.eval(row) < 1 }) {", fewerRows},
	{"passes/shortcircuit/peak.go", "postpone", "a.allocations[a.block].known = false",
		"if false { a.allocations[a.block].known = false }",
		"where the source's block is in use is not asked for before the block is dropped, or restore forgets it"},
	{"passes/shortcircuit/peak.go", "postpone", "return false", "return true",
		"nothing has moved then, and noHigher gives the same answer again"},
	{"core/sym/search.go", "search", "if proof := p.split(e, w, v, splits-1); proof != nil {", "if proof := p.split(e, w, v, splits+1); proof != nil {",
		"a bound on the prover's work, which its fuel bounds, too"},
	{"passes/fuse/legal.go", "allows", "if use := first.firstUse(t.now); use >= 0 && use < i {", "if use := first.firstUse(t.now); use > 0 && use < i {",
		"what the first operation of a body makes is not used by that operation"},
	{"passes/fuse/flatten.go", "flattenings", "if !slices.ContainsFunc(b.Stms, func(s *ir.Stm) bool { return f.worthFlat(s.Exp) }) {",
		"if false && (!slices.ContainsFunc(b.Stms, func(s *ir.Stm) bool { return f.worthFlat(s.Exp) })) {",
		"it only saves a walk over a body without reshapes, which finds none"},
	{"passes/fuse/users.go", "with", "if len(u) < len(v) {", "if len(u) <= len(v) {", "of two heaps of one size either may be put into the other"},
	{"passes/fuse/flatten.go", "dropConsumed", "if len(consumed) == 0 {", "if false && (len(consumed) == 0) {",
		"it only saves a look at the open nests, which read nothing that is consumed"},
	{"passes/doublebuffer/branch.go", "returning", "return -1, 0", "return -1, 1", "where there is no if, nobody asks which of its results it is"},
	{"passes/doublebuffer/keep.go", "keep", "return true", "return false",
		"what is tried next looks for a block that the parameter's next one is allocated as, in the body or in both branches, and there is none any more"},
	{"core/sym/forms.go", "form", "if known {", "if false && (known) {", "it only saves computing the form of a monomial again"},
	{"core/sym/poly.go", "Write", "case i > 0 && c < 0:", "case i > 0 && c < 1:", "no term of a polynomial has coefficient 0"},
	{"core/sym/poly.go", "Write", "case i > 0 && c < 0:", "case i > 0 && c <= 0:", "no term of a polynomial has coefficient 0"},
	{"passes/doublebuffer/facts.go", "look", "l.facts = f", "if false { l.facts = f }", "it only saves another look at the same body"},
	{"passes/doublebuffer/nest.go", "lends", "return a >= 0 && b >= 0 && !l.needed(k, at, p) && !l.known(k, at, p)",
		"return a >= 0 && b > 0 && !l.needed(k, at, p) && !l.known(k, at, p)", secondBlock},
	{"passes/doublebuffer/nest.go", "lends", "return a >= 0 && b >= 0 && !l.needed(k, at, p) && !l.known(k, at, p)",
		"return a >= 0 && b >= 1 && !l.needed(k, at, p) && !l.known(k, at, p)", secondBlock},
	{"passes/doublebuffer/nest.go", "lends", "l.settle()", "if false { l.settle() }", notRenamed},
	{"passes/introducememory/join.go", "polyOutside", "p.Vars(func(n name.Name) { ok = ok && outside(n) })",
		"p.Vars(func(n name.Name) { ok = ok || outside(n) })", namedOnce},
	{"passes/introducememory/join.go", "polyOutside", "p.Vars(func(n name.Name) { ok = ok && outside(n) })",
		"p.Vars(func(n name.Name) { if false { ok = ok && outside(n) } })", namedOnce},
	{"passes/fuse/group.go", "union", "if len(m) < len(n) {", "if !(len(m) < len(n)) {",
		"of two sets either may be put into the other, as what union is given is needed no more"},
}

const namedOnce = "two bodies bind no name in common: an offset or stride that is the same in both is that of something outside them, or of a loop's array, whose parts are bound already"

const fewerRows = "the prover only looks in these rows for values that show a statement false; without some it takes longer to give up"

const secondBlock = "the pass allocates the two blocks of a loop one after the other before it: the second is not the first statement"

const notRenamed = "what is asked then is of blocks that the body allocates or that its parameters name, and none of them is still to be renamed; the end settles it"

// covers reports whether m is that mutant.
func (s survivor) covers(m mutant) bool {
	was, is := m.lines()
	return filepath.ToSlash(filepath.Clean(m.file)) == s.file && m.fn == s.fn &&
		strings.TrimSpace(was) == s.was && strings.TrimSpace(is) == s.is
}

// harmless says why a mutant may survive, or "".
func harmless(m mutant) string {
	for _, s := range survivors {
		if s.covers(m) {
			return s.why
		}
	}
	return ""
}
