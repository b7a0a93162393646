package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Bind records a scalar's type or an array's location.
func (e *Emitter) Bind(p ir.Param) {
	switch {
	case p.Type.IsScalar():
		e.Scalars[p.Name] = p.Type.Elem
	case p.Type.IsArray():
		e.Arrays[p.Name] = Array{p.Type, *p.At}
	}
}

// Zero declares p: a scalar with value zero, a block unallocated. Arrays need no
// declaration.
func (e *Emitter) Zero(p ir.Param) {
	switch {
	case p.Type.IsScalar():
		e.DeclareAs(p.Name, &imp.Const{Value: scalar.Zero(p.Type.Elem)})
	case p.Type.IsBlock():
		e.Add(&imp.DeclareBlock{Name: p.Name, Space: imp.Space(p.Type.Space)})
	}
}

// Assign assigns a to p, which is already declared. Arrays are skipped.
func (e *Emitter) Assign(p ir.Param, a ir.Atom) {
	switch {
	case p.Type.IsArray() || a == ir.Var(p.Name):
	case p.Type.IsBlock():
		e.Add(&imp.AssignBlock{Dst: p.Name, Src: a.Name})
	default:
		e.Add(&imp.Assign{Name: p.Name, X: e.Atom(a)})
	}
}

// Define declares p with the value of a. Arrays are only bound.
func (e *Emitter) Define(p ir.Param, a ir.Atom) {
	e.Bind(p)
	switch {
	case p.Type.IsScalar():
		e.DeclareAs(p.Name, e.Atom(a))
	case p.Type.IsBlock():
		e.Zero(p)
		e.Assign(p, a)
	}
}
