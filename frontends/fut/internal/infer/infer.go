package infer

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// mismatch is the error for types that do not agree at a node. The format's
// arguments are types; the reason is added where it is known.
func (c *checker) mismatch(at syntax.Node, m *mismatch, format string, args ...any) *source.Error {
	for i, a := range args {
		if t, ok := a.(types.Type); ok {
			args[i] = c.shown(t)
		}
	}
	msg := fmt.Sprintf(format, args...)
	if m.detail != "" {
		msg += ". " + m.detail
	}
	e := c.errorf(at, "%s", msg)
	for _, n := range append(m.notes, m.why) {
		if n.Pos.IsValid() && n.What != "" {
			e.WithNote(n.Pos, "%s", n.What)
		}
	}
	if integer, ok := strings.CutPrefix(m.detail, `Cannot unify type "`); ok && strings.HasSuffix(m.why.What, aFraction) {
		integer, _, _ = strings.Cut(integer, `"`)
		if t, scalar := scalar.ParseType(integer); scalar && t.IsInt() {
			e.WithHint("numbers that are combined have one type: convert the integer, as in f64.%s (…), or those of an array, as in map f64.%[1]s xs", t)
		}
	}
	return e
}

// aFraction is what a literal with a fraction is called.
const aFraction = "a literal with a fraction or an exponent"

// shown is a type as messages show it.
func (c *checker) shown(t types.Type) string { return types.Strip(t).String() }

// checkExp infers the type of e where want is expected; it tells a lambda what
// its parameters are.
func (c *checker) checkExp(e syntax.Exp, want types.Type) types.Type {
	l, ok := e.(*syntax.Lambda)
	if !ok {
		return c.infer(e)
	}
	return c.record(e, c.lambda(l, want))
}

// infer finds the type of e.
func (c *checker) infer(e syntax.Exp) (t types.Type) {
	if c.collect == nil {
		return c.inferExp(e)
	}
	c.orElse(func() { t = c.inferExp(e) }, func() { t = c.record(e, c.anything()) })
	return t
}

func (c *checker) inferExp(e syntax.Exp) types.Type {
	c.checking = e.Pos()
	switch e := e.(type) {
	case *syntax.Var:
		if strings.HasPrefix(e.Name, "_") {
			panic(c.errorf(e, "Use of %q: variables prefixed with underscore may not be accessed", e.Name).WithHint("give it a name without _ where it is bound"))
		}
		return c.use(e)
	default:
		return c.record(e, c.inferNode(e))
	}
}

// implied infers the type of e, which is a name that the program does not write
// a second time if it is at the position where it is written once: {a} is {a = a}.
func (c *checker) implied(e syntax.Exp, once source.Pos) types.Type {
	if v, ok := e.(*syntax.Var); ok && v.Position == once {
		return c.use(v)
	}
	return c.infer(e)
}

func (c *checker) inferNode(e syntax.Exp) types.Type {
	switch e := e.(type) {
	case *syntax.IntLit:
		return c.literal(e.Suffix, scalar.NumericTypes, e.Position, "a number literal")
	case *syntax.FloatLit:
		return c.literal(e.Suffix, scalar.FloatTypes, e.Position, aFraction)
	case *syntax.BoolLit:
		return types.Boolean
	case *syntax.CharLit:
		return c.literal("", scalar.NumericTypes, e.Position, "a character literal")
	case *syntax.Hole:
		return c.fresh()
	case *syntax.Bad:
		return c.unresolved()
	case *syntax.StringLit:
		return &types.Array{Dim: types.SizeConst(len(e.Value)), Elem: types.U8}
	case *syntax.Open:
		return c.infer(e.Exp)
	case *syntax.Tuple:
		elems := make([]types.Type, len(e.Elems))
		for i, x := range e.Elems {
			elems[i] = types.Strip(c.infer(x))
		}
		return types.Tuple(elems...)
	case *syntax.Record:
		r := &types.Record{}
		seen := map[string]source.Pos{}
		for _, f := range e.Fields {
			if first, twice := seen[f.Name]; twice {
				panic(c.errorf(f, "Duplicate record fields: %q", f.Name).WithNote(first, "first here"))
			}
			seen[f.Name] = f.Position
			r.Fields = append(r.Fields, types.Field{Name: f.Name, Type: types.Strip(c.implied(f.Exp, f.Position))})
		}
		c.sortFields(e.Position, r)
		return r
	case *syntax.Construct:
		return c.construct(e)
	case *syntax.Array:
		return c.arrayLit(e)
	case *syntax.Range:
		return c.rangeExp(e)
	case *syntax.Project:
		t := c.infer(e.Exp)
		if v, ok := e.Exp.(*syntax.Var); ok && v.Module == "" {
			c.hidden(e, v, t)
		}
		return c.project(e, t, e.Field)
	case *syntax.Index:
		return c.index(e, c.infer(e.Exp), e.Slice, e)
	case *syntax.Update:
		return c.update(e)
	case *syntax.Apply:
		return c.apply(e)
	case *syntax.BinOp:
		return c.binOp(e)
	case *syntax.Neg:
		return c.onNumbers(e, e.Exp, scalar.NumericTypes, "operand of -")
	case *syntax.Not:
		return c.onNumbers(e, e.Exp, scalar.BitTypes, "operand of !")
	case *syntax.Lambda:
		return c.lambda(e, c.fresh())
	case *syntax.LeftSection, *syntax.RightSection, *syntax.PathSection:
		return c.section(e)
	case *syntax.Let, *syntax.LetFun, *syntax.If, *syntax.Match, *syntax.Loop:
		return c.control(e)
	case *syntax.Assert:
		c.expect(e.Cond, types.Boolean, "The condition of an assertion")
		return c.infer(e.Exp)
	case *syntax.Ascript:
		return c.ascript(e)
	case *syntax.Coerce:
		return c.coerce(e)
	case *syntax.Attributed:
		return c.infer(e.Exp)
	}
	panic(c.errorf(e, "This kind of expression is not supported yet"))
}

// literal is the type of a literal: its suffix's, or one of on.
func (c *checker) literal(suffix string, on scalar.TypeSet, pos source.Pos, what string) types.Type {
	if t, ok := scalar.ParseType(suffix); ok {
		return types.Scalar{Type: t}
	}
	return c.freshOn(on, pos, "this is "+what)
}

// expect demands that e has type want; what describes e.
func (c *checker) expect(e syntax.Exp, want types.Type, what string) types.Type {
	got := c.checkExp(e, want)
	if err := c.unify(want, got); err != nil {
		e := c.mismatch(e, err, what+" must have type %s, but has type %s", want, got)
		if s, ok := types.Find(types.Strip(got)).(types.Scalar); ok && want == types.Type(types.Boolean) && s != types.Boolean {
			e.WithHint("compare it with something, as in x != 0")
		}
		panic(e)
	}
	return got
}

// construct is the type of a value of a sum type, of which only one constructor is known.
func (c *checker) construct(e *syntax.Construct) types.Type {
	payload := make([]types.Type, len(e.Payload))
	for i, x := range e.Payload {
		payload[i] = types.Strip(c.infer(x))
	}
	return c.freshSum(e.Position, e.Name, payload)
}

// freshSum makes a meta for a sum type that has a constructor.
func (c *checker) freshSum(pos source.Pos, name string, payload []types.Type) *types.Meta {
	m := c.fresh()
	m.Constructors, m.Why = []types.Field{{Name: name, Type: types.Tuple(payload...)}}, types.Why{Pos: pos}
	return m
}

func (c *checker) arrayLit(e *syntax.Array) types.Type {
	elem := types.Type(c.freshElement(e.Position, "functions and values of lifted types cannot be in arrays"))
	for i, x := range e.Elems {
		t := types.Strip(c.infer(x))
		if i == 0 {
			if err := c.unify(elem, t); err != nil {
				panic(c.mismatch(x, err, "When checking type used in array: an element has type %s", t))
			}
			elem = t
			continue
		}
		if err := c.unify(elem, t); err != nil {
			e := c.mismatch(x, err, "Types %s and %s do not match: this element differs from the first", t, elem)
			if err.sizes || isArray(t) && strings.HasPrefix(err.detail, "Sizes ") {
				e.WithHint("%s", irregular)
			}
			panic(e)
		}
	}
	return &types.Array{Dim: types.SizeConst(len(e.Elems)), Elem: elem}
}

// rangeExp is the type of a range. Its size is known where it is a simple
// expression of the bounds.
func (c *checker) rangeExp(e *syntax.Range) types.Type {
	t := types.Type(c.freshOn(scalar.SignedTypes, e.Position, "ranges are of signed integers"))
	for _, x := range []syntax.Exp{e.First, e.Second, e.Last} {
		if x == nil {
			continue
		}
		got := c.infer(x)
		if err := c.unify(t, got); err != nil {
			panic(c.mismatch(x, err, "This bound of the range has type %s, but the range is of %s", got, t))
		}
	}
	return &types.Array{Dim: c.rangeSize(e, t), Elem: t}
}

func (c *checker) rangeSize(e *syntax.Range, t types.Type) types.Size {
	first, ok1 := c.sizeOf(e.First)
	last, ok2 := c.sizeOf(e.Last)
	isSize := types.Find(t) == types.Type(types.I64) // a type that is found later is too late
	if e.Second != nil && !c.isNext(e.Second, first) || e.Kind == syntax.DownTo || !ok1 || !ok2 || !isSize {
		return c.madeHere(e)
	}
	if isConst(first, last) && types.FindSize(last).(types.SizeConst) < types.FindSize(first).(types.SizeConst) {
		return types.SizeConst(0)
	}
	if e.Kind == syntax.UpTo {
		return difference(last, first)
	}
	if e.Second != nil && types.FindSize(first) == types.Size(types.SizeConst(1)) {
		return last // 1..2...n
	}
	return &types.SizeOp{Op: "+", Left: &types.SizeOp{Op: "-", Left: last, Right: first}, Right: types.SizeConst(1)}
}

// isNext reports whether e is the constant after first.
func (c *checker) isNext(e syntax.Exp, first types.Size) bool {
	second, ok := c.sizeOf(e)
	return ok && isConst(first, second) && types.FindSize(second).(types.SizeConst) == types.FindSize(first).(types.SizeConst)+1
}

func isConst(ss ...types.Size) bool {
	for _, s := range ss {
		if _, ok := types.FindSize(s).(types.SizeConst); !ok {
			return false
		}
	}
	return true
}

// difference is a - b.
func difference(a, b types.Size) types.Size {
	if types.FindSize(b) == types.Size(types.SizeConst(0)) {
		return a
	}
	return &types.SizeOp{Op: "-", Left: a, Right: b}
}

// madeHere is a new size that e makes.
func (c *checker) madeHere(e syntax.Exp) types.Size {
	b := c.unknown("", e.Pos())
	c.info.Unknown[e] = append(c.info.Unknown[e], b)
	return &types.SizeVar{Binding: b}
}

// project is the type of a field of a value of type t.
func (c *checker) project(at syntax.Node, t types.Type, field string) types.Type {
	switch r := types.Find(types.StripOuter(t)).(type) {
	case *types.Record:
		if ft, ok := r.Named(field); ok {
			return ft
		}
	case *types.Meta:
		if r.On != 0 || len(r.Constructors) > 0 {
			break
		}
		ft := c.fresh()
		ft.Level = min(ft.Level, r.Level)
		if !r.Why.Pos.IsValid() {
			r.Why.Pos = at.Pos()
		}
		if err := c.hasField(r, types.Field{Name: field, Type: ft}); err != nil {
			panic(c.mismatch(at, err, "The field %q does not fit", field))
		}
		return ft
	}
	e := c.errorf(at, "Attempt to access field %q of value of type %s, which has none of this name", field, c.shown(t))
	switch r := types.Find(types.StripOuter(t)).(type) {
	case *types.Array:
		e.WithHint("functions stand in front of their arguments: f xs")
	case *types.Func, *types.Meta:
		e.WithHint("functions are composed by f >-> g, which applies f first")
	case *types.Record:
		var fields []string
		for _, f := range r.Fields {
			fields = append(fields, f.Name)
		}
		if near, ok := names.Nearest(field, fields); ok {
			e.WithHint("did you mean %q?", near)
		} else if isTuple(r) {
			e.WithHint("the parts of a tuple are %s", "t.0, t.1, …")
		} else {
			e.WithHint("it has %s", strings.Join(fields, ", "))
		}
	case types.Scalar:
		e.WithHint("functions stand in front of their arguments, and those of a type of numbers are in its module: %s.%s x", r, field)
	}
	panic(e)
}

// hidden fails where a value is not a record and has the name of a scalar type, whose module it hides.
func (c *checker) hidden(e *syntax.Project, v *syntax.Var, t types.Type) {
	_, isRecord := types.Find(types.StripOuter(t)).(*types.Record)
	_, isOpen := types.Find(types.StripOuter(t)).(*types.Meta)
	if _, ok := scalar.ParseType(v.Name); ok && !isRecord && !isOpen {
		panic(c.errorf(e, "Attempt to access field %q of value of type %s, which has none of this name", e.Field, c.shown(t)).
			WithHint("%s is a value here, which hides the module of this name", v.Name))
	}
}

// onNumbers is the type of a prefix operator's application.
func (c *checker) onNumbers(e, x syntax.Exp, on scalar.TypeSet, what string) types.Type {
	got := types.Strip(c.infer(x))
	if err := c.unify(c.freshOn(on, e.Pos(), what), got); err != nil {
		panic(c.mismatch(x, err, "The %s has type %s", what, got))
	}
	return got
}

// ascript: e : t.
func (c *checker) ascript(e *syntax.Ascript) types.Type {
	want := c.written(e.Type, c.anySize())
	got := c.checkExp(e.Exp, want)
	if err := c.unify(want, got); err != nil {
		panic(remedy(c.mismatch(e.Exp, err, "Expression does not have expected type from explicit ascription: it has type %s, but is said to have type %s", got, want), err, got, want))
	}
	return want
}

// coerce: e :> t. Sizes are compared at run time, but where t has [] it has those of e.
func (c *checker) coerce(e *syntax.Coerce) types.Type {
	kept := map[types.Size]bool{}
	keep := func(source.Pos) types.Size {
		s := c.freshSize()
		kept[s] = true
		return s
	}
	want := c.written(e.Type, anonymous{keep, keep})
	got := types.Strip(c.infer(e.Exp))
	open := &types.Substitution{Size: func(s types.Size) types.Size {
		if kept[s] {
			return s
		}
		return c.freshSize()
	}}
	if err := c.unify(open.Apply(types.Strip(want)), got); err != nil {
		panic(c.mismatch(e.Exp, err, "Expression does not have expected type from explicit ascription: it has type %s, which cannot be coerced to %s", got, want))
	}
	return want
}

func (c *checker) fresh() *types.Meta {
	c.ids++
	m := &types.Meta{ID: c.ids, Number: c.ids - c.uncounted, Level: c.level}
	return m
}

// freshOn makes a meta for one of the scalars in on.
func (c *checker) freshOn(on scalar.TypeSet, pos source.Pos, what string) *types.Meta {
	m := c.fresh()
	m.On, m.Why = on, types.Why{Pos: pos, What: what}
	c.scalars = append(c.scalars, m)
	return m
}

// freshElement makes a meta for the type of an array's elements.
func (c *checker) freshElement(pos source.Pos, what string) *types.Meta {
	m := c.fresh()
	m.Data, m.Element, m.Why = true, true, types.Why{Pos: pos, What: what}
	return m
}

func (c *checker) freshSize() *types.SizeMeta {
	c.ids++
	return &types.SizeMeta{ID: c.ids, Number: c.ids - c.uncounted, Level: c.level}
}

// sizeToFind is a new size that inference has to find by the end of the definition.
func (c *checker) sizeToFind(origin types.SizeOrigin) *types.SizeMeta {
	m := c.freshSize()
	m.Origin = origin
	c.toFind = append(c.toFind, m)
	return m
}

// unknown makes a new size that expressions of the present scope may mention.
func (c *checker) unknown(name string, pos source.Pos) *types.Binding {
	c.ids++
	b := &types.Binding{Name: name, Pos: pos, Kind: types.Unknown, Type: types.I64, Level: c.level, Made: c.ids}
	if c.library {
		c.open[b] = true
	}
	return b
}
