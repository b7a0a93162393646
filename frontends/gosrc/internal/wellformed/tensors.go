package wellformed

import (
	"go/ast"
	"go/types"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// An expression makes tensors of its own with NewTensor and TensorOf. A variable holds each, which nothing
// else refers to: variables of tensors may swap them, and what Elems returns is only read at once or
// returned.

// localTensor checks the declaration of a variable that holds a tensor.
func (c *checker) localTensor(k code, id *ast.Ident, v *types.Var) {
	c.typ(id, k.Subst(v.Type()), id.Name)
	if c.program.TensorRank(k.Scope, v) == 0 {
		c.bad(id, "%s is a tensor: declare it with a call of accelerate.NewTensor or TensorOf, with one to three dimensions one by one", id.Name)
	}
}

// swapsTensors checks an assignment to a variable that holds a tensor.
func (c *checker) swapsTensors(k code, s *ast.AssignStmt, id *ast.Ident) {
	vars := variables(k.Scope, s.Lhs)
	if !isSwap(k.Scope, s) {
		c.bad(id, "assigns to tensor %s: tensors change places, as in x, y = y, x, or their elements are assigned", id.Name)
		return
	}
	for _, v := range vars {
		if n := c.program.TensorRank(k.Scope, v); n == 0 || n != c.program.TensorRank(k.Scope, vars[0]) {
			c.bad(id, "tensors that the expression did not make, or of different ranks, change places")
			return
		}
	}
}

// makesTensor checks a call of NewTensor or TensorOf.
func (c *checker) makesTensor(k code, e *ast.CallExpr, callee program.Callee) {
	c.typ(e, k.TypeOf(e), "the tensor")
	c.exprs(k, e.Args)
	if callee.Name == "TensorOf" && len(e.Args) > 0 && !c.fresh(k.Scope, e.Args[0]) {
		c.bad(e.Args[0], "a tensor of elements that others may see: give it a new slice, or make the tensor outside of the expression")
	}
}

// tensor checks a call of a tensor's method.
func (c *checker) tensor(k code, e *ast.CallExpr, callee program.Callee) {
	defer c.exprs(k, e.Args)
	root, _ := program.Chain(k.Scope, callee.Recv)
	if id, ok := ast.Unparen(callee.Recv).(*ast.Ident); ok && root != nil && c.program.TensorRank(k.Scope, root) > 0 && c.isOwn(k, id, root) {
		c.ownTensor(k, e, callee.Name, id, c.program.TensorRank(k.Scope, root))
		return
	}
	if v := parameter(k, callee.Recv); v != nil && c.program.TensorRank(k.Scope, v) == 0 && !k.Aliased(callee.Recv) {
		c.bad(e, "%s is a parameter and a tensor: functions only read and set elements of those that they get, with At and Set, and give them no other name", v.Name())
		return
	}
	if root == nil || k.decl != nil && !k.Aliased(callee.Recv) || !c.mark.Outside(root) {
		c.bad(e, "tensors are captured by marked expressions, or made in them and kept in a variable; here is another one")
		return
	}
	capture := c.mark.Capture(k.Scope, callee.Recv)
	if callee.Name == "Set" {
		if c.mark.Name != "Loop" {
			c.bad(e, "sets an element of a tensor from outside, and not in a Loop: make a tensor in the expression")
		}
		capture.Write = true
	}
	if callee.Name == "Elems" && c.mark.Name != "Loop" {
		if !c.elems[e] {
			c.keptElems(e, capture.Text)
		}
		capture.Flat = true
		return
	}
	rank, ok := c.indexed(k, e, callee.Name)
	switch {
	case !ok:
	case capture.Rank != 0 && capture.Rank != rank:
		c.bad(e, "%s has %d indices here and %d elsewhere", capture.Text, rank, capture.Rank)
	default:
		capture.Rank = rank
	}
}

// isOwn reports whether a variable that id is, or stands for, holds a tensor that the expression made.
func (c *checker) isOwn(k code, id *ast.Ident, root *types.Var) bool {
	return k.OwnAlias(id) || !c.mark.Outside(root) || c.within(root) || k.decl != nil && !isGlobal(root) && !k.Aliased(id)
}

// parameter is the parameter of a declared function that e is, or nil.
func parameter(k code, e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || k.decl == nil {
		return nil
	}
	if v, ok := k.Object(id).(*types.Var); ok && v.Kind() == types.ParamVar {
		return v
	}
	return nil
}

// indexed checks a call of At, Set or Dim, and returns the number of indices of the first two.
func (c *checker) indexed(k code, e *ast.CallExpr, method string) (rank int, ok bool) {
	switch method {
	case "At":
		rank = len(e.Args)
	case "Set":
		rank = len(e.Args) - 1
	case "Dim":
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
			_, key := program.Chain(k.Scope, sel.X)
			c.sized[key] = true
		}
		if k.Pkg.TypesInfo.Types[e.Args[0]].Value == nil {
			c.bad(e.Args[0], "Dim takes a constant in parallel code")
		}
		return 0, false
	default:
		c.bad(e, "method %s of tensors from outside has no place in parallel code", method)
		return 0, false
	}
	switch {
	case e.Ellipsis.IsValid():
		c.bad(e, "indices as a slice: name each")
	case rank < 1 || rank > 3:
		c.bad(e, "a tensor has one to three indices, not %d", rank)
	default:
		return rank, true
	}
	return 0, false
}

// ownTensor checks a call of a method of a tensor that the expression made.
func (c *checker) ownTensor(k code, e *ast.CallExpr, method string, id *ast.Ident, rank int) {
	switch method {
	case "Rank":
	case "Elems":
		if !c.elems[e] {
			c.keptElems(e, id.Name)
		}
	default:
		if n, ok := c.indexed(k, e, method); ok && n != rank {
			c.bad(e, "%s has %d dimensions, and %d indices here", id.Name, rank, n)
		}
	}
}

func (c *checker) keptElems(e *ast.CallExpr, tensor string) {
	c.bad(e, "the elements of %s get a second name: give %s.Elems() to a function of package accelerate, or return it", tensor, tensor)
}

// ranked settles the rank of a captured tensor: the number of indices of its elements, or 1 if it is only mentioned as
// the slice of all elements.
func (c *checker) ranked(t *program.Capture, sized bool) {
	if t.Rank > 0 {
		t.Flat = false
		return
	}
	if !t.Flat || sized {
		c.bad(t.Expr, "the rank of %s is unknown: no element of it is read or written here; take its sizes outside, as in n := %s.Dim(0)", t.Text, t.Text)
		return
	}
	t.Rank = 1
}

// readsElems notes calls of Elems, among expressions, whose slices nothing keeps.
func (c *checker) readsElems(k code, es []ast.Expr) {
	for _, e := range es {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			continue
		}
		if callee := c.program.Callee(k.Scope, call.Fun); callee.Kind == program.Marking && callee.Recv != nil && callee.Name == "Elems" {
			c.elems[call] = true
		}
	}
}
