package emit

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Variable is where a variable of the program lives. The scalar type is zero
// for blocks.
type Variable struct {
	At   assemble.Local
	Elem scalar.Type
}

// variables describes the program's variables in a function.
type variables struct {
	Assigned imp.Names              // those that change after their declaration
	Defs     map[name.Name]imp.Expr // what the others are declared as
	unread   imp.Names              // those whose value nobody needs
	near     map[*imp.Prim]bool     // conjunctions of comparisons that are declared just before
	Sole     imp.Names              // those of blocks that no other variable holds
	parts    imp.Names              // those of parts of other blocks, whose references are not counted
}

// Fn is a function in the making.
type Fn struct {
	*assemble.Writer
	u             *unit
	Fun           string                        // the function of the program that it comes from
	kernel        bool                          // it is a kernel
	reused        map[*imp.Alloc]assemble.Local // what a kernel's allocations made, for the iterations that follow
	reusedInOrder []assemble.Local              // of reused
	Current       RunningLoop                   // the loop that is being translated for several iterations at a time
	Vars          map[name.Name]Variable        // in scope
	homes         map[name.Name]assemble.Local  // of all variables that were ever declared
	empty         map[name.Name]bool            // block variables that hold nothing, however the program got here

	variables
	declared *imp.Prim                 // what a variable is being declared as
	Done     imp.Names                 // variables whose declaration was moved out of a loop
	Hoisted  map[string]assemble.Local // values of expressions, computed before the loop
	pointers map[any]pointer           // addresses of accesses, kept up by the loop
	ahead    int64                     // iterations by which the pointers lag
	repeats  *repeats                  // addresses that the present list needs more than once; nil if there are none
	ends     func(*goOn)               // writes what ends the body of the while loop that is being translated

	lists [][]int // where the statements of each list start, and where the last ends
}

// begin gives a function that is begun room for its instructions.
func (u *unit) begin(out *code.Func) *Fn {
	return &Fn{Writer: u.Module.Begin(out), u: u,
		Vars: map[name.Name]Variable{}, homes: map[name.Name]assemble.Local{}, empty: map[name.Name]bool{}, variables: variables{Assigned: imp.Names{}, Defs: map[name.Name]imp.Expr{}, near: map[*imp.Prim]bool{}},
		Done: imp.Names{}, Hoisted: map[string]assemble.Local{}, pointers: map[any]pointer{}}
}

// finish cuts a written function into parts if it is long, and takes back the room that it does
// not need.
func (f *Fn) finish() { f.Writer.Finish(f.shorten) }

// Declare brings a variable into scope. It has the same local each time that its
// declaration is translated, if that happens more than once.
func (f *Fn) Declare(n name.Name, t scalar.Type) assemble.Local {
	return f.declareAs(n, t, assemble.ValType(t))
}

// declareAs is declare for a variable that a local of the given type holds.
func (f *Fn) declareAs(n name.Name, t scalar.Type, held code.ValType) assemble.Local {
	l, ok := f.homes[n]
	if !ok {
		l = f.NewLocal(n.String(), held)
		f.homes[n] = l
	}
	f.Vars[n] = Variable{l, t}
	return l
}

// At is the local of a variable in scope.
func (f *Fn) At(n name.Name) assemble.Local {
	v, ok := f.Vars[n]
	if !ok {
		panic(fmt.Sprintf("emit: variable %s is used in %s before its declaration", n, f.Fun))
	}
	return v.At
}

// holderOf is the WebAssembly type that holds the value of e.
func holderOf(e imp.Expr) code.ValType {
	if imp.LanesOf(e) > 0 {
		return code.V128
	}
	return assemble.ValType(imp.TypeOf(e))
}
