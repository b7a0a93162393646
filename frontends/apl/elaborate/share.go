package elaborate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// Functions are elaborated where they are applied. Those that call each other twice would double with each
// level, so what has become large is elaborated once for all further applications to arguments of the same
// types: as a function of TAIL.

// mostCopied is how many operations a function has at most that is elaborated at each application.
const mostCopied = 400

// instance is a function of the program, for arguments of some types, and with some values where these are
// known.
type instance struct {
	size    int  // the operations that its first application became
	refused bool // it has to be elaborated where it is applied
	// The function of TAIL, once there is one, and the variables around it that it takes before its arguments.
	name     string
	captured []*array
	idle     bool // it has no argument but a 0, as all are known
	result   *array
}

// sharable is a function that a name of s stands for, f, whose applications may become those of instances.
func (e *elaborator) sharable(f *function, s *scope) *function {
	if f.glyph != "" || f.sharable {
		return f
	}
	instances := map[string]*instance{}
	call := func(left, right *array) *array {
		key, ok := e.instanceKey(s, left, right)
		if !ok {
			return f.call(left, right)
		}
		in := instances[key]
		if in == nil {
			count, printed := e.count, len(e.outputs)
			result := f.call(left, right)
			instances[key] = &instance{size: e.count - count, refused: len(e.outputs) > printed}
			return result
		}
		if in.size > mostCopied && !in.refused && in.result == nil {
			e.instantiate(in, f, left, right)
		}
		if in.result == nil {
			return f.call(left, right)
		}
		return e.apply(in, left, right)
	}
	return &function{name: f.name, sharable: true, call: call}
}

// instanceKey tells instances apart: by what the names of the scope mean, and by the types of the arguments, or
// their values if these are known. A quotient has none, as it may be rounded in the function.
func (e *elaborator) instanceKey(s *scope, args ...*array) (string, bool) {
	var key strings.Builder
	for ; s != nil; s = s.outer {
		fmt.Fprintf(&key, "%d ", s.version)
	}
	for _, a := range args {
		switch {
		case a == nil:
			key.WriteString("; none")
		case e.isQuotient(a):
			return "", false
		case isKnown(a.exp):
			key.WriteString("; " + tail.Text(a.exp))
		default:
			fmt.Fprintf(&key, "; %v %v %v", a.typ, a.ints, a.dims)
		}
	}
	return key.String(), true
}

func (e *elaborator) isQuotient(a *array) bool {
	v, ok := a.exp.(*tail.Var)
	return ok && e.quotients[v.Name] != nil
}

// isKnown reports whether an expression is a scalar or a vector that stands in the program.
func isKnown(x tail.Exp) bool {
	switch x := x.(type) {
	case *tail.Int, *tail.Double, *tail.Bool:
		return true
	case *tail.Vector:
		return !slices.ContainsFunc(x.Elems, func(e tail.Exp) bool { return !isKnown(e) })
	}
	return false
}

// instantiate makes in a function of TAIL. If that fails, for one because it prints something, in is refused.
func (e *elaborator) instantiate(in *instance, f *function, left, right *array) {
	restore := e.saved()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			restore()
			in.refused = true
		default:
			panic(r)
		}
	}()
	var params []types.Type
	args := []*array{left, right}
	given := func(a *array) bool { return a != nil && !isKnown(a.exp) }
	for _, a := range args {
		if given(a) {
			params = append(params, a.typ)
		}
	}
	if in.idle = len(params) == 0; in.idle {
		params = append(params, types.Scalar(types.Int)) // a function has a parameter
	}
	body, result := e.lambda(params, func(xs []*array) *array {
		inner := slices.Clone(args)
		for i, a := range args {
			if given(a) {
				inner[i], xs = &array{exp: xs[0].exp, typ: xs[0].typ, ints: a.ints, dims: a.dims}, xs[1:]
			}
		}
		return f.call(inner[0], inner[1])
	})
	if e.isQuotient(result) {
		in.refused = true
		return
	}
	if isKnown(result.exp) {
		in.result = result
		return
	}
	for _, name := range slices.Backward(tail.Free(body)) {
		t, ok := e.bound[name]
		if !ok {
			continue // another instance
		}
		body = &tail.Fn{At: tail.At{Pos: e.pos}, Param: tail.Param{Pos: e.pos, Name: name, Type: types.Written(t)}, Body: body}
		in.captured = append(in.captured, &array{exp: &tail.Var{At: tail.At{Pos: e.pos}, Name: name}, typ: t})
	}
	slices.Reverse(in.captured)
	in.name = fmt.Sprintf("f%d", len(e.functions)+1)
	in.result = result
	e.functions = append(e.functions, &tail.Let{At: tail.At{Pos: e.pos}, Name: in.name, Value: body})
}

// saved returns a function that takes back what is elaborated from now on.
func (e *elaborator) saved() (restore func()) {
	pos, lets, nested, depth, outputs := e.pos, e.lets, e.nested, e.depth, len(e.outputs)
	return func() {
		e.pos, e.lets, e.nested, e.depth, e.outputs = pos, lets, nested, depth, e.outputs[:outputs]
	}
}

// apply applies an instance.
func (e *elaborator) apply(in *instance, args ...*array) *array {
	if in.name == "" {
		return in.result
	}
	var x tail.Exp = &tail.Var{At: tail.At{Pos: e.pos}, Name: in.name}
	applied := in.captured
	for _, a := range args {
		if a != nil && !isKnown(a.exp) {
			applied = append(applied[:len(applied):len(applied)], a)
		}
	}
	if in.idle {
		applied = append(applied[:len(applied):len(applied)], e.int(0))
	}
	for _, a := range applied {
		x = &tail.App{At: tail.At{Pos: e.pos}, Fun: x, Arg: a.exp}
	}
	out := e.bind(x, in.result.typ)
	out.ints, out.dims = in.result.ints, in.result.dims
	return out
}
