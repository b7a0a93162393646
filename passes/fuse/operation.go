package fuse

import "github.com/lamina-lang/lamina/core/ir"

// identity gives e, a fold that takes its inputs as they are, a function that
// returns them.
func (f *fuser) identity(e ir.Exp) *ir.Lambda {
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
	fn, _ := ir.Inputs(e)
	*fn = id
	return id
}
