package lowering

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// A loop is a fold if all that it changes are integer variables, its accumulators, and if it
// mentions each of them only to combine it with something by one operator that is associative
// and commutative:
//
//	for _, x := range xs {
//		if x > 0 {
//			sum += x
//		}
//		least = min(least, x)
//	}
//
// Iterations are then independent: each starts with neutral elements, and reductions combine
// what they end with. Floats are not folded so: Go adds them from left to right. Loops within
// parallel code stay as they are, since there is enough to do side by side.

// accumulator is a variable into which a fold combines.
type accumulator struct {
	variable *variable
	op       scalar.Op
	neutral  lower.Value
}

// combining are the operators of assignments.
var combining = map[token.Token]scalar.Op{
	token.ADD_ASSIGN: scalar.Add, token.SUB_ASSIGN: scalar.Add, token.INC: scalar.Add, token.DEC: scalar.Add,
	token.MUL_ASSIGN: scalar.Mul, token.AND_ASSIGN: scalar.And, token.AND_NOT_ASSIGN: scalar.And,
	token.OR_ASSIGN: scalar.Or, token.XOR_ASSIGN: scalar.Xor,
}

// extremes are the builtins that combine.
var extremes = map[string]scalar.Op{"min": scalar.Min, "max": scalar.Max}

// accumulators returns those of a loop's body that changes cs, or nil if it is not a fold.
func (f *frame) accumulators(body *ast.BlockStmt, cs []change) []accumulator {
	if f.nested > 0 || len(cs) == 0 {
		return nil
	}
	ops, ok := f.combinations(body)
	if !ok {
		return nil
	}
	var out []accumulator
	for _, c := range cs {
		op, ok := ops[c.variable]
		if !ok {
			return nil // it changes in another way
		}
		t := scalarOf(c.typ)
		neutral, ok := op.Neutral(t)
		if !ok {
			return nil
		}
		out = append(out, accumulator{c.variable, op, lower.Constant(neutral)})
	}
	return out
}

// combinations returns the operator by which a body combines each variable that it only
// combines. It fails if the body may change variables by other ways than statements of its own.
func (f *frame) combinations(body *ast.BlockStmt) (ops map[*variable]scalar.Op, ok bool) {
	ops = map[*variable]scalar.Op{}
	uses := map[*variable]int{} // mentions that are not parts of combinations
	ok = true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false // it may run more often than once, or never
		case *ast.Ident:
			obj, isVar := f.Object(n).(*types.Var)
			if !isVar {
				break
			}
			if _, isFunc := obj.Type().Underlying().(*types.Signature); isFunc {
				ok = false // a closure may change what it mentions
			}
			if v := f.lookup(obj); v != nil {
				uses[v]++
				if v.ref != nil {
					uses[v.ref.variable]++ // it may be an accumulator
				}
			}
		case ast.Stmt:
			v, op, mentions := f.combination(n)
			if v == nil {
				break
			}
			if before, known := ops[v]; known && before != op {
				uses[v]++ // two operators do not mix
			}
			ops[v] = op
			uses[v] -= mentions
		}
		return ok
	})
	for v := range ops {
		if uses[v] != 0 {
			delete(ops, v)
		}
	}
	return ops, ok
}

// combination returns the integer variable that a statement combines with something and the
// operator, with the number of times that the statement mentions the variable to that end.
func (f *frame) combination(s ast.Stmt) (v *variable, op scalar.Op, mentions int) {
	switch s := s.(type) {
	case *ast.IncDecStmt:
		return f.integer(s.X), combining[s.Tok], 1
	case *ast.AssignStmt:
		if op, ok := combining[s.Tok]; ok {
			return f.integer(s.Lhs[0]), op, 1
		}
		if s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
			return nil, 0, 0
		}
		x, y, op, ok := f.operands(s.Rhs[0])
		to := f.integer(s.Lhs[0])
		if !ok || to == nil || f.integer(x) != to && f.integer(y) != to {
			return nil, 0, 0
		}
		return to, op, 2
	}
	return nil, 0, 0
}

// operands takes an operator and what it combines out of an expression.
func (f *frame) operands(e ast.Expr) (x, y ast.Expr, op scalar.Op, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if op, ok := arithmetic[e.Op]; ok && op != scalar.Sub {
			return e.X, e.Y, op, true
		}
		if e.Op == token.SUB { // what is on its left only is combined
			return e.X, e.X, scalar.Add, true
		}
	case *ast.CallExpr:
		c := f.program.Callee(f.Scope, e.Fun)
		if op, ok := extremes[c.Name]; ok && c.Kind == program.Builtin && len(e.Args) == 2 {
			return e.Args[0], e.Args[1], op, true
		}
	}
	return nil, nil, 0, false
}

// integer is the variable of an expression that is one and holds an integer, or nil.
func (f *frame) integer(e ast.Expr) *variable {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	obj, ok := f.Object(id).(*types.Var)
	if !ok || !scalarOf(f.Subst(obj.Type())).IsInt() {
		return nil
	}
	return f.lookup(obj)
}

// fold runs n independent iterations of a body and combines the accumulators.
func (f *frame) fold(n ir.Atom, as []accumulator, body func(i ir.Atom)) {
	before := make([]lower.Value, len(as))
	for k, a := range as {
		before[k] = f.valueOf(a.variable)
	}
	f.folds++
	f.nested++
	rows := f.b.Unzip(f.b.Map(n, []lower.Value{f.b.Iota(n)}, func(row []lower.Value) lower.Value {
		out := make([]lower.Value, len(as))
		for _, a := range as {
			a.variable.value = a.neutral
		}
		body(row[0].Atom())
		for k, a := range as {
			out[k] = a.variable.value
		}
		return lower.Tuple(out...)
	})).Fields()
	f.nested--
	for k, a := range as {
		t := a.neutral.Elem()
		op := lower.NewClosure(&lower.Code{
			Name: a.op.String(), Arity: 2, Place: lower.InPlace,
			Run: func(b *lower.Builder, _ []lower.Captured, args []lower.Value) lower.Value {
				return b.Operator(a.op, t, args...)
			},
		})
		a.variable.value = f.b.Operator(a.op, t, before[k], f.b.Reduce(op, a.neutral, rows[k], true))
	}
}
