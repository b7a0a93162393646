package fuse

import (
	"github.com/lamina-lang/lamina/core/ir"
)

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
	fn, _ := ir.Inputs(e)
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
