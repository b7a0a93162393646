package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// sizeOps are the operators that sizes are computed with.
var sizeOps = map[string]scalar.Op{
	"+": scalar.Add, "-": scalar.Sub, "*": scalar.Mul, "/": scalar.Div, "%": scalar.Mod,
	"//": scalar.Quot, "%%": scalar.Rem, "**": scalar.Pow,
	"&": scalar.And, "|": scalar.Or, "^": scalar.Xor, "<<": scalar.Shl, ">>": scalar.Shr,
}

// size computes a size by arithmetic, unless it depends on what has no value
// here or needs a call.
func (fr *frame) size(s types.Size) (ir.Atom, bool) {
	return fr.sizeBy(s, func(*types.SizeExp) (ir.Atom, bool) { return ir.Atom{}, false })
}

// anySize is size for sizes that need calls too.
func (fr *frame) anySize(s types.Size) (ir.Atom, bool) {
	return fr.sizeBy(s, func(e *types.SizeExp) (ir.Atom, bool) {
		v, ok := fr.sizeExp(e)
		if !ok {
			return ir.Atom{}, false
		}
		return v.Atom(), true
	})
}

// sizeExp computes a part of a size, of any type, with what its names stand for.
func (fr *frame) sizeExp(s *types.SizeExp) (lower.Value, bool) {
	given := map[*types.Binding]lower.Value{}
	for i, b := range s.Names {
		if v, ok := s.Args[i].(*types.SizeVar); ok && v.Binding == b {
			continue
		}
		v, ok := fr.sizeArg(b, s.Args[i])
		if !ok {
			return lower.Value{}, false
		}
		given[b] = v
	}
	if len(given) > 0 && fr.namesTypes(s.Exp) {
		return lower.Value{}, false // those of another function's definition
	}
	for b, v := range given {
		fr.give(b, v)
	}
	defer func() {
		for b := range given {
			fr.forget(b)
		}
	}()
	if !fr.closed(s.Exp) {
		return lower.Value{}, false
	}
	return fr.exp(s.Exp), true
}

// sizeArg is the value that stands for b in a size.
func (fr *frame) sizeArg(b *types.Binding, arg types.Size) (lower.Value, bool) {
	switch arg := arg.(type) {
	case *types.SizeVar:
		v, ok := fr.vals[arg.Binding]
		if ok {
			return v, true
		}
	case *types.SizeExp:
		return fr.sizeExp(arg)
	}
	if b.Type != types.Type(types.Scalar{Type: scalar.I64}) {
		return lower.Value{}, false
	}
	a, ok := fr.anySize(arg)
	return lower.ScalarValue(scalar.I64, a), ok
}

// namesTypes reports whether names in e are used at types with parameters.
func (fr *frame) namesTypes(e syntax.Exp) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok {
			for _, t := range fr.Uses[v].Types {
				eachParam(t, func(*types.Param) { found = true })
			}
		}
		return true
	})
	return found
}

// mustSize computes a size that a check at run time needs.
func (fr *frame) mustSize(at syntax.Node, s types.Size) ir.Atom {
	a, ok := fr.anySize(s)
	if !ok {
		fr.ambiguousSize(at, s.String())
	}
	return a
}

// ambiguousSize reports a size parameter that no argument and no type gives a
// value to.
func (fr *frame) ambiguousSize(at syntax.Node, name string) {
	lower.Fail(source.Errorf(at.Pos(), "The size %q is ambiguous: no argument of this call says what it is", name).
		WithHint("say it with :> where the function is called, or make it a parameter of type i64"))
}

// sizeKey is a size that has been computed: types share the parts of large ones.
type sizeKey struct {
	frame   *frame
	changes int // the frame's
	size    *types.SizeOp
}

func (fr *frame) sizeBy(s types.Size, call func(*types.SizeExp) (ir.Atom, bool)) (ir.Atom, bool) {
	switch s := s.(type) {
	case types.SizeConst:
		return ir.Size(int64(s)), true
	case *types.SizeVar:
		v, ok := fr.vals[s.Binding]
		if !ok && s.Binding.Kind == types.Global && fr.isConstant(s.Binding) {
			if c := fr.constantAt(s.Binding); c.static {
				v, ok = c.value, true
			}
		}
		if !ok || lower.LeafCount(v.Shape) != 1 {
			return ir.Atom{}, false
		}
		return v.Atom(), true
	case *types.SizeOp:
		key := sizeKey{fr, fr.changes, s}
		if a, ok := fr.Remembered(key); ok {
			return a, true
		}
		x, ok1 := fr.sizeBy(s.Left, call)
		y, ok2 := fr.sizeBy(s.Right, call)
		op, known := sizeOps[s.Op]
		if !ok1 || !ok2 || !known {
			return ir.Atom{}, false
		}
		a := fr.Operator(op, scalar.I64, lower.ScalarValue(scalar.I64, x), lower.ScalarValue(scalar.I64, y)).Atom()
		fr.Remember(key, a)
		return a, true
	case *types.SizeExp:
		return call(s)
	}
	return ir.Atom{}, false
}

// closed reports whether all names in e have values here.
func (fr *frame) closed(e syntax.Exp) bool {
	closed := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok {
			switch b := fr.Uses[v].Binding; b.Kind {
			case types.Local, types.SizeParam, types.Unknown:
				closed = closed && fr.bound(b)
			}
		}
		return closed
	})
	return closed
}
