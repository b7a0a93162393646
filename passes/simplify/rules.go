package simplify

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// action says what a rule did to a statement.
type action uint8

const (
	kept      action = iota // nothing
	rewritten               // it changed the statement
	removed                 // its names stand for something else now
)

// rule rewrites statements of one operation. It sees a statement whose operands
// are simplified already and whose bodies are not.
type rule struct {
	name  string
	apply func(*simplifier, *ir.Stm) action
}

// on makes a rule for expressions of type E.
func on[E ir.Exp](name string, f func(*simplifier, *ir.Stm, E) action) rule {
	return rule{name, func(s *simplifier, st *ir.Stm) action { return f(s, st, st.Exp.(E)) }}
}

// ruleTable holds the rules of each operation, in the order they are tried. (A
// variable would depend on itself: rules add statements, which get simplified.)
func ruleTable() map[string][]rule {
	return map[string][]rule{
		"use": {
			on("use of x is x", useIsOperand),
		},
		"prim": {
			on("constants fold", foldConstants),
			on("select with known condition or equal choices", knownSelect),
			on("select of 1 and 0", selectOfBit),
			on("neutral and absorbing operands", identities),
			on("not of not", doubleNot),
			on("squares are products", square),
			on("i64 arithmetic that cancels", cancel),
			on("comparisons that ranges decide", decide),
			on("maxima and minima that ranges decide", decideExtreme),
		},
		"convert": {
			on("constants convert", foldConvert),
			on("convert of a lossless convert", convertChain),
		},
		"assert": {
			on("assert of true", provedAssert),
		},
		"if": {
			on("known branch", knownBranch),
			on("equal results", equalResults),
			on("branches that return truth values", boolBranches),
			on("branch that counts", countingBranch),
		},
		"loop": {
			on("no iteration or one", fewIterations),
			on("invariant parameters", invariantParams),
		},
		"index": {
			on("element of an array that a formula computes", elementKnown),
			on("element of a view", indexOfView),
		},
		"slice": {
			on("slice of everything", wholeSlice),
			on("slice of slice", sliceOfSlice),
			on("slice of an array that a formula computes", sliceKnown),
		},
		"copy": {
			on("copy of a fresh array that nothing else uses", copyOfFresh),
		},
		"update": {
			on("update of a part with what it holds", updateOfSame),
		},
		"concat": {
			on("concatenation of concatenations", concatOfConcat),
		},
		"replicate": {
			on("replicate of a replicated scalar", replicateTwice),
		},
		"rearrange": {
			on("rearrange of rearrange, or to the same order", rearrangeChain),
		},
		"reshape": {
			on("reshape of reshape, or to the same shape", reshapeChain),
		},
		"rotate": {
			on("rotation by nothing", rotateNothing),
		},
		"scan": {
			on("scan in reverse, reversed", scanFromRight),
		},
		"map": {
			on("results that need no map", plainResults),
			on("map of views", mapOfViews),
			on("map of concatenations", mapOfConcat),
			on("map of literals", mapOfLiteral),
		},
	}
}

// rulesByOperation is the rules of each operation, those for all combinators first.
func rulesByOperation() map[string][]rule {
	table := ruleTable()
	for _, d := range ops.Default().Defs() {
		if d.IsCombinator() {
			table[d.Name] = append([]rule{{"inputs", plainInputs}}, table[d.Name]...)
		}
	}
	return table
}

// maxRewrites bounds the rules applied to one statement in one walk.
const maxRewrites = 16

// rewrite applies rules to st until none applies.
func (s *simplifier) rewrite(st *ir.Stm) action {
	done := kept
	for range maxRewrites {
		switch s.rewriteOnce(st) {
		case kept:
			return done
		case removed:
			return removed
		}
		done = rewritten
	}
	return done
}

func (s *simplifier) rewriteOnce(st *ir.Stm) action {
	for _, r := range s.rules[st.Exp.Op()] {
		if !s.unit.Rewrite() {
			return kept
		}
		if a := r.apply(s, st); a != kept {
			s.applied[r.name]++
			return a
		}
		s.unit.Forgo()
	}
	return kept
}

// become makes e the expression of st.
func become(st *ir.Stm, e ir.Exp) action {
	st.Exp = e
	return rewritten
}

// same makes st's names stand for atoms, and drops st.
func (s *simplifier) same(st *ir.Stm, atoms ...ir.Atom) action {
	for k, p := range st.Pat {
		s.replace(p.Name, atoms[k])
	}
	return removed
}

func useIsOperand(s *simplifier, st *ir.Stm, e *ir.Use) action {
	return s.same(st, e.X)
}

// rotateNothing is a view where a rotation moves nothing, or equal elements.
func rotateNothing(s *simplifier, st *ir.Stm, e *ir.Rotate) action {
	if s.level == ir.Mem {
		return kept
	}
	n, single := s.met[e.Array].Type.Dims[e.Dim].AsSize()
	rep, isRep := s.defs[e.Array].(*ir.Replicate)
	same := isRep && e.Dim < len(rep.Shape) // elements may differ along the dimensions of what is repeated
	if e.Amount != ir.Size(0) && e.Amount != s.met[e.Array].Type.Dims[e.Dim] && !(single && n <= 1) && !same {
		return kept
	}
	return become(st, &ir.Copy{Array: e.Array}) // which is dropped where the array has one use
}

// scanFromRight makes a scan of reversed arrays, of which nothing but the results in
// reverse is used, one from the right.
func scanFromRight(s *simplifier, st *ir.Stm, e *ir.Scan) action {
	if s.level == ir.Mem {
		return kept
	}
	right := &ir.ScanRight{Scan: *e}
	right.Arrays = nil
	for _, a := range e.Arrays {
		view, ok := s.defs[a].(*ir.Slice)
		if !ok || !s.reverses(view) {
			return kept
		}
		right.Arrays = append(right.Arrays, view.Array)
	}
	pat := ir.CloneParams(st.Pat)
	for k, p := range st.Pat {
		if s.uses.turned[p.Name] == 0 || s.uses.turned[p.Name] != s.uses.all[p.Name] {
			return kept
		}
		pat[k].Name = s.names.Like(p.Name)
	}
	s.stm(&ir.Stm{Pat: pat, Exp: right, Pos: st.Pos, Attrs: st.Attrs})
	top := s.i64(scalar.Sub, e.Width, ir.Size(1), st.Pos)
	for k, p := range st.Pat {
		dims := []ir.SliceDim{ir.RangeOf(top, e.Width, ir.Size(-1))}
		for _, size := range p.Type.Dims[1:] {
			dims = append(dims, ir.Whole(size))
		}
		s.stm(&ir.Stm{Pat: st.Pat[k : k+1], Exp: &ir.Slice{Array: pat[k].Name, Dims: dims}, Pos: st.Pos})
	}
	return removed
}
