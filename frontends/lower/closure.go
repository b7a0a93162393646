package lower

import (
	"slices"

	"github.com/lamina-lang/lamina/core/source"
)

// Code is a function's text, without what it captures. A front end makes one
// for each function of its source, and not more, so that closures can be compared: the
// code is part of the shape of a closure, by its address.
type Code struct {
	Pos    source.Pos
	Name   string   // of the IR functions that it becomes
	Arity  int      // how many arguments it takes, at least one unless it is only called
	Params []string // names for the arguments, for readable IR
	Place  Placement
	// Unchecked leaves out assertions.
	Unchecked bool
	// Library is code that checks where its caller does.
	Library bool
	// Run lowers the body. It is called once for each place, or for each shape of what is
	// captured and of arguments, as Place says.
	Run func(b *Builder, captured []Captured, args []Value) Value

	id int // 0 before it has one
}

// Placement says where a function's applications are lowered.
type Placement uint8

// The places.
const (
	Shared  Placement = iota // in an IR function for each shape of arguments
	Once                     // the first in place, the others shared
	InPlace                  // where they stand
)

// Captured is what a closure carries: a value, and what that is the value of, in the
// terms of the front end.
type Captured struct {
	Of    any
	Name  string // for readable IR
	Value Value
}

// capture is what a closure's shape says of something captured.
type capture struct {
	of    any
	name  string
	shape Shape
}

// NewClosure is code with what it captures.
func NewClosure(c *Code, cs ...Captured) Value {
	captures, vs := make([]capture, len(cs)), make([]Value, len(cs))
	for i, x := range cs {
		captures[i], vs[i] = capture{x.Of, x.Name, x.Value.Shape}, x.Value
	}
	return joined(closureOf(c, captures), vs)
}

// Code tells the code of a closure, and how many arguments it has been given.
func (v Value) Code() (c *Code, given int) {
	s, ok := v.Shape.(*Closure)
	if !ok {
		return nil, 0
	}
	return s.code, s.given
}

// Capturing is a closure without arguments that carries more besides.
func (v Value) Capturing(more ...Captured) Value {
	s := v.Shape.(*Closure)
	captures, vs := slices.Clip(s.captures), v.closureParts()
	for _, x := range more {
		captures, vs = append(captures, capture{x.Of, x.Name, x.Value.Shape}), append(vs, x.Value)
	}
	return joined(closureOf(s.code, captures), vs)
}

// Apply applies a closure to arguments, fewer or more than it lacks.
func (b *Builder) Apply(f Value, args ...Value) Value {
	for len(args) > 0 {
		s := f.Shape.(*Closure)
		n := min(len(args), s.code.Arity-s.given)
		shapes := make([]Shape, n)
		for i, a := range args[:n] {
			shapes[i] = a.Shape
		}
		f = joined(s.applied(shapes), append([]Value{f}, args[:n]...))
		args = args[n:]
		if s.given+n == s.code.Arity {
			f = b.Call(f)
		}
	}
	return f
}

// Call runs a closure that has all its arguments.
func (b *Builder) Call(f Value) Value {
	c := f.Shape.(*Closure).code
	if err := b.ctx.Err(); err != nil {
		Fail(err)
	}
	switch c.Place {
	case Shared:
		return b.callShared(f)
	case Once:
		key, _ := b.newSignature(f)
		if b.placed[key] {
			return b.callShared(f)
		}
		b.placed[key] = true
	}
	defer b.At(b.scope.Pos)()
	defer b.UncheckedIf(b.mayOmitChecks(c))()
	return b.run(f)
}

// mayOmitChecks reports whether c, called here, leaves assertions out.
func (b *Builder) mayOmitChecks(c *Code) bool {
	return c.Unchecked || c.Library && b.unchecked
}

// IsUnchecked reports whether assertions are left out.
func (b *Builder) IsUnchecked() bool { return b.unchecked }

// UncheckedIf leaves assertions out, or not, until the function it returns is called.
func (b *Builder) UncheckedIf(leaveOut bool) (restore func()) {
	old := b.unchecked
	b.unchecked = leaveOut
	return func() { b.unchecked = old }
}

// run runs a closure's code here.
func (b *Builder) run(f Value) Value {
	s := f.Shape.(*Closure)
	parts := f.closureParts()
	cs := make([]Captured, len(s.captures))
	for i, c := range s.captures {
		cs[i] = Captured{c.of, c.name, parts[i]}
	}
	return s.code.Run(b, cs, parts[len(cs):])
}
