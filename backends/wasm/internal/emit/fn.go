package emit

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// local is the number of a parameter or local variable.
type local int

// The first two parameters of every translated function.
const (
	thread local = iota
	path
)

// variable is where a variable of the program lives. The scalar type is zero
// for blocks.
type variable struct {
	at   local
	elem scalar.Type
}

// variables describes the program's variables in a function.
type variables struct {
	assigned imp.Names              // those that change after their declaration
	defs     map[name.Name]imp.Expr // what the others are declared as
	sole     imp.Names              // those of blocks that no other variable holds
}

// fn is a function in the making.
type fn struct {
	u      *unit
	out    *code.Func
	fun    string                 // the function of the program that it comes from
	kernel bool                   // it is a kernel
	vector *vector                // the loop that is being translated for several iterations at a time
	vars   map[name.Name]variable // in scope
	homes  map[name.Name]local    // of all variables that were ever declared
	empty  map[name.Name]bool     // block variables that hold nothing, however the program got here

	variables
	done     imp.Names        // variables whose declaration was moved out of a loop
	hoisted  map[string]local // values of expressions, computed before the loop
	pointers map[any]pointer  // addresses of accesses, kept up by the loop
	ahead    int64            // iterations by which the pointers lag
	repeats  *repeats         // addresses that the present list needs more than once; nil if there are none

	lists  [][]int        // where the statements of each list start, and where the last ends
	joined map[int]bool   // places where a value is handed over on the stack
	masks  map[local]bool // locals that were set to the result of an and

	temps [valTypes][]local // all temporaries of a type
	inUse [valTypes]int     // the number of them that are taken
}

// valTypes is the number of types, which code numbers downwards from I32.
const valTypes = code.I32 - code.V128 + 1

func newFn(u *unit, out *code.Func) *fn {
	return &fn{u: u, out: out,
		vars: map[name.Name]variable{}, homes: map[name.Name]local{}, empty: map[name.Name]bool{}, variables: variables{assigned: imp.Names{}, defs: map[name.Name]imp.Expr{}},
		done: imp.Names{}, hoisted: map[string]local{}, pointers: map[any]pointer{}, joined: map[int]bool{}, masks: map[local]bool{}}
}

// begin gives a function that is begun room for its instructions.
func (u *unit) begin(out *code.Func) *fn {
	if n := len(u.spare); n > 0 {
		out.Body, u.spare = u.spare[n-1], u.spare[:n-1]
	}
	return newFn(u, out)
}

// finish cuts a written function into parts if it is long, and takes back the room that it does
// not need.
func (f *fn) finish() {
	written := f.out.Body
	f.shorten()
	if len(written) > 0 && &written[0] == &f.out.Body[0] {
		f.out.Body = slices.Clone(written)
	}
	f.u.spare = append(f.u.spare, written[:0])
}

// valType is the WebAssembly type that holds scalars of type t, or, for the zero
// type, blocks.
func valType(t scalar.Type) code.ValType {
	switch {
	case t == scalar.F16 || t == scalar.F32:
		return code.F32
	case t == scalar.F64:
		return code.F64
	case t.Size() == 8:
		return code.I64
	}
	return code.I32
}

func (f *fn) put(o code.Op, imm uint64)         { f.out.Body = append(f.out.Body, code.Instr{Op: o, Imm: imm}) }
func (f *fn) call(r ref)                        { f.put(code.Call, uint64(r)) }
func (f *fn) i32(x int32)                       { f.put(code.I32Const, uint64(uint32(x))) }
func (f *fn) i64(x int64)                       { f.put(code.I64Const, uint64(x)) }
func (f *fn) end()                              { f.op(code.End) }
func (f *fn) block(o code.Op)                   { f.put(o, 0) }
func (f *fn) blockOf(o code.Op, t code.ValType) { f.put(o, uint64(t)) }

// op writes an instruction without immediates.
//
// wazero 1.12.0 compiles 0 < x & y as x & y < 0, for amd64 and arm64, also if both operands
// come from locals. Here an or with 0 keeps it from seeing that the right operand of an order
// is an and.
func (f *fn) op(o code.Op) {
	if t, order := orders[o]; order && f.isMask() {
		f.integer(t, 0)
		f.put(pick(t, code.I32Or, code.I64Or), 0)
	}
	if v, ok := inVectors[o]; ok {
		f.alone(v)
		return
	}
	f.put(o, 0)
}

// orders maps the instructions that compare integers by order to the type of their operands.
var orders = map[code.Op]scalar.Type{
	code.I32LtS: scalar.I32, code.I32LtU: scalar.I32, code.I32GtS: scalar.I32, code.I32GtU: scalar.I32,
	code.I32LeS: scalar.I32, code.I32LeU: scalar.I32, code.I32GeS: scalar.I32, code.I32GeU: scalar.I32,
	code.I64LtS: scalar.I64, code.I64LtU: scalar.I64, code.I64GtS: scalar.I64, code.I64GtU: scalar.I64,
	code.I64LeS: scalar.I64, code.I64LeU: scalar.I64, code.I64GeS: scalar.I64, code.I64GeU: scalar.I64,
}

// isMask reports whether the last instruction left the result of an and on the stack.
func (f *fn) isMask() bool {
	n := len(f.out.Body)
	if n == 0 {
		return false
	}
	switch last := f.out.Body[n-1]; last.Op {
	case code.I32And, code.I64And:
		return true
	case code.LocalGet, code.LocalTee:
		return f.masks[local(last.Imm)]
	}
	return false
}

func (f *fn) set(l local) { f.assign(code.LocalSet, l) }
func (f *fn) tee(l local) { f.assign(code.LocalTee, l) }

func (f *fn) assign(o code.Op, l local) {
	if f.isMask() {
		f.masks[l] = true
	}
	f.put(o, uint64(l))
}

// get pushes a local. Behind a set of the same one it makes that a tee.
func (f *fn) get(l local) {
	if n := len(f.out.Body); n > 0 && f.out.Body[n-1] == (code.Instr{Op: code.LocalSet, Imm: uint64(l)}) {
		f.out.Body[n-1].Op = code.LocalTee
		f.joined[n] = true
		return
	}
	f.put(code.LocalGet, uint64(l))
}

// constant pushes v.
func (f *fn) constant(v scalar.Value) {
	switch valType(v.Type) {
	case code.I32:
		f.i32(int32(v.Int()))
	case code.I64:
		f.i64(v.Int())
	case code.F32:
		f.put(code.F32Const, scalar.Convert(scalar.F32, v).Bits)
	case code.F64:
		f.put(code.F64Const, v.Bits)
	}
}

// newLocal makes a local variable; the name is for the listing.
func (f *fn) newLocal(label string, t code.ValType) local {
	l := local(len(f.out.Params) + len(f.out.Locals))
	f.out.Locals = append(f.out.Locals, code.Local{Name: label, Type: t})
	return l
}

// declare brings a variable into scope. It has the same local each time that its
// declaration is translated, if that happens more than once.
func (f *fn) declare(n name.Name, t scalar.Type) local { return f.declareAs(n, t, valType(t)) }

// declareAs is declare for a variable that a local of the given type holds.
func (f *fn) declareAs(n name.Name, t scalar.Type, held code.ValType) local {
	l, ok := f.homes[n]
	if !ok {
		l = f.newLocal(n.String(), held)
		f.homes[n] = l
	}
	f.vars[n] = variable{l, t}
	return l
}

// at is the local of a variable in scope.
func (f *fn) at(n name.Name) local {
	v, ok := f.vars[n]
	if !ok {
		panic(fmt.Sprintf("emit: variable %s is used in %s before its declaration", n, f.fun))
	}
	return v.at
}

// temp takes a temporary. It is free again when the scope that was current then
// is left.
func (f *fn) temp(t code.ValType) local {
	k := code.I32 - t
	n := f.inUse[k]
	if n == len(f.temps[k]) {
		f.temps[k] = append(f.temps[k], f.newLocal(fmt.Sprintf("%s.%d", t, n), t))
	}
	f.inUse[k] = n + 1
	return f.temps[k][n]
}

// scope runs body, and gives back the temporaries that it took.
func (f *fn) scope(body func()) {
	mark := f.inUse
	body()
	f.inUse = mark
}

// typeOf is the type of a local.
func (f *fn) typeOf(l local) code.ValType {
	if n := len(f.out.Params); int(l) >= n {
		return f.out.Locals[int(l)-n].Type
	}
	return f.out.Params[l].Type
}
