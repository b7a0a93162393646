// Package elaborate takes APL programs to TAIL: it resolves overloading, coercions, scalar
// extension and identity items, and applies functions and operators.
//
// A function has no type of its own. Each application is elaborated in place, for the types of
// its arguments, as in the paper: so the rank of every array is known, and with it what a
// primitive means. Only what has become large is shared (share.go).
package elaborate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// most bounds the operations that a program becomes.
const most = 200_000

// Call is an entry point with the types of its arguments.
type Call struct {
	Name string
	Args []types.Type
}

// Main is the name of the entry point that a program's own results are of.
const Main = "main"

// array is an array: a name or a literal, and its type.
type array struct {
	exp  tail.Exp
	typ  types.Type
	ints []int64 // the elements of a short vector of ints, where they are known and do not stand in exp
	dims []int64 // the extents, where they are known; else nil
}

func (a *array) base() types.Base {
	b, _, _ := types.Of(a.typ)
	return b
}

func (a *array) rank() int {
	_, r, _ := types.Of(a.typ)
	n, _ := r.Number()
	return int(n)
}

// number is the value of an int that is known.
func (a *array) number() (int64, bool) {
	if i, ok := a.exp.(*tail.Int); ok {
		return i.Value, true
	}
	return 0, false
}

// numbers are the elements of a scalar or a vector that are all known.
func (a *array) numbers() ([]int64, bool) {
	if n, ok := a.number(); ok {
		return []int64{n}, true
	}
	if a.ints != nil {
		return a.ints, true
	}
	v, ok := a.exp.(*tail.Vector)
	if !ok {
		return nil, false
	}
	var out []int64
	for _, e := range v.Elems {
		i, ok := e.(*tail.Int)
		if !ok {
			return nil, false
		}
		out = append(out, i.Value)
	}
	return out, true
}

// length is the length of a vector, if its type tells.
func (a *array) length() (int64, bool) {
	switch t := a.typ.(type) {
	case types.Vector:
		return t.Length.Number()
	case types.SingleVec:
		return 1, true
	}
	return 0, false
}

// function is a function; left is nil where it is applied to one argument.
type function struct {
	name  string
	glyph string // of a primitive
	call  func(left, right *array) *array
	// sharable says that call makes instances.
	sharable bool
}

// operator is a defined operator.
type operator struct {
	dfn   *syntax.Dfn
	scope *scope
}

// scope are the values of names: *array, *function or *operator.
type scope struct {
	names   map[string]any
	outer   *scope
	version int // how often its names were given values
}

// set gives a name a value.
func (s *scope) set(name string, v any) {
	s.version++
	s.names[name] = v
}

func (s *scope) lookup(name string) any {
	for ; s != nil; s = s.outer {
		if v, ok := s.names[name]; ok {
			return v
		}
	}
	return nil
}

// branch is a copy of s, of which assignments in a branch are not seen elsewhere.
func (s *scope) branch() *scope {
	names := make(map[string]any, len(s.names))
	for n, v := range s.names {
		names[n] = v
	}
	return &scope{names: names, outer: s.outer}
}

// elaborator elaborates one entry point.
type elaborator struct {
	pos     source.Pos
	lets    []*tail.Let // of the present block
	names   int
	count   int
	nested  int // how many functions and branches surround what is elaborated
	depth   int // of applications
	outputs []*array
	root    *scope
	// quotients tells, of the variables that are quotients of ints, how to make the quotients
	// rounded down.
	quotients map[string]func() *array
	bound     map[string]types.Type // of variables
	functions []*tail.Let           // the instances that are functions of TAIL
}

// typeText is a type as annotations write it.
func typeText(t types.Type) string {
	return strings.NewReplacer("~", "¯", "rho", "ρ").Replace(t.String())
}

// fail is an error at the present position. Its arguments are printed as APL writes them.
func (e *elaborator) fail(format string, args ...any) *source.Error {
	for i, a := range args {
		switch n := a.(type) {
		case int64:
			args[i] = strings.Replace(fmt.Sprint(n), "-", "¯", 1)
		case types.Type:
			args[i] = typeText(n)
		}
	}
	return source.Errorf(e.pos, format, args...)
}

// at sets the position of errors, and returns a function that sets it back.
func (e *elaborator) at(pos source.Pos) func() {
	old := e.pos
	e.pos = pos
	return func() { e.pos = old }
}

// Entry elaborates one entry point. The error is a *source.Error.
func Entry(p *syntax.Program, c Call) (entry *tail.Entry, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r.In(p.Source)
		default:
			panic(r)
		}
	}()
	e := &elaborator{root: &scope{names: map[string]any{}}, quotients: map[string]func() *array{}, bound: map[string]types.Type{}}
	if c.Name == Main && !slices.Contains(Functions(p), Main) {
		return e.main(p), nil
	}
	return e.function(p, c), nil
}

// main elaborates the program's own results: what it prints, and the values of its expressions.
func (e *elaborator) main(p *syntax.Program) *tail.Entry {
	for _, s := range p.Body {
		switch x := s.Exp.(type) {
		case *syntax.Assign:
			e.assign(e.root, x)
		case *syntax.Output, *syntax.AssignIndex, *syntax.AssignStrand:
			e.array(e.root, x)
		default:
			if x.Class() == syntax.Array {
				e.outputs = append(e.outputs, e.array(e.root, x))
			}
		}
	}
	return e.finish(Main, source.Pos{File: p.Source.Name, Line: 1, Col: 1}, nil, nil)
}

// function elaborates a function of the program.
func (e *elaborator) function(p *syntax.Program, c Call) *tail.Entry {
	dfn := lastAssigned(p, c.Name)
	e.pos = dfn.Start()
	names := []string{"omega"}
	if len(c.Args) == 2 {
		names = []string{"alpha", "omega"}
	}
	var params []tail.Param
	args := make([]*array, 2)
	for i, t := range c.Args {
		params = append(params, tail.Param{Pos: e.pos, Name: names[i], Type: types.Written(t)})
		e.bound[names[i]] = t
		args[2-len(c.Args)+i] = &array{exp: &tail.Var{At: tail.At{Pos: e.pos}, Name: names[i]}, typ: t}
	}
	e.prepare(p, c.Name)
	f := e.name(e.root, &syntax.Name{At: syntax.At{Pos: dfn.Start()}, Name: c.Name, Of: syntax.Function}).(*function)
	e.pos = dfn.Start()
	result := f.call(args[0], args[1])
	return e.finish(c.Name, dfn.Start(), params, result)
}

// lastAssigned is the value of the last assignment to a name.
func lastAssigned(p *syntax.Program, name string) (value syntax.Expr) {
	for _, s := range p.Body {
		if a, ok := s.Exp.(*syntax.Assign); ok && a.Name == name {
			value = a.Value
		}
	}
	return value
}

// prepare elaborates, in order, the program's assignments to a name and to all names that those
// mention: what a function sees when it is called after the program.
func (e *elaborator) prepare(p *syntax.Program, name string) {
	assigning := map[string][]syntax.Expr{}
	for _, s := range p.Body {
		for _, name := range assigned(s.Exp) {
			assigning[name] = append(assigning[name], s.Exp)
		}
	}
	needed := map[string]bool{}
	var need func(name string)
	need = func(name string) {
		if needed[name] {
			return
		}
		needed[name] = true
		for _, x := range assigning[name] {
			syntax.EachName(x, need)
		}
	}
	need(name)
	for _, s := range p.Body {
		if slices.ContainsFunc(assigned(s.Exp), func(name string) bool { return needed[name] }) {
			e.value(e.root, s.Exp)
		}
	}
}

// assigned are the names that a statement assigns to.
func assigned(x syntax.Expr) []string {
	switch x := x.(type) {
	case *syntax.Assign:
		return []string{x.Name}
	case *syntax.AssignIndex:
		return []string{x.Name}
	case *syntax.AssignStrand:
		return x.Names
	}
	return nil
}

func (e *elaborator) finish(name string, pos source.Pos, params []tail.Param, result *array) *tail.Entry {
	var outs []tail.Exp
	for _, o := range e.outputs {
		outs = append(outs, o.exp)
	}
	if result != nil {
		outs = append(outs, result.exp)
	}
	var body tail.Exp = &tail.Results{At: tail.At{Pos: pos}, Elems: outs}
	if len(outs) == 1 {
		body = outs[0]
	}
	return &tail.Entry{Pos: pos, Name: name, Params: params, Body: wrapped(slices.Concat(e.functions, e.lets), body)}
}

// wrapped is an expression in its lets, without those that nothing needs.
func wrapped(lets []*tail.Let, body tail.Exp) tail.Exp {
	used := map[string]bool{}
	note := func(e tail.Exp) {
		if v, ok := e.(*tail.Var); ok {
			used[v.Name] = true
		}
	}
	tail.Each(body, note)
	for _, l := range slices.Backward(lets) {
		if !used[l.Name] && isTotal(l.Value) {
			continue
		}
		tail.Each(l.Value, note)
		l.Body = body
		body = l
	}
	return body
}

// Functions are the names of a program's functions that can be entry points.
func Functions(p *syntax.Program) []string {
	var out []string
	for _, s := range p.Body {
		if a, ok := s.Exp.(*syntax.Assign); ok && a.Class() == syntax.Function && !slices.Contains(out, a.Name) {
			out = append(out, a.Name)
		}
	}
	return out
}

// IsDyadic reports whether a function is a dfn that uses ⍺ without a default.
func IsDyadic(p *syntax.Program, name string) bool {
	for _, s := range p.Body {
		if a, ok := s.Exp.(*syntax.Assign); ok && a.Name == name {
			d, ok := a.Value.(*syntax.Dfn)
			return ok && d.Dyadic
		}
	}
	return false
}

// HasMain reports whether a program has results of its own.
func HasMain(p *syntax.Program) bool {
	for _, s := range p.Body {
		if assigned(s.Exp) == nil && s.Exp.Class() == syntax.Array {
			return true
		}
	}
	return false
}

// emit adds an operation whose arguments are no functions.
func (e *elaborator) emit(op string, args ...*array) *array {
	ts, exps := make([]types.Type, len(args)), make([]tail.Exp, len(args))
	for i, a := range args {
		ts[i], exps[i] = a.typ, a.exp
	}
	t, err := types.Apply(op, ts...)
	if err != nil {
		panic(e.fail("%v", err))
	}
	out := e.emitAs(op, t, exps...)
	if ints := knownInts(op, args); ints != nil {
		out.ints = ints
	}
	return out
}

// emitAs adds an operation whose result has a type.
func (e *elaborator) emitAs(op string, t types.Type, args ...tail.Exp) *array {
	switch t := t.(type) {
	case types.Single:
		if n, ok := t.Value.Number(); ok && t.Base == types.Int {
			return e.int(n)
		}
	case types.SingleVec:
		if n, ok := t.Value.Number(); ok && t.Base == types.Int {
			return e.ints(n)
		}
	}
	return e.bind(&tail.Op{At: tail.At{Pos: e.pos}, Name: op, Args: args}, t)
}

// bind adds a let.
func (e *elaborator) bind(x tail.Exp, t types.Type) *array {
	if e.count++; e.count > most {
		panic(e.fail("the program becomes more than %v operations", most))
	}
	e.names++
	name := fmt.Sprintf("v%d", e.names)
	e.bound[name] = t
	e.lets = append(e.lets, &tail.Let{At: tail.At{Pos: e.pos}, Name: name, Type: types.Written(t), Value: x})
	return &array{exp: &tail.Var{At: tail.At{Pos: e.pos}, Name: name}, typ: t}
}

func (e *elaborator) int(n int64) *array {
	return &array{exp: &tail.Int{At: tail.At{Pos: e.pos}, Value: n}, typ: types.Single{Base: types.Int, Value: types.Known(n)}}
}

func (e *elaborator) double(x float64) *array {
	return &array{exp: &tail.Double{At: tail.At{Pos: e.pos}, Value: x}, typ: types.Scalar(types.Double)}
}

func (e *elaborator) bool(b bool) *array {
	n := int64(0)
	if b {
		n = 1
	}
	return &array{exp: &tail.Bool{At: tail.At{Pos: e.pos}, Value: b}, typ: types.Single{Base: types.Bool, Value: types.Known(n)}}
}

func (e *elaborator) ints(ns ...int64) *array {
	var out []*array
	for _, n := range ns {
		out = append(out, e.int(n))
	}
	return e.vector(types.Int, out...)
}

// vector is the vector of scalars of one base type.
func (e *elaborator) vector(base types.Base, elems ...*array) *array {
	v := &tail.Vector{At: tail.At{Pos: e.pos}}
	var t types.Type = types.Vector{Base: base, Length: types.Known(int64(len(elems)))}
	for _, x := range elems {
		v.Elems = append(v.Elems, x.exp)
	}
	if len(elems) == 1 {
		if s, ok := elems[0].typ.(types.Single); ok {
			t = types.SingleVec(s)
		}
	}
	if len(elems) == 0 && base != types.Int {
		return e.emit("take", e.int(0), e.zero(base), e.emitAs("reshape0", types.Array{Base: base, Rank: types.Known(1)}, e.ints(1).exp, e.zero(base).exp))
	}
	return &array{exp: v, typ: t}
}

// zero is the fill of arrays of a base type.
func (e *elaborator) zero(b types.Base) *array {
	switch b {
	case types.Double:
		return e.double(0)
	case types.Bool:
		return e.bool(false)
	}
	return e.int(0)
}

// block elaborates what f does in a block of its own.
func (e *elaborator) block(f func() *array) (body tail.Exp, result *array) {
	p := e.part(f)
	return wrapped(p.lets, p.result.exp), p.result
}

// part is a block that may still grow.
type part struct {
	lets   []*tail.Let
	result *array
}

// part elaborates what f does in a block of its own.
func (e *elaborator) part(f func() *array) *part {
	p := &part{}
	e.in(p, func() { p.result = f() })
	return p
}

// in runs f at the end of a part.
func (e *elaborator) in(p *part, f func()) {
	before := e.lets
	e.lets = p.lets
	e.nested++
	f()
	e.nested--
	p.lets, e.lets = e.lets, before
}

// resume gives the result of a part a base type.
func (e *elaborator) resume(p *part, to types.Base) *array {
	e.in(p, func() { p.result = e.coerce(p.result, to) })
	return p.result
}

// lambda is a function of parameters of the given types.
func (e *elaborator) lambda(params []types.Type, f func(args []*array) *array) (tail.Exp, *array) {
	var args []*array
	var names []string
	for _, t := range params {
		e.names++
		names = append(names, fmt.Sprintf("x%d", e.names))
		e.bound[names[len(names)-1]] = t
		args = append(args, &array{exp: &tail.Var{At: tail.At{Pos: e.pos}, Name: names[len(names)-1]}, typ: t})
	}
	body, result := e.block(func() *array { return f(args) })
	for i, name := range slices.Backward(names) {
		body = &tail.Fn{At: tail.At{Pos: e.pos}, Param: tail.Param{Pos: e.pos, Name: name, Type: types.Written(params[i])}, Body: body}
	}
	return body, result
}

// array is the type of arrays of a base type and a rank.
func arrayType(b types.Base, rank int) types.Type {
	return types.Array{Base: b, Rank: types.Known(int64(rank))}
}
