package fuse

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// inputsOf are where an operation keeps its function and its inputs.
func inputsOf(e ir.Exp) (fn **ir.Lambda, arrays *[]name.Name) {
	switch e := e.(type) {
	case *ir.Map:
		return &e.Fn, &e.Arrays
	case *ir.Reduce:
		return &e.Fn, &e.Arrays
	case *ir.Scan:
		return &e.Fn, &e.Arrays
	case *ir.Scatter:
		return &e.Fn, &e.Arrays
	case *ir.Hist:
		return &e.Fn, &e.Arrays
	}
	return nil, nil
}

func widthOf(e ir.Exp) ir.Atom {
	switch e := e.(type) {
	case *ir.Map:
		return e.Width
	case *ir.Reduce:
		return e.Width
	case *ir.Scan:
		return e.Width
	case *ir.Scatter:
		return e.Width
	case *ir.Hist:
		return e.Width
	}
	return ir.Atom{}
}

func isFold(e ir.Exp) bool {
	switch e.(type) {
	case *ir.Reduce, *ir.Scan:
		return true
	}
	return false
}

// keeps reports whether e can return arrays of what its function computes
// besides.
func keeps(e ir.Exp) bool {
	_, isMap := e.(*ir.Map)
	return isMap || isFold(e)
}

// function is the function that e applies to its inputs; a fold without one
// gets the identity.
func (f *fuser) function(e ir.Exp) *ir.Lambda {
	fn, _ := inputsOf(e)
	if *fn != nil {
		return *fn
	}
	var operator *ir.Lambda
	n := 0
	switch e := e.(type) {
	case *ir.Reduce:
		operator, n = e.Operator, len(e.Neutral)
	case *ir.Scan:
		operator, n = e.Operator, len(e.Neutral)
	}
	id := &ir.Lambda{Body: &ir.Body{}, Results: operator.Results}
	for _, p := range operator.Params[n:] {
		param := ir.Param{Name: f.names.Like(p.Name), Type: p.Type}
		id.Params = append(id.Params, param)
		id.Body.Result = append(id.Body.Result, ir.Var(param.Name))
	}
	*fn = id
	return id
}
