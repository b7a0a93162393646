package lowering

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// A Loop whose iterations have rows of their own is lowered twice. One branch is for the usual case that sizes agree:
// those of each captured array with the bounds of the loops whose variables are its indices, and those of arrays
// that are indexed in another way with those of the first array that is written, if they have as many dimensions.
// Then what is in range for one is so for all, and the inner loops check nothing.

// alike is what a Loop of n iterations leaves in the arrays that it writes: run computes it where sizes agree, els
// elsewhere.
func (f *frame) alike(lit *ast.FuncLit, arrays []*shared, n ir.Atom, run func(n ir.Atom) []lower.Value, els func() []lower.Value) []lower.Value {
	sizes := f.agreeing(lit, f.mark.Captured(f.Scope, arrays[0].Expr), n)
	same := ir.Const(scalar.FromBool(true))
	for _, p := range sizes.pairs {
		same = f.b.All(same, f.b.I64("same", scalar.Eq, p[0], p[1]))
	}
	return f.b.If(same, func() lower.Value {
		before := f.captures
		f.captures = maps.Clone(before)
		defer func() { f.captures = before }()
		for _, c := range f.mark.Captures {
			v := before[c]
			if rank := captureRank(c); rank > 0 {
				dims := slices.Clone(lower.Dims(v.Shape)[:rank])
				for k, d := range dims {
					dims[k] = sizes.of(d)
				}
				f.captures[c] = f.resized(v, lower.Under(dims, lower.Peel(v.Shape, rank)))
			} else if isInt(v) {
				f.captures[c] = lower.ScalarValue(goInt, sizes.of(v.Atom()))
			}
		}
		return lower.Tuple(run(sizes.of(n))...)
	}, func() lower.Value { return lower.Tuple(els()...) }).Fields()
}

// equalities are pairs of sizes that are to be equal, and by them what stands for each size.
type equalities struct {
	pairs [][2]ir.Atom
	first map[ir.Atom]ir.Atom
}

// of is what stands for a size.
func (e *equalities) of(a ir.Atom) ir.Atom {
	for {
		b, ok := e.first[a]
		if !ok {
			return a
		}
		a = b
	}
}

// add makes a stand for b, too.
func (e *equalities) add(a, b ir.Atom) {
	a, b = e.of(a), e.of(b)
	if a == b {
		return
	}
	e.pairs = append(e.pairs, [2]ir.Atom{b, a})
	e.first[b] = a
}

// agreeing are the sizes that agree as a rule in a Loop of n iterations that first writes a given array.
func (f *frame) agreeing(lit *ast.FuncLit, written *program.Capture, n ir.Atom) *equalities {
	out := &equalities{first: map[ir.Atom]ir.Atom{}}
	dims := func(c *program.Capture) []ir.Atom { return lower.Dims(f.captures[c].Shape)[:captureRank(c)] }
	want := dims(written)
	out.add(want[0], n)
	bounds := f.bounding(lit, n)
	known := map[*program.Capture][]bool{}
	for _, x := range bounds.indexed {
		if known[x.array] == nil {
			known[x.array] = make([]bool, captureRank(x.array))
		}
		for k, a := range x.bounds {
			if a != nil && k < len(known[x.array]) {
				known[x.array][k] = true
				out.add(*a, dims(x.array)[k])
			}
		}
	}
	for _, c := range f.mark.Captures {
		have := dims(c)
		alike := len(have) == len(want)
		for k, is := range known[c] {
			alike = alike && (!is || out.of(have[k]) == out.of(want[k]))
		}
		for k := range have {
			if alike {
				out.add(want[k], have[k])
			}
		}
	}
	return out
}

// bounding finds the bounds of the loops within a Loop, and which elements of captured arrays their variables index.
type bounding struct {
	*frame
	of      map[types.Object]ir.Atom // the bounds of variables
	indexed []indexed
}

// indexed is a mention of elements: for each index the bound of the variable that it is, up to a constant, or nil.
type indexed struct {
	array  *program.Capture
	bounds []*ir.Atom
}

func (f *frame) bounding(lit *ast.FuncLit, n ir.Atom) *bounding {
	b := &bounding{frame: f, of: map[types.Object]ir.Atom{}}
	for _, id := range names(lit.Type.Params) {
		b.bind(id, n)
	}
	ast.Inspect(lit.Body, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.RangeStmt:
			if id, ok := m.Key.(*ast.Ident); ok {
				b.ranges(id, m.X)
			}
		case *ast.ForStmt:
			b.counts(m)
		case *ast.IndexExpr:
			if base, indices := program.Indexed(f.Scope, m); len(indices) > 0 {
				b.mention(base, indices)
			}
		case *ast.CallExpr:
			if recv := program.TensorAt(f.Scope, m); recv != nil {
				b.mention(recv, m.Args)
			} else if recv := program.TensorSet(f.Scope, m); recv != nil && len(m.Args) > 1 {
				b.mention(recv, m.Args[1:])
			}
		}
		return true
	})
	return b
}

func (b *bounding) bind(id *ast.Ident, bound ir.Atom) {
	if obj := b.Object(id); obj != nil {
		b.of[obj] = bound
	}
}

// ranges notes the bound of the variable of for v := range x.
func (b *bounding) ranges(id *ast.Ident, x ast.Expr) {
	if bound, ok := b.size(x); ok {
		b.bind(id, bound)
	} else if c := b.mark.Captured(b.Scope, x); c != nil && captureRank(c) > 0 {
		b.bind(id, lower.Dims(b.captures[c].Shape)[0])
	}
}

// counts notes the bound of the variable of for v := …; v < bound; v++.
func (b *bounding) counts(s *ast.ForStmt) {
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.LSS && cond.Op != token.LEQ {
		return
	}
	if id, ok := ast.Unparen(cond.X).(*ast.Ident); ok {
		if bound, ok := b.size(b.shifted(cond.Y)); ok {
			b.bind(id, bound)
		}
	}
}

// shifted is x of x + c and x - c, for constants c.
func (b *bounding) shifted(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if x, ok := e.(*ast.BinaryExpr); ok && (x.Op == token.ADD || x.Op == token.SUB) && b.Pkg.TypesInfo.Types[x.Y].Value != nil {
		return b.shifted(x.X)
	}
	return e
}

// size is the value of a number that is captured, or that is the size of a captured array.
func (b *bounding) size(e ast.Expr) (ir.Atom, bool) {
	if c := b.mark.Captured(b.Scope, e); c != nil && isInt(b.captures[c]) {
		return b.captures[c].Atom(), true
	}
	of, dimension, ok := b.program.Size(b.Scope, e)
	if !ok {
		return ir.Atom{}, false
	}
	c := b.mark.Captured(b.Scope, of)
	if c == nil || c.Flat || dimension >= captureRank(c) {
		return ir.Atom{}, false
	}
	return lower.Dims(b.captures[c].Shape)[dimension], true
}

func (b *bounding) mention(array ast.Expr, indices []ast.Expr) {
	c := b.mark.Captured(b.Scope, array)
	if c == nil || captureRank(c) < len(indices) {
		return
	}
	x := indexed{array: c}
	for _, e := range indices {
		var bound *ir.Atom
		if id, ok := b.shifted(e).(*ast.Ident); ok {
			if a, ok := b.of[b.Object(id)]; ok {
				bound = &a
			}
		}
		x.bounds = append(x.bounds, bound)
	}
	b.indexed = append(b.indexed, x)
}

// ownRows reports whether a Loop writes arrays of which iteration i has row i.
func ownRows(arrays []*shared) bool {
	for _, sh := range arrays {
		if sh.Kind != independence.Rows || sh.Dimension != 0 || len(sh.Offset) > 0 {
			return false
		}
	}
	return len(arrays) > 0
}

// resized is an array whose sizes are known to be those of another shape.
func (f *frame) resized(v lower.Value, to lower.Shape) lower.Value {
	defer f.b.UncheckedIf(true)()
	return f.b.Resize(v, to)
}
