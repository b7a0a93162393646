package independence

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// Sum is an int as a sum of products, in the order of their keys: the form of an index.
type Sum []Product

// Product is a number times some expressions.
type Product struct {
	Number  int64
	Factors []*Factor // in the order of their keys
}

// Factor is an expression that is no sum and no product.
type Factor struct {
	Expr ast.Expr
	key  string
	kind factorKind
	// of a quotient or rest: what is divided, and by what
	op       token.Token
	dividend Sum
	divisor  Sum
}

type factorKind uint8

const (
	varying   factorKind = iota // it may differ between iterations, and within one
	steady                      // it is the same in all iterations
	iteration                   // the number of the iteration
)

func (p Product) key() string {
	var keys []string
	for _, x := range p.Factors {
		keys = append(keys, x.key)
	}
	return strings.Join(keys, "*")
}

func (s Sum) equal(t Sum) bool {
	return slices.EqualFunc(s, t, func(p, q Product) bool { return p.Number == q.Number && p.key() == q.key() })
}

// plus is s + n*t.
func (s Sum) plus(n int64, t Sum) Sum {
	out := slices.Clone(s)
	for _, p := range t {
		k, found := slices.BinarySearchFunc(out, p.key(), func(q Product, key string) int { return strings.Compare(q.key(), key) })
		if found {
			out[k].Number += n * p.Number
		} else {
			out = slices.Insert(out, k, Product{n * p.Number, p.Factors})
		}
	}
	return slices.DeleteFunc(out, func(p Product) bool { return p.Number == 0 })
}

func (s Sum) times(t Sum) Sum {
	var out Sum
	for _, p := range s {
		for _, q := range t {
			factors := slices.Concat(p.Factors, q.Factors)
			slices.SortFunc(factors, func(x, y *Factor) int { return strings.Compare(x.key, y.key) })
			out = out.plus(1, Sum{{p.Number * q.Number, factors}})
		}
	}
	return out
}

// constant returns the number that the sum is.
func (s Sum) constant() (n int64, ok bool) {
	if len(s) == 0 {
		return 0, true
	}
	return s[0].Number, len(s) == 1 && len(s[0].Factors) == 0
}

// factor returns what the number of the iteration is multiplied by, if that is the same in
// all iterations.
func (s Sum) factor() (q Sum, ok bool) {
	for _, p := range s {
		i := slices.IndexFunc(p.Factors, func(x *Factor) bool { return x.kind == iteration })
		if i < 0 {
			continue
		}
		rest := slices.Delete(slices.Clone(p.Factors), i, i+1)
		q = q.plus(1, Sum{{p.Number, rest}})
	}
	return q, len(q) > 0 && q.steady()
}

// rest is the sum without what is multiplied by the number of the iteration.
func (s Sum) rest() Sum {
	return slices.DeleteFunc(slices.Clone(s), func(p Product) bool {
		return slices.ContainsFunc(p.Factors, func(x *Factor) bool { return x.kind == iteration })
	})
}

// steady reports whether the sum is the same in all iterations.
func (s Sum) steady() bool {
	return !slices.ContainsFunc(s, func(p Product) bool {
		return slices.ContainsFunc(p.Factors, func(x *Factor) bool { return x.kind != steady })
	})
}

// alone returns the factor that the sum is.
func (s Sum) alone() *Factor {
	if len(s) != 1 || s[0].Number != 1 || len(s[0].Factors) != 1 {
		return nil
	}
	return s[0].Factors[0]
}

// splits reports whether s is x / m and r is x % m, for a given x: together they say what x is.
func (s Sum) splits(r, x Sum) bool {
	a, b := s.alone(), r.alone()
	return a != nil && b != nil && a.op == token.QUO && b.op == token.REM && a.dividend.equal(x) && b.dividend.equal(x) &&
		a.divisor.equal(b.divisor) && a.divisor.steady()
}

// rejoined puts m*(x/m) + x%m together: x.
func (s Sum) rejoined() Sum {
	for _, p := range s {
		if len(p.Factors) != 1 || p.Factors[0].op != token.REM {
			continue
		}
		r := p.Factors[0]
		for _, q := range s {
			for _, d := range q.Factors {
				if d.op != token.QUO || !d.dividend.equal(r.dividend) || !d.divisor.equal(r.divisor) {
					continue
				}
				whole := Sum{{p.Number, []*Factor{d}}}.times(d.divisor)
				if len(whole) == 1 && whole[0].key() == q.key() && whole[0].Number == q.Number {
					return s.plus(-1, Sum{p}).plus(-1, Sum{q}).plus(p.Number, r.dividend).rejoined()
				}
			}
		}
	}
	return s
}

// iteration is the number of the iteration as a form.
func (f *finder) iteration() Sum { return single(&Factor{key: "i", kind: iteration}) }

func single(x *Factor) Sum { return Sum{{1, []*Factor{x}}} }

// form is the form of an expression. Variables of the loop that are assigned once stand for
// what they are assigned.
func (f *finder) form(e ast.Expr) Sum {
	e = ast.Unparen(e)
	if tv := f.Scope.Pkg.TypesInfo.Types[e]; tv.Value != nil {
		if n, exact := constant.Int64Val(constant.ToInt(tv.Value)); exact {
			return Sum{}.plus(1, Sum{{n, nil}})
		}
	}
	if b, ok := f.Scope.TypeOf(e).Underlying().(*types.Basic); !ok || b.Kind() != types.Int {
		return single(f.opaque(e))
	}
	switch e := e.(type) {
	case *ast.Ident:
		return f.variable(e)
	case *ast.BinaryExpr:
		return f.operation(e)
	case *ast.UnaryExpr:
		if e.Op == token.SUB {
			return Sum{}.plus(-1, f.form(e.X))
		}
	}
	return single(f.opaque(e))
}

func (f *finder) variable(id *ast.Ident) Sum {
	v, ok := f.Scope.Object(id).(*types.Var)
	if !ok {
		return single(f.opaque(id))
	}
	if v == f.index {
		return f.iteration()
	}
	if s, ok := f.bound[v]; ok {
		return s
	}
	if within(f.Lit, v) && !f.forming[v] && f.assignments(v) == 1 {
		if by := program.DefinedBy(f.Scope, f.Lit.Body, v); by != nil {
			f.forming[v] = true
			defer delete(f.forming, v)
			return f.form(by)
		}
	}
	return single(f.opaque(id))
}

// assignments counts those to a variable.
func (f *finder) assignments(v *types.Var) int {
	n := 0
	declared := false
	program.Assigned(f.Scope, f.Lit.Body, func(_ ast.Expr, w *types.Var, _ bool) {
		if v == w {
			n++
		}
	})
	ast.Inspect(f.Lit.Body, func(m ast.Node) bool {
		if spec, ok := m.(*ast.ValueSpec); ok && slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return f.Scope.Object(id) == v }) {
			declared = true
		}
		return true
	})
	if declared {
		n++
	}
	return n
}

func (f *finder) operation(e *ast.BinaryExpr) Sum {
	switch e.Op {
	case token.ADD:
		return f.form(e.X).plus(1, f.form(e.Y)).rejoined()
	case token.SUB:
		return f.form(e.X).plus(-1, f.form(e.Y)).rejoined()
	case token.MUL:
		return f.form(e.X).times(f.form(e.Y))
	case token.QUO, token.REM:
		x := f.opaque(e)
		x.op, x.dividend, x.divisor = e.Op, f.form(e.X), f.form(e.Y)
		x.key = fmt.Sprintf("(%s)%s(%s)", x.dividend.text(), e.Op, x.divisor.text())
		return single(x)
	}
	return single(f.opaque(e))
}

// text tells sums apart.
func (s Sum) text() string {
	var parts []string
	for _, p := range s {
		parts = append(parts, fmt.Sprintf("%d*%s", p.Number, p.key()))
	}
	return strings.Join(parts, "+")
}

// opaque is an expression as a factor. It is steady if all variables in it are of outside and
// no elements that the loop writes are in it.
func (f *finder) opaque(e ast.Expr) *Factor {
	x := &Factor{Expr: e, key: types.ExprString(e), kind: steady}
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := f.Scope.Object(id).(*types.Var); ok && !v.IsField() {
			x.key += fmt.Sprintf(" %p", v)
			if within(f.Lit, v) {
				x.kind = varying
			}
		}
		return true
	})
	if x.kind == steady && f.readsWritten(e) {
		x.kind = varying
	}
	return x
}

// readsWritten reports whether an expression reads elements that the loop writes.
func (f *finder) readsWritten(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if m, _ := f.mention(x); m != nil {
				found = true
			}
		}
		return !found
	})
	return found
}
