package emit

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// variable is where a variable of the program lives. The scalar type is zero
// for blocks.
type variable struct {
	at   assemble.Local
	elem scalar.Type
}

// variables describes the program's variables in a function.
type variables struct {
	assigned imp.Names              // those that change after their declaration
	defs     map[name.Name]imp.Expr // what the others are declared as
	unread   imp.Names              // those whose value nobody needs
	near     map[*imp.Prim]bool     // conjunctions of comparisons that are declared just before
	sole     imp.Names              // those of blocks that no other variable holds
	parts    imp.Names              // those of parts of other blocks, whose references are not counted
}

// fn is a function in the making.
type fn struct {
	*assemble.Writer
	u             *unit
	fun           string                        // the function of the program that it comes from
	kernel        bool                          // it is a kernel
	reused        map[*imp.Alloc]assemble.Local // what a kernel's allocations made, for the iterations that follow
	reusedInOrder []assemble.Local              // of reused
	vector        *vector                       // the loop that is being translated for several iterations at a time
	vars          map[name.Name]variable        // in scope
	homes         map[name.Name]assemble.Local  // of all variables that were ever declared
	empty         map[name.Name]bool            // block variables that hold nothing, however the program got here

	variables
	declared *imp.Prim                 // what a variable is being declared as
	done     imp.Names                 // variables whose declaration was moved out of a loop
	hoisted  map[string]assemble.Local // values of expressions, computed before the loop
	pointers map[any]pointer           // addresses of accesses, kept up by the loop
	ahead    int64                     // iterations by which the pointers lag
	repeats  *repeats                  // addresses that the present list needs more than once; nil if there are none
	ends     func(*goOn)               // writes what ends the body of the while loop that is being translated

	lists [][]int // where the statements of each list start, and where the last ends
}

// begin gives a function that is begun room for its instructions.
func (u *unit) begin(out *code.Func) *fn {
	return &fn{Writer: u.Module.Begin(out), u: u,
		vars: map[name.Name]variable{}, homes: map[name.Name]assemble.Local{}, empty: map[name.Name]bool{}, variables: variables{assigned: imp.Names{}, defs: map[name.Name]imp.Expr{}, near: map[*imp.Prim]bool{}},
		done: imp.Names{}, hoisted: map[string]assemble.Local{}, pointers: map[any]pointer{}}
}

// finish cuts a written function into parts if it is long, and takes back the room that it does
// not need.
func (f *fn) finish() { f.Writer.Finish(f.shorten) }

// declare brings a variable into scope. It has the same local each time that its
// declaration is translated, if that happens more than once.
func (f *fn) declare(n name.Name, t scalar.Type) assemble.Local {
	return f.declareAs(n, t, assemble.ValType(t))
}

// declareAs is declare for a variable that a local of the given type holds.
func (f *fn) declareAs(n name.Name, t scalar.Type, held code.ValType) assemble.Local {
	l, ok := f.homes[n]
	if !ok {
		l = f.NewLocal(n.String(), held)
		f.homes[n] = l
	}
	f.vars[n] = variable{l, t}
	return l
}

// at is the local of a variable in scope.
func (f *fn) at(n name.Name) assemble.Local {
	v, ok := f.vars[n]
	if !ok {
		panic(fmt.Sprintf("emit: variable %s is used in %s before its declaration", n, f.fun))
	}
	return v.at
}
