package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// scope is a body under construction, with what is known in it. Scalar
// operations are numbered: one that was computed before, here or further out,
// is not computed again, so that equal sizes mostly have equal atoms. Scalars
// of constants are computed at once.
type scope struct {
	*ir.Builder
	open  *knowledge // of this scope, while it is open, and those around it
	known map[operation]ir.Atom
	memo  map[any]ir.Atom
	held  map[ir.Atom]bool      // conditions that assertions have established
	above map[ir.Atom][]ir.Atom // what a number is known to be less than
	first int                   // names up to this ID were made before the scope
}

// operation is a scalar operation: a Prim, or a Convert when op is invalid.
type operation struct {
	op   scalar.Op
	at   scalar.Type
	from scalar.Type
	args [3]ir.Atom
}

func (p *Program) newScope(parent *scope) *scope {
	s := &scope{
		Builder: ir.NewBuilder(p.names), first: p.names.Last(),
		known: map[operation]ir.Atom{}, memo: map[any]ir.Atom{}, held: map[ir.Atom]bool{}, above: map[ir.Atom][]ir.Atom{},
	}
	if parent == nil {
		s.open = newKnowledge()
	} else {
		s.open, s.Pos = parent.open, parent.Pos
	}
	return s
}

// splice appends the statements of a finished scope within s.
func (s *scope) splice(inner *scope) {
	s.Append(inner.Stms()...)
	for o, a := range inner.known {
		s.learn(o, a)
	}
	for c := range inner.held {
		s.hold(c)
	}
}

// binds reports whether a was made within s.
func (s *scope) binds(a ir.Atom) bool { return a.IsVar() && a.Name.ID > s.first }

// Builder is an IR function under construction: a stack of scopes.
type Builder struct {
	*Program
	scope     *scope
	unchecked bool // no assertions
}

// NewBuilder begins a function.
func (p *Program) NewBuilder(pos source.Pos) *Builder {
	b := &Builder{Program: p}
	b.scope = b.newScope(nil)
	b.scope.Pos = pos
	return b
}

// within runs f in a scope of its own and returns that scope.
func (b *Builder) within(f func()) *scope {
	outer := b.scope
	inner := b.newScope(outer)
	b.scope = inner
	f()
	b.scope = outer
	inner.close()
	return inner
}

// numbered returns what an operation was computed to, computing it if needed.
func (b *Builder) numbered(o operation, compute func() ir.Atom) ir.Atom {
	if a, ok := b.scope.open.operations.Innermost(o); ok {
		return a
	}
	a := compute()
	b.scope.learn(o, a)
	return a
}

// Prim applies a scalar operator at type t.
func (b *Builder) Prim(base string, op scalar.Op, t scalar.Type, args ...ir.Atom) ir.Atom {
	if v, ok := fold(op, t, args); ok {
		return v
	}
	if t == scalar.I64 && len(args) == 2 {
		if v, ok := b.difference(op, args[0], args[1]); ok {
			return v
		}
	}
	o := operation{op: op, at: t}
	copy(o.args[:], args)
	return b.numbered(o, func() ir.Atom {
		y := b.scope.Prim(base, op, t, args...)
		if t == scalar.I64 {
			b.derive(op, args, y)
		}
		return y
	})
}

// fold computes operators of constants, and those with a neutral operand.
func fold(op scalar.Op, t scalar.Type, args []ir.Atom) (ir.Atom, bool) {
	consts := make([]scalar.Value, 0, 3)
	for _, a := range args {
		if !a.IsVar() {
			consts = append(consts, a.Const)
		}
	}
	if len(consts) == len(args) {
		v, ok := op.Eval(t, consts...)
		return ir.Const(v), ok
	}
	if len(args) == 2 && !t.IsFloat() {
		e, ok := op.Neutral(t)
		switch {
		case ok && args[0] == ir.Const(e):
			return args[1], true
		case ok && args[1] == ir.Const(e):
			return args[0], true
		case op == scalar.Sub && args[1] == ir.Const(scalar.Zero(t)):
			return args[0], true
		case args[0] != args[1]:
		case op == scalar.Eq || op == scalar.Le || op == scalar.Ge:
			return yes, true
		case op == scalar.And || op == scalar.Or:
			return args[0], true
		}
	}
	return ir.Atom{}, false
}

// I64 applies an operator to sizes or indices.
func (b *Builder) I64(base string, op scalar.Op, args ...ir.Atom) ir.Atom {
	return b.Prim(base, op, scalar.I64, args...)
}

// Bool applies a logical operator.
func (b *Builder) Bool(base string, op scalar.Op, args ...ir.Atom) ir.Atom {
	return b.Prim(base, op, scalar.Bool, args...)
}

// All is the conjunction of conditions.
func (b *Builder) All(conds ...ir.Atom) ir.Atom {
	ok := conds[0]
	for _, c := range conds[1:] {
		ok = b.Bool("ok", scalar.And, ok, c)
	}
	return ok
}

// Convert converts a scalar.
func (b *Builder) Convert(from, to scalar.Type, x ir.Atom) ir.Atom {
	if from == to {
		return x
	}
	if !x.IsVar() {
		return ir.Const(scalar.Convert(to, x.Const))
	}
	o := operation{at: to, from: from, args: [3]ir.Atom{x}}
	return b.numbered(o, func() ir.Atom { return b.scope.Convert(from, to, x) })
}

// let binds an expression's one result.
func (b *Builder) let(base string, t ir.Type, e ir.Exp) ir.Atom {
	a := b.scope.Let(base, t, e)
	b.flow.Stm(b.scope.last())
	return a
}

// bind adds a statement with the given pattern.
func (b *Builder) bind(pat []ir.Param, e ir.Exp) {
	b.scope.Bind(pat, e)
	b.flow.Stm(b.scope.last())
}

func (s *scope) last() *ir.Stm {
	stms := s.Stms()
	return stms[len(stms)-1]
}

// lets binds an expression's results to the leaves of a shape.
func (b *Builder) lets(base string, s Shape, e ir.Exp) Value {
	ts := Leaves(s)
	pat := make([]ir.Param, len(ts))
	atoms := make([]ir.Atom, len(ts))
	for i, t := range ts {
		pat[i] = ir.Param{Name: b.names.Fresh(base), Type: t}
		atoms[i] = ir.Var(pat[i].Name)
	}
	b.bind(pat, e)
	return Value{Shape: s, flat: atoms}
}

// params makes parameters for the leaves of a shape.
func (b *Builder) params(base string, s Shape) ([]ir.Param, Value) {
	var params []ir.Param
	var atoms []ir.Atom
	eachLeaf(s, func(t ir.Type) {
		p := ir.Param{Name: b.names.Fresh(base), Type: t}
		params = append(params, p)
		atoms = append(atoms, ir.Var(p.Name))
	})
	b.flow.Bound(params)
	return params, Value{Shape: s, flat: atoms}
}

// Resize views v under sizes that a front end's types say are its own. Where they are not
// the same by construction, it asserts that they are: a mistake of a type checker then ends
// a program with a message, and does not make it read memory that is not the array's.
func (b *Builder) Resize(v Value, to Shape) Value {
	if b.unchecked {
		return b.view(v, to)
	}
	from, want := Dims(v.Shape), Dims(to)
	var same, have, need []ir.Atom
	for i := range from {
		eq := b.I64("same", scalar.Eq, from[i], want[i])
		if held, _ := b.scope.open.held.Innermost(eq); eq == yes || held {
			continue
		}
		same, have, need = append(same, eq), append(have, from[i]), append(need, want[i])
	}
	if len(same) > 0 {
		b.assertAll(same, "Size ", ShapeText(have), " where the types say ", ShapeText(need), ": a mistake of the type checker; please report it.")
	}
	return b.view(v, to)
}

// view views v under sizes that equal its own by construction, or that assertions have
// compared.
func (b *Builder) view(v Value, to Shape) Value {
	from, want := Leaves(v.Shape), Leaves(to)
	atoms := make([]ir.Atom, len(v.Atoms()))
	for i, a := range v.Atoms() {
		if !sameDims(from[i].Dims, want[i].Dims) {
			a = b.let(a.Name.Base, want[i], viewed(a, from[i], want[i]))
		}
		atoms[i] = a
	}
	return Value{Shape: to, flat: atoms}
}

// viewed is array a, of type from, as an array of type to. Where constants tell
// that it has not as many elements, a check has failed before and any array does.
func viewed(a ir.Atom, from, to ir.Type) ir.Exp {
	for i, d := range from.Dims {
		have, ok1 := d.AsSize()
		want, ok2 := to.Dims[i].AsSize()
		if ok1 && ok2 && have != want {
			return &ir.Replicate{Shape: to.Dims, Value: ir.Const(scalar.Zero(to.Elem))}
		}
	}
	return &ir.Reshape{Shape: to.Dims, Array: a.Name}
}

func sameDims(a, b []ir.Atom) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Pos is the position of the statements to come.
func (b *Builder) Pos() source.Pos { return b.scope.Pos }

// IsEmpty reports whether nothing has been computed in the present scope.
func (b *Builder) IsEmpty() bool { return len(b.scope.Stms()) == 0 }

// At sets the position of the statements to come and returns a function that
// sets it back.
func (b *Builder) At(pos source.Pos) func() {
	s, old := b.scope, b.scope.Pos
	s.Pos = pos
	b.lowering = pos
	return func() { s.Pos = old }
}
