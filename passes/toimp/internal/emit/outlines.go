package emit

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/pass"
)

// Outlines are functions that the program does not have, and that its functions call: code
// that would otherwise be repeated. A function may be shared by all that need the same.
type Outlines struct {
	taken map[string]bool   // names of functions
	named map[string]string // by what the function computes, its name
	funs  []*imp.Fun
}

// NewOutlines returns the outlines of a program, none yet.
func NewOutlines(u *pass.Unit) *Outlines {
	o := &Outlines{taken: map[string]bool{}, named: map[string]string{}}
	for _, f := range u.IR.Funs {
		o.taken[f.Name] = true
	}
	return o
}

// Funs returns the functions in the order in which they came up.
func (o *Outlines) Funs() []*imp.Fun { return o.funs }

// Outline returns the name of the function that computes what key says. If there is none yet,
// define makes it; its name begins with base.
func (e *Emitter) Outline(key, base string, define func(name string) *imp.Fun) string {
	o := e.outlines
	fun, ok := o.named[key]
	if !ok {
		fun = o.fresh(base)
		o.named[key] = fun
		o.funs = append(o.funs, define(fun))
	}
	return fun
}

// fresh returns a function name that begins with base.
func (o *Outlines) fresh(base string) string {
	for i := 1; ; i++ {
		n := fmt.Sprintf("%s_%d", base, i)
		if !o.taken[n] {
			o.taken[n] = true
			return n
		}
	}
}
