package simplify

import (
	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// simplifier is one walk through one function.
type simplifier struct {
	unit  *pass.Unit
	names *name.Supply
	level ir.Level
	rules map[string][]rule

	effects effects
	applied map[string]int // how often each rule was, by name

	uses  uses               // in the function, at first
	joins map[name.Name]bool // concatenations that another one, which is their only user, dissolves

	substitution
	met   map[name.Name]binder  // every name met
	defs  map[name.Name]ir.Exp  // of names that are a statement's only result
	at    map[name.Name]*ir.Loc // where an array lies, on mem
	avail map[string]ir.Atom    // results of expressions, by their text
	fresh ir.Names              // arrays that share elements with no other
	facts knowledge

	scopes  []*scope
	failing map[*ir.Body]bool // finished bodies: whether something in them may fail
	header  *ir.Walker        // replaces uses in a statement, not in bodies within it
	changed bool
}

// knowledge is what is known of integers.
type knowledge struct {
	*facts.Walk
	ranges map[name.Name]facts.Range // of those that are not computed from scalars; nil: not known
}

// scope is a body that is being rebuilt.
type scope struct {
	stms     []*ir.Stm
	repeated bool     // its statement may run it many times
	parallel bool     // it is a function of a parallel operation
	undo     []func() // forget what was known inside only

	counts []ir.Atom // it runs once or more if all these are positive; nil: unknown
	fails  bool      // something before may have failed

	// Of the first statements, as many as were seen: the concatenations since when
	// nothing was consumed.
	seen   int
	joined ir.Names
}

// newSimplifier makes what walks through one function, which binds about as many names
// as given. Bounds decide its comparisons, not the prover: a question that the prover
// leaves open costs time in proportion to what is known there.
func newSimplifier(u *pass.Unit, known effects, rules map[string][]rule, applied map[string]int, names int) *simplifier {
	s := &simplifier{
		unit:  u,
		names: u.IR.Names,
		level: u.IR.Level,
		rules: rules,

		effects: known,
		applied: applied,

		uses:  newUses(names),
		joins: map[name.Name]bool{},

		substitution: newSubstitution(u.Rewrite),

		met:   make(map[name.Name]binder, names),
		defs:  make(map[name.Name]ir.Exp, names/2),
		at:    map[name.Name]*ir.Loc{},
		avail: make(map[string]ir.Atom, names/2),
		fresh: ir.Names{},
		facts: knowledge{Walk: facts.NewWalk()},

		failing: map[*ir.Body]bool{},
	}
	s.header = &ir.Walker{
		Atom:  func(a *ir.Atom) { *a = s.operand(*a) },
		Var:   func(n *name.Name) { *n = s.variable(*n) },
		Index: func(l *lmad.LMAD) { *l = l.Subst(s.replaced) },
		Body:  func(*ir.Body) bool { return false },
	}
	return s
}

func (s *simplifier) fun(f *ir.Fun) {
	s.uses.count(f.Body)
	if s.uses.mapsViews {
		s.uses.unwritten = newUnwritten(s.unit.IR, f)
	}
	if s.level != ir.Mem {
		s.joining(f)
	}
	s.push(false)
	s.bindAll(f.Params)
	f.Body.Stms = s.statements(f.Body)
	s.pop()
}

// body simplifies b, which runs in a scope of its own. enter says what is known
// there.
func (s *simplifier) body(b *ir.Body, repeated bool, enter func()) {
	s.push(repeated)
	enter()
	b.Stms = s.statements(b)
	s.pop()
}

// statements simplifies b in the scope that was just pushed, and returns its
// statements.
func (s *simplifier) statements(b *ir.Body) []*ir.Stm {
	for _, st := range b.Stms {
		s.stm(st)
	}
	for k, r := range b.Result {
		b.Result[k] = s.operand(r)
	}
	return s.here().stms
}

func (s *simplifier) here() *scope { return s.scopes[len(s.scopes)-1] }

func (s *simplifier) push(repeated bool) {
	s.scopes = append(s.scopes, &scope{repeated: repeated})
	s.facts.Push()
}

func (s *simplifier) pop() {
	undo := s.here().undo
	for k := len(undo) - 1; k >= 0; k-- {
		undo[k]()
	}
	s.scopes = s.scopes[:len(s.scopes)-1]
	s.facts.Pop()
}

// stm simplifies one statement and adds what is left of it.
func (s *simplifier) stm(st *ir.Stm) {
	s.header.InStm(st)
	switch s.rewrite(st) {
	case removed:
		s.changed = true
		return
	case rewritten:
		s.changed = true
	}
	if s.liftGuard(st) {
		s.changed = true
		return
	}
	keys := s.keys(st)
	if s.reuse(st, keys) {
		s.changed = true
		return
	}
	s.inner(st.Exp)
	s.emit(st, keys)
}

// let adds a statement for e's one result and returns what it is.
func (s *simplifier) let(base string, t scalar.Type, e ir.Exp, pos source.Pos) ir.Atom {
	n := s.names.Fresh(base)
	s.stm(&ir.Stm{Pat: []ir.Param{{Name: n, Type: ir.ScalarOf(t)}}, Exp: e, Pos: pos})
	return s.atom(ir.Var(n))
}

// emit adds a finished statement to its scope and remembers what it says.
func (s *simplifier) emit(st *ir.Stm, keys []string) {
	at := s.home(st)
	if here := len(s.scopes) - 1; at < here {
		if s.unit.Rewrite() {
			s.changed = true
		} else {
			at = here
		}
	}
	s.scopes[at].stms = append(s.scopes[at].stms, st)
	s.scopes[at].fails = s.scopes[at].fails || s.mayFail(st)
	for _, p := range st.Pat {
		s.bind(p, at)
	}
	if len(st.Pat) == 1 {
		s.defs[st.Pat[0].Name] = st.Exp
		s.remember(st, keys, at)
		s.facts.Define(st.Pat[0].Name, st.Exp)
	}
	if a, ok := st.Exp.(*ir.Assert); ok {
		s.learn(a.Cond, true)
	}
	switch ops.Default().Of(st.Exp).Effect {
	case ops.Fresh, ops.Update, ops.SegOp:
		for _, p := range st.Pat {
			s.fresh.Add(p.Name)
		}
	}
}

// bindAll binds ps in the innermost scope.
func (s *simplifier) bindAll(ps []ir.Param) {
	for _, p := range ps {
		s.bind(p, len(s.scopes)-1)
	}
}

// binder is the type of a name, and the number of the scope that binds it.
type binder struct {
	ir.Type
	depth int
}

// bind records a binder. Where an array exists, its sizes are not negative.
func (s *simplifier) bind(p ir.Param, at int) {
	s.met[p.Name] = binder{p.Type, at}
	if p.At != nil {
		s.at[p.Name] = p.At
	}
	for _, d := range p.Type.Dims {
		if d.IsVar() {
			s.facts.Size(d.Name)
		}
	}
	if r, ok := s.facts.ranges[p.Name]; ok && p.Type.IsScalar() && at == len(s.scopes)-1 {
		s.within(p.Name, r)
	}
}

// inner simplifies the bodies and functions within an expression.
func (s *simplifier) inner(e ir.Exp) {
	switch e := e.(type) {
	case *ir.If:
		s.body(e.Then, false, func() { s.learn(e.Cond, true) })
		s.body(e.Else, false, func() { s.learn(e.Cond, false) })
		return
	case *ir.Accelerate:
		s.body(e.Body, false, func() {})
		return
	case *ir.Loop:
		s.body(e.Body, true, func() {
			if !e.Index.IsZero() {
				s.here().counts = []ir.Atom{e.Bound}
				s.bindIndex(e.Index, e.Bound)
			}
			s.bindAll(e.Params)
		})
		return
	}
	f := ops.FormOf(e)
	if f == nil {
		return
	}
	for _, op := range f.Operators() {
		s.lambda(op, nil)
	}
	if f.Space != nil {
		s.points(*f.Space, *f.Body)
	} else {
		s.lambda(*f.Fn, *f.Arrays, *f.Width)
	}
}

// points simplifies the body of a segmented operator.
func (s *simplifier) points(space []ir.SpaceDim, b *ir.Body) {
	s.body(b, true, func() {
		s.here().counts, s.here().parallel = sizesOf(space), true
		for _, d := range space {
			s.bindIndex(d.Index, d.Size)
		}
	})
}

// bindIndex binds an index that counts from 0 below bound.
func (s *simplifier) bindIndex(index name.Name, bound ir.Atom) {
	t := scalar.I64
	if bound.IsVar() {
		t = s.met[bound.Name].Type.Elem
	} else {
		t = bound.Const.Type
	}
	s.bind(ir.Param{Name: index, Type: ir.ScalarOf(t)}, len(s.scopes)-1)
	s.below(index, t, bound)
}
