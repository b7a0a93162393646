package types

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// mismatch is the error for types that do not agree at a node. The format's
// arguments are types; the reason is added where it is known.
func (c *checker) mismatch(at syntax.Node, m *mismatch, format string, args ...any) *source.Error {
	for i, a := range args {
		if t, ok := a.(Type); ok {
			args[i] = c.shown(t)
		}
	}
	msg := fmt.Sprintf(format, args...)
	if m.detail != "" {
		msg += ". " + m.detail
	}
	e := c.errorf(at, "%s", msg)
	for _, n := range append(m.notes, m.why) {
		if n.pos.IsValid() && n.what != "" {
			e.WithNote(n.pos, "%s", n.what)
		}
	}
	if integer, ok := strings.CutPrefix(m.detail, `Cannot unify type "`); ok && strings.HasSuffix(m.why.what, aFraction) {
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
func (c *checker) shown(t Type) string { return Strip(t).String() }

// checkExp infers the type of e where want is expected; it tells a lambda what
// its parameters are.
func (c *checker) checkExp(e syntax.Exp, want Type) Type {
	l, ok := e.(*syntax.Lambda)
	if !ok {
		return c.infer(e)
	}
	return c.record(e, c.lambda(l, want))
}

// infer finds the type of e.
func (c *checker) infer(e syntax.Exp) (t Type) {
	if c.collect == nil {
		return c.inferExp(e)
	}
	c.orElse(func() { t = c.inferExp(e) }, func() { t = c.record(e, c.anything()) })
	return t
}

func (c *checker) inferExp(e syntax.Exp) Type {
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
func (c *checker) implied(e syntax.Exp, once source.Pos) Type {
	if v, ok := e.(*syntax.Var); ok && v.Position == once {
		return c.use(v)
	}
	return c.infer(e)
}

func (c *checker) inferNode(e syntax.Exp) Type {
	switch e := e.(type) {
	case *syntax.IntLit:
		return c.literal(e.Suffix, scalar.NumericTypes, e.Position, "a number literal")
	case *syntax.FloatLit:
		return c.literal(e.Suffix, scalar.FloatTypes, e.Position, aFraction)
	case *syntax.BoolLit:
		return boolean
	case *syntax.CharLit:
		return c.literal("", scalar.NumericTypes, e.Position, "a character literal")
	case *syntax.Hole:
		return c.fresh()
	case *syntax.Bad:
		return c.unresolved()
	case *syntax.StringLit:
		return &Array{SizeConst(len(e.Value)), u8}
	case *syntax.Open:
		return c.infer(e.Exp)
	case *syntax.Tuple:
		elems := make([]Type, len(e.Elems))
		for i, x := range e.Elems {
			elems[i] = Strip(c.infer(x))
		}
		return Tuple(elems...)
	case *syntax.Record:
		r := &Record{}
		seen := map[string]source.Pos{}
		for _, f := range e.Fields {
			if first, twice := seen[f.Name]; twice {
				panic(c.errorf(f, "Duplicate record fields: %q", f.Name).WithNote(first, "first here"))
			}
			seen[f.Name] = f.Position
			r.Fields = append(r.Fields, Field{f.Name, Strip(c.implied(f.Exp, f.Position))})
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
		c.expect(e.Cond, boolean, "The condition of an assertion")
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
func (c *checker) literal(suffix string, on scalar.TypeSet, pos source.Pos, what string) Type {
	if t, ok := scalar.ParseType(suffix); ok {
		return Scalar{t}
	}
	return c.freshOn(on, pos, "this is "+what)
}

// expect demands that e has type want; what describes e.
func (c *checker) expect(e syntax.Exp, want Type, what string) Type {
	got := c.checkExp(e, want)
	if err := c.unify(want, got); err != nil {
		e := c.mismatch(e, err, what+" must have type %s, but has type %s", want, got)
		if s, ok := Find(Strip(got)).(Scalar); ok && want == Type(boolean) && s != boolean {
			e.WithHint("compare it with something, as in x != 0")
		}
		panic(e)
	}
	return got
}

// construct is the type of a value of a sum type, of which only one constructor is known.
func (c *checker) construct(e *syntax.Construct) Type {
	payload := make([]Type, len(e.Payload))
	for i, x := range e.Payload {
		payload[i] = Strip(c.infer(x))
	}
	return c.freshSum(e.Position, e.Name, payload)
}

// freshSum makes a meta for a sum type that has a constructor.
func (c *checker) freshSum(pos source.Pos, name string, payload []Type) *meta {
	m := c.fresh()
	m.constructors, m.why = []Field{{name, Tuple(payload...)}}, why{pos: pos}
	return m
}

func (c *checker) arrayLit(e *syntax.Array) Type {
	elem := Type(c.freshElement(e.Position, "functions and values of lifted types cannot be in arrays"))
	for i, x := range e.Elems {
		t := Strip(c.infer(x))
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
	return &Array{SizeConst(len(e.Elems)), elem}
}

// rangeExp is the type of a range. Its size is known where it is a simple
// expression of the bounds.
func (c *checker) rangeExp(e *syntax.Range) Type {
	t := Type(c.freshOn(scalar.SignedTypes, e.Position, "ranges are of signed integers"))
	for _, x := range []syntax.Exp{e.First, e.Second, e.Last} {
		if x == nil {
			continue
		}
		got := c.infer(x)
		if err := c.unify(t, got); err != nil {
			panic(c.mismatch(x, err, "This bound of the range has type %s, but the range is of %s", got, t))
		}
	}
	return &Array{c.rangeSize(e, t), t}
}

func (c *checker) rangeSize(e *syntax.Range, t Type) Size {
	first, ok1 := c.sizeOf(e.First)
	last, ok2 := c.sizeOf(e.Last)
	isSize := Find(t) == Type(i64) // a type that is found later is too late
	if e.Second != nil && !c.isNext(e.Second, first) || e.Kind == syntax.DownTo || !ok1 || !ok2 || !isSize {
		return c.madeHere(e)
	}
	if isConst(first, last) && findSize(last).(SizeConst) < findSize(first).(SizeConst) {
		return SizeConst(0)
	}
	if e.Kind == syntax.UpTo {
		return difference(last, first)
	}
	if e.Second != nil && findSize(first) == Size(SizeConst(1)) {
		return last // 1..2...n
	}
	return &SizeOp{"+", &SizeOp{"-", last, first}, SizeConst(1)}
}

// isNext reports whether e is the constant after first.
func (c *checker) isNext(e syntax.Exp, first Size) bool {
	second, ok := c.sizeOf(e)
	return ok && isConst(first, second) && findSize(second).(SizeConst) == findSize(first).(SizeConst)+1
}

func isConst(ss ...Size) bool {
	for _, s := range ss {
		if _, ok := findSize(s).(SizeConst); !ok {
			return false
		}
	}
	return true
}

// difference is a - b.
func difference(a, b Size) Size {
	if findSize(b) == Size(SizeConst(0)) {
		return a
	}
	return &SizeOp{"-", a, b}
}

// madeHere is a new size that e makes.
func (c *checker) madeHere(e syntax.Exp) Size {
	b := c.unknown("", e.Pos())
	c.info.Unknown[e] = append(c.info.Unknown[e], b)
	return &SizeVar{b}
}

// project is the type of a field of a value of type t.
func (c *checker) project(at syntax.Node, t Type, field string) Type {
	switch r := Find(StripOuter(t)).(type) {
	case *Record:
		if ft, ok := r.Named(field); ok {
			return ft
		}
	case *meta:
		if r.on != 0 || len(r.constructors) > 0 {
			break
		}
		ft := c.fresh()
		ft.level = min(ft.level, r.level)
		if !r.why.pos.IsValid() {
			r.why.pos = at.Pos()
		}
		if err := c.hasField(r, Field{field, ft}); err != nil {
			panic(c.mismatch(at, err, "The field %q does not fit", field))
		}
		return ft
	}
	e := c.errorf(at, "Attempt to access field %q of value of type %s, which has none of this name", field, c.shown(t))
	switch r := Find(StripOuter(t)).(type) {
	case *Array:
		e.WithHint("functions stand in front of their arguments: f xs")
	case *Func, *meta:
		e.WithHint("functions are composed by f >-> g, which applies f first")
	case *Record:
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
	case Scalar:
		e.WithHint("functions stand in front of their arguments, and those of a type of numbers are in its module: %s.%s x", r, field)
	}
	panic(e)
}

// hidden fails where a value is not a record and has the name of a scalar type, whose module it hides.
func (c *checker) hidden(e *syntax.Project, v *syntax.Var, t Type) {
	_, isRecord := Find(StripOuter(t)).(*Record)
	_, isOpen := Find(StripOuter(t)).(*meta)
	if _, ok := scalar.ParseType(v.Name); ok && !isRecord && !isOpen {
		panic(c.errorf(e, "Attempt to access field %q of value of type %s, which has none of this name", e.Field, c.shown(t)).
			WithHint("%s is a value here, which hides the module of this name", v.Name))
	}
}

// onNumbers is the type of a prefix operator's application.
func (c *checker) onNumbers(e, x syntax.Exp, on scalar.TypeSet, what string) Type {
	got := Strip(c.infer(x))
	if err := c.unify(c.freshOn(on, e.Pos(), what), got); err != nil {
		panic(c.mismatch(x, err, "The %s has type %s", what, got))
	}
	return got
}

// ascript: e : t.
func (c *checker) ascript(e *syntax.Ascript) Type {
	want := c.written(e.Type, c.anySize())
	got := c.checkExp(e.Exp, want)
	if err := c.unify(want, got); err != nil {
		panic(remedy(c.mismatch(e.Exp, err, "Expression does not have expected type from explicit ascription: it has type %s, but is said to have type %s", got, want), err, got, want))
	}
	return want
}

// coerce: e :> t. Sizes are compared at run time, but where t has [] it has those of e.
func (c *checker) coerce(e *syntax.Coerce) Type {
	kept := map[Size]bool{}
	keep := func(source.Pos) Size {
		s := c.freshSize()
		kept[s] = true
		return s
	}
	want := c.written(e.Type, anonymous{keep, keep})
	got := Strip(c.infer(e.Exp))
	open := &subst{size: func(s Size) Size {
		if kept[s] {
			return s
		}
		return c.freshSize()
	}}
	if err := c.unify(open.apply(Strip(want)), got); err != nil {
		panic(c.mismatch(e.Exp, err, "Expression does not have expected type from explicit ascription: it has type %s, which cannot be coerced to %s", got, want))
	}
	return want
}
