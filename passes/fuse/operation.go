package fuse

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// identity returns the function that returns its arguments, for a fold without a function.
func (f *fuser) identity(form *ops.Form) *ir.Lambda {
	operator := *form.Folds[0].Operator
	id := &ir.Lambda{Body: &ir.Body{}, Results: operator.Results}
	for _, p := range operator.Params[form.Folded():] {
		param := ir.Param{Name: f.names.Like(p.Name), Type: p.Type}
		id.Params = append(id.Params, param)
		id.Body.Result = append(id.Body.Result, ir.Var(param.Name))
	}
	return id
}
