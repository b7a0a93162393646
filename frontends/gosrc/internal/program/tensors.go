package program

import (
	"go/ast"
	"go/types"
)

// TensorRank returns the number of dimensions of the tensor that a variable is declared with, by a call of
// NewTensor or TensorOf; 0 for other variables.
func (p *Program) TensorRank(s Scope, v *types.Var) int {
	d := p.defined[v]
	if d == nil || TensorElem(s.Subst(v.Type())) == nil {
		return 0
	}
	call, ok := d.first.(*ast.CallExpr)
	if !ok || call.Ellipsis.IsValid() {
		return 0
	}
	c := p.Callee(d.scope, call.Fun)
	if c.Kind != Marking || c.Recv != nil {
		return 0
	}
	n := len(call.Args)
	switch c.Name {
	case "TensorOf":
		n--
	case "NewTensor":
	default:
		return 0
	}
	if n < 1 || n > 3 {
		return 0
	}
	return n
}
