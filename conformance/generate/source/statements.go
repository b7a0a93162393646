package source

import (
	"fmt"
	"strings"
)

// statement adds bindings to a body and its scope; it returns false if it does not apply.
type statement struct {
	name string
	make func(g *generator, s *scope, b *block) bool
}

// statements lists the statements of bodies, repeated according to their frequency.
var statements []statement

func init() {
	statements = []statement{
		{"array", stmArray}, {"array", stmArray},
		{"scalar", stmScalar},
		{"view", stmView}, {"view", stmView}, {"view", stmView}, {"view", stmView},
		{"element update", stmElementUpdate},
		{"map over itself", stmMapOverItself}, {"map over itself", stmMapOverItself},
		{"section update", stmSectionUpdate}, {"section update", stmSectionUpdate},
		{"row update", stmRowUpdate},
		{"branch update", stmBranchUpdate},
		{"loop", stmLoop}, {"loop", stmLoop}, {"loop", stmLoop},
		{"loop over elements", stmLoopOverElements},
		{"while", stmWhile},
		{"triangle", stmTriangle},
		{"loop with sizes", stmGrowing},
		{"call", stmCall}, {"call", stmCall},
		{"filter", stmFilter},
		{"partition", stmPartition},
		{"concatenation", stmConcat},
		{"literal", stmLiteral},
		{"record", stmRecord}, {"tuple", stmTuple}, {"record update", stmRecordUpdate},
		{"zip", stmZip},
		{"function", stmLocalFunction},
		{"tuple reduction", stmTupleReduction},
		{"row reduction", stmRowReduction},
		{"branches", stmBranches},
		{"two-dimensional scatter", stmScatter2D},
		{"sum", stmSum}, {"sum", stmSum}, {"match", stmMatch}, {"match", stmMatch}, {"match update", stmMatchUpdate},
		{"array of sums", stmSumArray}, {"loop over a sum", stmSumLoop},
	}
}

// statements adds n statements.
func (g *generator) statements(s *scope, b *block, n int) {
	if s.depth < 0 {
		return
	}
	for range n {
		if g.mistake != nil && g.chance(4) {
			g.err(s, b)
		}
		for range 3 {
			if pick(g, statements).make(g, s, b) {
				break
			}
		}
	}
}

func stmArray(g *generator, s *scope, b *block) bool {
	t := g.anyType(s)
	g.bind(s, b, t, g.arrayOf(s, t))
	g.again(s, b)
	return true
}

// anyType draws the type of an array whose sizes are in scope.
func (g *generator) anyType(s *scope) typ {
	if v := g.array(s); v != nil && g.chance(2) && s.sees(v.t) {
		t := v.t
		if g.chance(2) {
			t.elem = g.elem()
		}
		return t
	}
	t := arrayOf(g.elem(), pick(g, s.sizes))
	if g.chance(3) {
		if two := t.under(pick(g, s.sizes)); small(two) {
			return two
		}
	}
	return t
}

// small reports whether an array is not known to be large.
func small(t typ) bool {
	n := int64(1)
	for _, d := range t.dims {
		if d.value != unknown {
			n *= d.value
		}
	}
	return n <= 2000
}

func stmScalar(g *generator, s *scope, b *block) bool {
	elem := g.elem()
	g.bind(s, b, scalarOf(elem), made(g.scalar(s, elem, 3)))
	return true
}

func stmFilter(g *generator, s *scope, b *block) bool {
	v := g.array(s, 1)
	if v == nil {
		return false
	}
	return g.bindSized(s, b, v.t.elem, 1, made(g.filtered(s, v)))
}

func stmPartition(g *generator, s *scope, b *block) bool {
	v := g.array(s, 1)
	if v == nil {
		return false
	}
	in := g.inner(s)
	// As far as the types say, the parts might alias what the condition reads.
	in.vars, in.locals = in.where(func(v *variable) bool { return !v.t.holdsArray() }), nil
	p := g.add(in, g.fresh("p"), scalarOf(v.t.elem), nil)
	cond := g.scalar(in, "bool", 3)
	k, l, x, y := g.fresh("k"), g.fresh("k"), g.fresh("x"), g.fresh("x")
	of := v.name
	if strings.HasPrefix(of, "p") {
		// Only here may a lambda's parameter get its size, which must not be one of its body's.
		of = fmt.Sprintf("(%s: %s)", of, v.t)
	}
	b.line(fmt.Sprintf("let [%s][%s] (%s: [%s]%s, %s: [%s]%s) = partition (\\%s -> %s) %s", k, l, x, k, v.t.elem, y, l, v.t.elem, p.name, cond, of))
	// The type of partition does not say that its results are fresh.
	g.add(s, x, arrayOf(v.t.elem, g.addSize(s, k, unknown)), v.roots)
	g.add(s, y, arrayOf(v.t.elem, g.addSize(s, l, unknown)), v.roots)
	return true
}

func stmConcat(g *generator, s *scope, b *block) bool {
	v := g.array(s, 1, 2)
	if v == nil {
		return false
	}
	w := g.find(s, func(w *variable) bool {
		return w.t.plain() && w.t.elem == v.t.elem && len(w.t.dims) == len(v.t.dims) && w.t.row().equal(v.t.row())
	})
	t := v.t.row().under(v.t.dims[0].plus(w.t.dims[0]))
	if !small(t) {
		return false
	}
	text := pick(g, []string{"%s ++ %s", "concat %s %s"})
	x, y := v.name, w.name
	if g.chance(3) {
		y = g.owned(s.deeper(), w.t).text
	}
	g.bind(s, b, t, made(fmt.Sprintf(text, x, y)))
	return true
}

func stmLiteral(g *generator, s *scope, b *block) bool {
	if v := g.array(s, 1); v != nil && g.chance(2) {
		n := constant(int64(2))
		t := v.t.under(n)
		w := g.find(s, func(w *variable) bool { return w.t.equal(v.t) })
		g.bind(s, b, t, made(fmt.Sprintf("[%s, %s]", v.name, w.name)))
		return true
	}
	elem := g.elem()
	var parts []string
	for range 1 + g.below(4) {
		parts = append(parts, g.scalar(s, elem, 2))
	}
	g.bind(s, b, arrayOf(elem, constant(int64(len(parts)))), made("["+strings.Join(parts, ", ")+"]"))
	return true
}

// part draws a component of a record.
func (g *generator) part(s *scope) (string, typ, []root) {
	if v := g.array(s); v != nil && g.chance(2) {
		return v.name, v.t, v.roots
	}
	elem := g.elem()
	return g.scalar(s, elem, 2), scalarOf(elem), nil
}

// fieldNames are names of fields, in order. Some are those of functions and modules, too.
var fieldNames = [][]string{{"a", "b", "c"}, {"i64", "length", "map"}, {"f32", "n", "reverse"}, {"f64", "sum", "xs"}}

func stmRecord(g *generator, s *scope, b *block) bool {
	var t typ
	var parts []string
	roots := []root{}
	names := fieldNames[g.names%len(fieldNames)]
	for _, name := range names[:2+g.below(2)] {
		text, u, r := g.part(s)
		t.fields = append(t.fields, field{name, u})
		parts = append(parts, name+" = "+text)
		roots = union(roots, r)
	}
	g.bind(s, b, t, expr{"{" + strings.Join(parts, ", ") + "}", roots})
	return true
}

func stmTuple(g *generator, s *scope, b *block) bool {
	x, t, r := g.part(s)
	y, u, q := g.part(s)
	v := g.bind(s, b, tupleOf(t, u), expr{"(" + x + ", " + y + ")", union(union([]root{}, r), q)})
	if g.chance(2) {
		p, q := g.fresh("x"), g.fresh("x")
		b.line(fmt.Sprintf("let (%s, %s) = %s", p, q, v.name))
		g.add(s, p, t, v.roots)
		g.add(s, q, u, v.roots)
	}
	return true
}

func stmRecordUpdate(g *generator, s *scope, b *block) bool {
	v := g.find(s, func(v *variable) bool { return !v.t.isArray() && len(v.t.fields) > 0 })
	if v == nil {
		return false
	}
	k := g.below(len(v.t.fields))
	f := v.t.fields[k]
	if !s.sees(f.t) {
		return false
	}
	if f.name == "" || g.chance(2) {
		g.bind(s, b, f.t, of(v.name+"."+f.selector(k), v))
		return true
	}
	e := g.value(s, f.t, 2)
	g.bind(s, b, v.t, expr{fmt.Sprintf("%s with %s = %s", v.name, f.name, e.text), union(v.roots, e.roots)})
	return true
}

func stmZip(g *generator, s *scope, b *block) bool {
	v := g.array(s, 1)
	if v == nil {
		return false
	}
	w := g.find(s, func(w *variable) bool {
		return w.t.plain() && len(w.t.dims) == 1 && w.t.dims[0].text == v.t.dims[0].text
	})
	t := tupleOf(scalarOf(v.t.elem), scalarOf(w.t.elem)).under(v.t.dims[0])
	z := g.bind(s, b, t, of(fmt.Sprintf("zip %s %s", v.name, w.name), v, w))
	if g.chance(2) {
		x, y := g.fresh("x"), g.fresh("x")
		b.line(fmt.Sprintf("let (%s, %s) = unzip (reverse %s)", x, y, z.name))
		g.add(s, x, v.t, z.roots)
		g.add(s, y, w.t, z.roots)
	}
	return true
}

func stmLocalFunction(g *generator, s *scope, b *block) bool {
	if s.depth < 1 {
		return false
	}
	in := g.inner(s)
	f := local{name: g.fresh("fn"), result: scalarOf(g.elem())}
	var params []string
	for range 1 + g.below(2) {
		x := g.add(in, g.fresh("p"), scalarOf(g.elem()), nil)
		f.params = append(f.params, x.t)
		params = append(params, fmt.Sprintf("(%s: %s)", x.name, x.t))
	}
	// It reads at most one array, which then lives as long as the function.
	keep := g.array(s, 1)
	in.vars = in.where(func(v *variable) bool { return !v.t.holdsArray() || v == keep })
	in.locals = nil
	if keep != nil {
		f.roots = keep.roots
	}
	b.line(fmt.Sprintf("let %s %s: %s = %s", f.name, strings.Join(params, " "), f.result, g.scalar(in, f.result.elem, 3)))
	s.locals = append(s.locals, f)
	return true
}

// tupleOperators are associative operators on pairs, with neutral elements.
var tupleOperators = []struct {
	types       [2]string
	op, neutral string
}{
	{[2]string{"i64", "i64"}, "(\\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j))", "(i64.lowest, i64.highest)"},
	{[2]string{"i32", "i32"}, "(\\(a, b) (c, d) -> (a * c, b * c + d))", "(1i32, 0i32)"},
	{[2]string{"i64", "bool"}, "(\\(v, f) (w, e) -> (if e then w else v + w, f || e))", "(0i64, false)"},
	{[2]string{"i32", "i64"}, "(\\(a, b) (c, d) -> (a + c, i64.max b d))", "(0i32, i64.lowest)"},
	{[2]string{"f64", "u8"}, "(\\(a, b) (c, d) -> (a + c, b ^ d))", "(0f64, 0u8)"},
}

// stmTupleReduction folds or scans pairs.
func stmTupleReduction(g *generator, s *scope, b *block) bool {
	o := pick(g, tupleOperators)
	n := pick(g, s.sizes)
	if v := g.array(s, 1); v != nil {
		n = v.t.dims[0]
	}
	x, y := g.arrayOf(s.deeper(), arrayOf(o.types[0], n)), g.arrayOf(s.deeper(), arrayOf(o.types[1], n))
	p, q := g.fresh("x"), g.fresh("x")
	if g.chance(2) {
		b.line(fmt.Sprintf("let (%s, %s) = reduce %s %s (zip %s %s)", p, q, o.op, o.neutral, x.text, y.text))
		g.add(s, p, scalarOf(o.types[0]), nil)
		g.add(s, q, scalarOf(o.types[1]), nil)
		return true
	}
	b.line(fmt.Sprintf("let (%s, %s) = unzip (scan %s %s (zip %s %s))", p, q, o.op, o.neutral, x.text, y.text))
	g.names++
	both := []root{{g.names, s.frame}}
	g.add(s, p, arrayOf(o.types[0], n), both)
	g.add(s, q, arrayOf(o.types[1], n), both)
	return true
}

// stmRowReduction folds the rows of an array with an operator on arrays.
func stmRowReduction(g *generator, s *scope, b *block) bool {
	v := g.array(s, 2)
	if v == nil {
		return false
	}
	op, neutral := g.operator(elementOf(v.t.elem))
	name := pick(g, []string{"reduce", "reduce_comm"})
	t := v.t.row()
	g.bind(s, b, t, of(fmt.Sprintf("%s (map2 %s) (replicate %s %s) %s", name, op, t.dims[0].atom(), neutral, v.name), v))
	return true
}

// stmBranches chooses between arrays that may have different layouts.
func stmBranches(g *generator, s *scope, b *block) bool {
	t := g.anyType(s)
	x, y := g.inner(s), g.inner(s)
	thenText, thenRoots := g.body(x, t, g.below(2))
	elseText, elseRoots := g.body(y, t, g.below(2))
	e := expr{text: fmt.Sprintf("if %s\n  then %s\n  else %s", g.scalar(s, "bool", 2), indent(thenText), indent(elseText))}
	// Memory created in a branch is fresh outside it.
	var roots []root
	for _, r := range union(thenRoots, elseRoots) {
		if r.frame != x.frame && r.frame != y.frame {
			roots = append(roots, r)
		}
	}
	e.roots = roots
	g.bind(s, b, t, e)
	return true
}

// stmScatter2D writes elements of a matrix, with values determined by their indices.
func stmScatter2D(g *generator, s *scope, b *block) bool {
	v := g.find(s, func(v *variable) bool { return v.t.plain() && len(v.t.dims) == 2 })
	is := g.array(s, 1)
	if v == nil || is == nil {
		return false
	}
	n := is.t.dims[0].atom()
	at := fmt.Sprintf("(map (\\i -> (i %% 3, (i + %s) %% 2)) (iota %s))", g.constant(elementOf("i64")), n)
	e := elementOf(v.t.elem)
	value := "i % 2 == 0"
	if e.kind != boolean {
		value = fmt.Sprintf("%s.i64 (i %% 6)", e.name)
	}
	x := g.owned(s.deeper(), v.t)
	g.bind(s, b, v.t, made(fmt.Sprintf("scatter_2d %s %s (map (\\i -> %s) (iota %s))", x.text, at, value, n)))
	return true
}
