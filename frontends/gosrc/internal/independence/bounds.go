package independence

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// Indexed is a mention of elements of an array in a Loop.
type Indexed struct {
	Array ast.Expr
	// Bounds are those of the loops whose variables the indices are, up to constants: what is ranged over or counted
	// to. The Loop's own is Count; of other indices they are nil.
	Bounds []ast.Expr
}

// Count stands for the number of iterations of the Loop among bounds.
var Count ast.Expr = &ast.BadExpr{}

// Bounds lists the mentions of elements in a Loop, with the bounds of their indices.
func Bounds(l Loop) []Indexed {
	b := &bounding{Loop: l, of: map[types.Object]ast.Expr{}}
	b.walk()
	return b.found
}

// walk notes the bounds of variables and the mentions of elements.
func (b *bounding) walk() {
	l := b.Loop
	for _, id := range l.Lit.Type.Params.List[0].Names {
		b.bind(id, Count)
	}
	ast.Inspect(l.Lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if id, ok := n.Key.(*ast.Ident); ok {
				b.bind(id, ast.Unparen(n.X))
			}
		case *ast.ForStmt:
			b.counts(n)
		case *ast.IndexExpr:
			if base, indices := program.Indexed(l.Scope, n); len(indices) > 0 {
				b.mention(base, indices)
			}
		case *ast.CallExpr:
			if recv := program.TensorAt(l.Scope, n); recv != nil {
				b.mention(recv, n.Args)
			} else if recv := program.TensorSet(l.Scope, n); recv != nil && len(n.Args) > 1 {
				b.mention(recv, n.Args[1:])
			}
		}
		return true
	})
}

// Flat is a mention of an element of a slice as of a matrix of which it holds the rows, w[i*m + j].
type Flat struct {
	Array ast.Expr
	Width *ast.Ident // m, a variable
	Rows  ast.Expr   // the bound of i as in Indexed
}

// Matrices lists such mentions in a Loop, where i is the variable of a loop.
func Matrices(l Loop) []Flat {
	b := &bounding{Loop: l, of: map[types.Object]ast.Expr{}}
	b.walk()
	return b.flat
}

// Term is a term of a sum: Expr, or Expr*Width, which is subtracted if Minus.
type Term struct {
	Expr  ast.Expr
	Width *ast.Ident
	Minus bool
}

// Split takes sums such as i*m + j apart. Just one of the terms has a width.
func Split(e ast.Expr) (terms []Term, row ast.Expr, width *ast.Ident) {
	terms = summands(nil, e, false)
	for k, t := range terms {
		product, ok := ast.Unparen(t.Expr).(*ast.BinaryExpr)
		if !ok || product.Op != token.MUL {
			continue
		}
		if id, ok := ast.Unparen(product.Y).(*ast.Ident); ok && width == nil && !t.Minus {
			row, width = product.X, id
			terms[k].Expr, terms[k].Width = row, id
		}
	}
	return terms, row, width
}

// summands adds the terms of a sum to some.
func summands(terms []Term, e ast.Expr, minus bool) []Term {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return append(terms, Term{Expr: e, Minus: minus})
	}
	terms = summands(terms, b.X, minus)
	return summands(terms, b.Y, minus != (b.Op == token.SUB))
}

type bounding struct {
	Loop
	of    map[types.Object]ast.Expr // the bounds of variables
	found []Indexed
	flat  []Flat
}

func (b *bounding) bind(id *ast.Ident, bound ast.Expr) {
	if obj := b.Scope.Object(id); obj != nil {
		b.of[obj] = bound
	}
}

// counts notes the bound of the variable of for v := …; v < bound; v++.
func (b *bounding) counts(s *ast.ForStmt) {
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.LSS && cond.Op != token.LEQ {
		return
	}
	if id, ok := ast.Unparen(cond.X).(*ast.Ident); ok {
		b.bind(id, b.withoutConstant(cond.Y))
	}
}

// withoutConstant is x of x + c and x - c, for constants c.
func (b *bounding) withoutConstant(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if x, ok := e.(*ast.BinaryExpr); ok && (x.Op == token.ADD || x.Op == token.SUB) && b.Scope.Pkg.TypesInfo.Types[x.Y].Value != nil {
		return b.withoutConstant(x.X)
	}
	return e
}

func (b *bounding) mention(array ast.Expr, indices []ast.Expr) {
	x := Indexed{Array: array}
	for _, e := range indices {
		var bound ast.Expr
		if id, ok := b.withoutConstant(e).(*ast.Ident); ok {
			bound = b.of[b.Scope.Object(id)]
		}
		x.Bounds = append(x.Bounds, bound)
	}
	b.found = append(b.found, x)
	if len(indices) == 1 {
		b.matrix(array, indices[0])
	}
}

// matrix notes a mention w[i*m + j].
func (b *bounding) matrix(array, index ast.Expr) {
	_, row, width := Split(index)
	if width == nil {
		return
	}
	if id, ok := b.withoutConstant(row).(*ast.Ident); ok && b.of[b.Scope.Object(id)] != nil {
		b.flat = append(b.flat, Flat{array, width, b.of[b.Scope.Object(id)]})
	}
}
