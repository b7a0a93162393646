package elaborate

import (
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// deepest bounds how deep applications of functions nest.
const deepest = 500

// array elaborates an expression that is an array. The right argument comes first, as in APL.
func (e *elaborator) array(s *scope, x syntax.Expr) *array {
	defer e.at(x.Start())()
	switch x := x.(type) {
	case *syntax.Number:
		if x.IsInt {
			return e.int(x.Int)
		}
		return e.double(x.Float)
	case *syntax.Zilde:
		return e.ints()
	case *syntax.Strand:
		return e.strand(s, x)
	case *syntax.Name:
		a, ok := e.name(s, x).(*array)
		if !ok {
			panic(e.fail("%s is a function, but is used as an array", x.Name))
		}
		return a
	case *syntax.Apply1:
		right := e.array(s, x.Right)
		f := e.fun(s, x.Fun)
		return e.call(f, x.Fun, nil, right)
	case *syntax.Apply2:
		right := e.array(s, x.Right)
		left := e.array(s, x.Left)
		f := e.fun(s, x.Fun)
		return e.call(f, x.Fun, left, right)
	case *syntax.Select:
		return e.selected(s, x)
	case *syntax.Index:
		of := e.array(s, x.Of)
		return e.index(of, e.subscripts(s, x.Subs))
	case *syntax.Assign:
		return e.assign(s, x).(*array)
	case *syntax.AssignIndex:
		return e.assignIndex(s, x)
	case *syntax.AssignStrand:
		return e.assignStrand(s, x)
	case *syntax.Output:
		v := e.array(s, x.Value)
		if e.nested > 0 {
			panic(e.fail("⎕← in a guard, or in a function that is applied to each element, is not supported"))
		}
		e.outputs = append(e.outputs, v)
		return v
	}
	panic(e.fail("a function is used as an array"))
}

// call applies a function at the position of its text.
func (e *elaborator) call(f *function, at syntax.Expr, left, right *array) *array {
	defer e.at(at.Start())()
	if e.depth++; e.depth > deepest {
		panic(e.fail("functions nest more than %v deep", deepest))
	}
	defer func() { e.depth-- }()
	return f.call(left, right)
}

func (e *elaborator) subscripts(s *scope, subs []syntax.Expr) []*array {
	out := make([]*array, len(subs))
	for i, sub := range subs {
		if sub != nil {
			out[i] = e.array(s, sub)
		}
	}
	return out
}

func (e *elaborator) strand(s *scope, x *syntax.Strand) *array {
	elems := make([]*array, len(x.Elems))
	var base types.Base = types.Bool
	for i := len(elems) - 1; i >= 0; i-- {
		elems[i] = e.array(s, x.Elems[i])
		if elems[i].rank() != 0 {
			panic(source.Errorf(x.Elems[i].Start(), "an array of rank %d in a vector makes a nested array, which is not supported", elems[i].rank()).
				WithHint("join arrays with a comma"))
		}
		base = wider(base, elems[i].base())
	}
	for i := range elems {
		elems[i] = e.coerce(elems[i], base)
	}
	return e.vector(base, elems...)
}

// name is the meaning of a name.
func (e *elaborator) name(s *scope, n *syntax.Name) any {
	v := s.lookup(n.Name)
	switch {
	case v != nil:
		return v
	case n.Name == "⍺⍺" || n.Name == "⍵⍵":
		panic(e.fail("this dfn uses its operand %s, but is applied as a function", n.Name).WithHint("an operator has its operand to its left: f{⍺⍺ ⍵}x"))
	case n.Name == "⍺":
		panic(e.fail("this function uses ⍺, but is applied to one argument").WithHint("⍺←… gives ⍺ a value where there is no left argument"))
	}
	panic(e.fail("unknown name %q: names are lexically scoped, and assigned before they are used", n.Name))
}

// value elaborates an expression of any class.
func (e *elaborator) value(s *scope, x syntax.Expr) any {
	switch x.Class() {
	case syntax.Array:
		return e.array(s, x)
	case syntax.Function:
		return e.fun(s, x)
	}
	return e.operator(s, x)
}

func (e *elaborator) operator(s *scope, x syntax.Expr) *operator {
	defer e.at(x.Start())()
	switch x := x.(type) {
	case *syntax.Dfn:
		return &operator{x, s}
	case *syntax.Name:
		return e.name(s, x).(*operator)
	case *syntax.Assign:
		return e.assign(s, x).(*operator)
	}
	panic(e.fail("an operator is expected"))
}

// assign is name←value.
func (e *elaborator) assign(s *scope, a *syntax.Assign) any {
	if a.Name == "⍺" && s.names["⍺"] != nil {
		return s.names["⍺"] // there is a left argument: the default is not evaluated
	}
	v := e.value(s, a.Value)
	if a.Fun != nil {
		old, ok := s.lookup(a.Name).(*array)
		if !ok {
			panic(source.Errorf(a.Start(), "%q has no value that could be changed", a.Name))
		}
		v = e.call(e.fun(s, a.Fun), a.Fun, old, v.(*array))
	}
	if f, ok := v.(*function); ok {
		v = e.sharable(f, s)
	}
	s.set(a.Name, v)
	return v
}

// assignStrand is a b←v: each name gets an element of v, or a scalar.
func (e *elaborator) assignStrand(s *scope, a *syntax.AssignStrand) *array {
	v := e.array(s, a.Value)
	defer e.at(a.Start())()
	n := int64(len(a.Names))
	if v.rank() > 1 {
		panic(e.fail("RANK ERROR: the value of %v is a scalar or a vector, but has rank %v", counted(int(n), "name"), v.rank()))
	}
	if have, ok := v.length(); ok && have != n {
		panic(e.fail("LENGTH ERROR: a vector of %v for %v", have, counted(int(n), "name")))
	} else if v.rank() == 1 && !ok {
		e.sameExtent(e.tally(v), e.int(n))
	}
	for i, name := range a.Names {
		x := v
		if v.rank() == 1 {
			x = e.item(v, int64(i+1))
		}
		s.set(name, x)
	}
	return v
}

// fun elaborates an expression that is a function.
func (e *elaborator) fun(s *scope, x syntax.Expr) *function {
	defer e.at(x.Start())()
	switch x := x.(type) {
	case *syntax.Prim:
		return e.primitive(x.Glyph)
	case *syntax.Name:
		f, ok := e.name(s, x).(*function)
		if !ok {
			panic(e.fail("%s is an array, but is used as a function", x.Name))
		}
		return f
	case *syntax.Dfn:
		return e.closure(x, s, nil, nil)
	case *syntax.Paren:
		return e.train(s, x.Train.Parts)
	case *syntax.Train:
		return e.train(s, x.Parts)
	case *syntax.Assign:
		return e.assign(s, x).(*function)
	case *syntax.Axis:
		return e.axis(s, x)
	case *syntax.Operate1:
		return e.derived(s, x.Op, x.Left, nil)
	case *syntax.Operate2:
		if p, ok := x.Op.(*syntax.Prim); ok {
			return e.operate2(s, x, p.Glyph)
		}
		return e.derived(s, x.Op, x.Left, x.Right)
	}
	panic(e.fail("an array is used as a function"))
}

// derived is an operator with its operands.
func (e *elaborator) derived(s *scope, op, left, right syntax.Expr) *function {
	if p, ok := op.(*syntax.Prim); ok {
		if left.Class() != syntax.Function {
			panic(e.fail("the operand of %s is a function", p.Glyph))
		}
		return e.operate1(p.Glyph, e.fun(s, left))
	}
	o := e.operator(s, op)
	var operands [2]any
	operands[0] = e.value(s, left)
	if right != nil {
		operands[1] = e.value(s, right)
	}
	return e.closure(o.dfn, o.scope, operands[0], operands[1])
}

// axis is f[k].
func (e *elaborator) axis(s *scope, x *syntax.Axis) *function {
	axis := e.array(s, x.Axis)
	if p, ok := x.Fun.(*syntax.Prim); ok && p.Glyph == "," {
		if f := e.joinedAxes(axis); f != nil {
			return f
		}
	}
	n, ok := axis.number()
	if !ok || n < 1 {
		panic(e.fail("an axis is a number from 1 that stands in the program"))
	}
	k := int(n)
	if o, ok := x.Fun.(*syntax.Operate1); ok {
		if p, ok := o.Op.(*syntax.Prim); ok && p.Glyph != "¨" && p.Glyph != "⍨" {
			return e.slash(p.Glyph, e.fun(s, o.Left), k)
		}
	}
	p, ok := x.Fun.(*syntax.Prim)
	if !ok || along[p.Glyph] == nil {
		panic(e.fail("this function takes no axis"))
	}
	return &function{name: p.Glyph + "[k]", call: func(left, y *array) *array {
		if r := y.rank(); k > r && (left == nil || k > left.rank()) {
			panic(e.fail("RANK ERROR: axis %v of an array of rank %v", k, r))
		}
		return along[p.Glyph](e, left, y, k)
	}}
}

// train is (f g), which is f⍤g, or (f g h): (x f y) g (x h y); longer ones from the right.
func (e *elaborator) train(s *scope, parts []syntax.Expr) *function {
	n := len(parts)
	if n == 1 {
		return e.fun(s, parts[0])
	}
	h := e.fun(s, parts[n-1])
	for n--; n > 0; n -= 2 {
		g, last := e.fun(s, parts[n-1]), h
		if n == 1 {
			return &function{name: "train", call: func(x, y *array) *array { return g.call(nil, last.call(x, y)) }}
		}
		if parts[n-2].Class() == syntax.Array {
			a := parts[n-2]
			h = &function{name: "train", call: func(x, y *array) *array {
				right := last.call(x, y)
				return g.call(e.array(s, a), right)
			}}
			continue
		}
		f := e.fun(s, parts[n-2])
		h = &function{name: "train", call: func(x, y *array) *array {
			right := last.call(x, y)
			return g.call(f.call(x, y), right)
		}}
	}
	return h
}

// closure is a dfn in the scope of its text, with its operands.
func (e *elaborator) closure(d *syntax.Dfn, outer *scope, left, right any) *function {
	return &function{name: "{…}", call: func(x, y *array) *array {
		s := &scope{names: map[string]any{"⍵": y}, outer: outer}
		if x != nil {
			s.names["⍺"] = x
		}
		if left != nil {
			s.names["⍺⍺"] = left
		}
		if right != nil {
			s.names["⍵⍵"] = right
		}
		if e.depth++; e.depth > deepest {
			panic(e.fail("functions nest more than %v deep", deepest))
		}
		defer func() { e.depth-- }()
		check := e.annotated(d, x, y)
		return check(e.body(d, s, d.Body))
	}}
}

// body elaborates the statements of a dfn up to its result.
func (e *elaborator) body(d *syntax.Dfn, s *scope, stmts []syntax.Stmt) *array {
	for i, st := range stmts {
		if st.Guard != nil {
			return e.guard(d, s, st, stmts[i+1:])
		}
		a, isAssign := st.Exp.(*syntax.Assign)
		_, isElement := st.Exp.(*syntax.AssignIndex)
		_, isStrand := st.Exp.(*syntax.AssignStrand)
		_, isOutput := st.Exp.(*syntax.Output)
		last := i == len(stmts)-1
		switch {
		case isAssign && !(last && a.Class() == syntax.Array):
			func() {
				defer e.at(a.Start())()
				e.assign(s, a)
			}()
		case (isElement || isStrand || isOutput) && !last:
			e.array(s, st.Exp)
		default:
			return e.array(s, st.Exp)
		}
	}
	panic(source.Errorf(d.End, "this dfn has no result").WithHint("its last statement is an expression"))
}

// guard is condition : result, and what follows.
func (e *elaborator) guard(d *syntax.Dfn, s *scope, st syntax.Stmt, rest []syntax.Stmt) *array {
	cond := e.array(s, st.Guard)
	defer e.at(st.Guard.Start())()
	if n, ok := cond.length(); ok && n == 1 {
		cond = e.only(cond)
	}
	if cond.rank() != 0 {
		panic(e.fail("RANK ERROR: the condition of a guard is a scalar, but has rank %v", cond.rank()))
	}
	cond = e.truth(cond, "a guard")
	if b, ok := cond.exp.(*tail.Bool); ok {
		if b.Value {
			return e.array(s, st.Exp)
		}
		return e.body(d, s, rest)
	}
	then := e.part(func() *array { return e.array(s.branch(), st.Exp) })
	els := e.part(func() *array { return e.body(d, s.branch(), rest) })
	x, y := then.result, els.result
	if x.rank() != y.rank() {
		panic(e.fail("the results of this dfn have different ranks: %v if the guard holds, else %v", x.rank(), y.rank()).
			WithHint("make a vector of a scalar with a comma: ,x"))
	}
	base := wider(x.base(), y.base())
	x, y = e.resume(then, base), e.resume(els, base)
	t := types.Widened(x.typ)
	if sameVector(x.typ, y.typ) {
		if v, ok := x.typ.(types.Vector); ok {
			t = v
		}
	}
	return e.bind(&tail.If{At: tail.At{Pos: e.pos}, Cond: cond.exp, Then: wrapped(then.lets, x.exp), Else: wrapped(els.lets, y.exp)}, t)
}
