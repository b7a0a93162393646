package generate

import (
	"strconv"
	"strings"
)

// A loopForm is which elements of a slice w the iterations i of a Loop use. In its text N is the
// number of iterations, V the value, @ its type and C a condition.
type loopForm struct {
	size int // of the slice, for an iteration
	body []string
}

var loopForms = []loopForm{
	{1, []string{"w[N-1-i] = V"}},
	{2, []string{"w[2*i+1] = V", "if C { w[2*i] = w[2*i+1] }"}},
	{1, []string{"at := (i*7 + 3) % N", "if C { w[at] = V }"}},
	{3, []string{"for j := range 3 {", "w[i*3+j] = V", "if j > 0 && C { w[i*3+j] = w[i*3+j-1] }", "}"}},
	{4, []string{"first := i * width", "for j := width - 1; j >= 0; j-- {", "if C { continue }", "w[first+j] = V", "}"}},
	{1, []string{"j := N - 1 - i", "if i < j { w[i], w[j] = w[j], V }"}},
	{1, []string{"x, y := i%width, i/width", "if C { w[y*width+x] = V }"}},
	{2, []string{"w[i] = w[i+N]", "if C { w[i] = V }"}},
	{2, []string{"w[i+N] = V", "if C { w[i+N] = V }"}},
	{1, []string{"p := &w[i]", "if C { *p = V }"}},
	{3, []string{"k := aid.PutAt(w[i*3:(i+1)*3], i, V)", "if C { w[i*3+k%2] = w[i*3] }"}},
	{4, []string{"w[i*width] = aid.TurnPart(w[i*width:(i+1)*width], i, i+2, V)", "if C { copy(w[i*width+1:i*width+3], w[i*width:i*width+2]) }"}},
	{3, []string{"row := w[i*3:(i+1)*3]", "for j := range row {", "if C { row[j] = V }", "}", "sub := row[1:]", "sub[0], row[0] = row[0], sub[1]", "w[i*3+2] = sub[0]"}},
	{4, []string{"k := aid.Row[@](w[i*width:(i+1)*width]).Put(V)", "row := aid.Row[@](w[i*width:i*width+k])", "if C { row.Put(w[i*width+1]) }"}},
}

// rowForms are those where w is a slice of slices of two elements.
var rowForms = []loopForm{
	{1, []string{"row := w[i]", "for j := range row {", "row[j] = V", "if C { w[i][j] = row[0] }", "}"}},
	{2, []string{"y := i + 1", "for j, x := range w[y] {", "if C { w[y][1-j] = x } else { w[y][j] = V }", "}"}},
	{1, []string{"copy(w[i], w[i][1:])", "if C { w[i][1] = V }"}},
	{1, []string{"if C { w[N-1-i][1] = V }"}},
	{1, []string{"next := []@{V, w[i][0]}", "if C { next[1] = w[i][1] }", "w[i] = next", "if C { w[i][0] = w[i][1] }"}},
	{1, []string{"if C { w[i][1] = V }", "w[i] = aid.Two(V, w[i][1])"}},
	{1, []string{"aid.Row[@](w[i][i%2:]).Put(V)", "row := w[i][1:]", "if C { row[0] = w[i][0] }"}},
	{1, []string{"aid.PutAt(w[i][i%2:], i, V)", "if C { w[i][0] = aid.TurnPart(w[i], i, 1, w[i][1]) }"}},
}

// formed makes a marked loop, or one within an expression, over a slice of which iterations use
// other elements than their own number selects. The number of iterations has no factor 7.
func (g *generator) formed(i int) {
	forms, rows := loopForms, g.chance(3)
	if rows {
		forms = rowForms
	}
	form := forms[g.IntN(len(forms))]
	t, n := g.flat(), pick(g, 0, 1, 5, 96)
	elem := t
	if rows {
		t = "[]" + t
	}
	within := g.chance(2)
	g.line("width := lit(4)")
	g.line("_ = width")
	if within {
		g.line("w, err := accelerate.Try(func() []%s {", t)
		g.line("w := make([]%s, %d)", t, form.size*n)
	} else {
		g.line("var err error")
		g.line("w := make([]%s, %d)", t, form.size*n)
	}
	if rows {
		g.line("for i := range w { w[i] = make(%s, 2) }", t)
	}
	other := ""
	if !rows && n > 0 && g.chance(2) {
		other = g.otherName(t, form.size*n, within)
	}
	g.line("accelerate.Loop(%d, func(i int) {", n)
	outer := len(g.scope)
	g.scope = append(g.scope, variable{"i", "int", false})
	g.depth = 3
	v := g.declare(elem, g.safe(elem))
	if other != "" {
		g.line("if %s { %s = %s }", g.safe("bool"), v, other)
	}
	for _, line := range form.body {
		// A condition of the loop's own variables differs between iterations.
		line = strings.ReplaceAll(line, "C {", g.safe("bool")+" {")
		line = strings.NewReplacer("V", v, "N", strconv.Itoa(n), "@", elem).Replace(line)
		if n == 0 {
			line = strings.ReplaceAll(line, "% 0", "% 1")
		}
		g.line("%s", line)
	}
	g.scope = g.scope[:outer]
	g.line("})")
	if within {
		g.line("return w")
		g.line("})")
	}
	g.line("show(\"%d\", w, err)", i)
}

// otherName declares a name for what may be elements of w, which has size of type t, and returns what reads there
// in iteration i. Within an expression, where that would be refused, it is a function that reads another slice.
func (g *generator) otherName(t string, size int, within bool) string {
	form := g.IntN(4)
	if within {
		form = 0
	}
	switch form {
	case 1:
		g.line("q := &w[%d]", g.IntN(size))
		return "*q"
	case 2:
		g.line("q := w[%d:]", g.IntN(size))
		return "q[i%len(q)]"
	case 3:
		g.line("var q [%d]%s", size, t)
		g.line("if %s { w = q[:] }", g.expr("bool", 2))
		return "q[(i+1)%len(q)]"
	}
	g.line("q := make([]%s, %d)", t, size)
	g.line("at := func(k int) %s { return q[k%%len(q)] }", t)
	return "at(i)"
}

// loop makes a marked loop over a slice or a tensor of rank 2.
func (g *generator) loop(i int) {
	t := g.flat()
	w := g.name()
	n := pick(g, 0, 1, 7, 100)
	tensor := g.chance(2)
	index := g.name()
	if tensor {
		g.line("%s := accelerate.NewTensor[%s](%d, 3)", w, t, n)
	} else {
		g.line("%s := make([]%s, %d)", w, t, n)
	}
	g.line("err := failure(func() {")
	g.iterations(n, index, func() {
		v := g.declare(t, g.sometimesSafe(t))
		if tensor {
			g.fillRow(w, t, v, index)
		} else {
			g.line("if %s { %s[%s] = %s }", g.safe("bool"), w, index, v)
		}
	})
	g.line("})")
	if tensor {
		w += ".Elems()"
	}
	g.line("show(\"%d\", %s, err)", i, w)
}

// sometimesSafe is a value that may be an error.
func (g *generator) sometimesSafe(t string) string {
	if g.chance(2) {
		return g.safe(t)
	}
	return g.expr(t, 2)
}

// fillRow sets a row of a tensor of rank 2 and three columns.
func (g *generator) fillRow(w, t, v, index string) {
	g.line("for j := range 3 {")
	g.line("%s", g.set(w, v, index, "j"))
	g.line("if j > 0 && %s { %s }", g.safe("bool"), g.set(w, w+".At("+index+", j-1)", index, "j"))
	if g.chance(2) {
		g.scope = append(g.scope, variable{"j", "int", false})
		g.line("if %s { %s }", g.expr("bool", 1), g.set(w, g.expr(t, 1), index, "j"))
		g.scope = g.scope[:len(g.scope)-1]
	}
	g.line("}")
	if g.chance(3) {
		g.line("if %s { %s = %sShift(%s, %s, %s, %s) }", g.safe("bool"), v, g.at, w, v, index, g.safe("bool"))
	}
}

// iterations makes a Loop of n iterations.
func (g *generator) iterations(n int, index string, body func()) {
	g.line("accelerate.Loop(%d, func(%s int) {", n, index)
	outer, depth := len(g.scope), g.depth
	g.scope = append(g.scope, variable{index, "int", false})
	g.depth = 3
	restore, often := g.fixed(outer), g.times(n)
	body()
	often()
	restore()
	g.scope, g.depth = g.scope[:outer], depth
	g.line("})")
}

// fixed makes the first n variables ones that are not assigned.
func (g *generator) fixed(n int) (restore func()) {
	var were []int
	for i := range g.scope[:n] {
		if g.scope[i].mutable {
			g.scope[i].mutable = false
			were = append(were, i)
		}
	}
	return func() {
		for _, i := range were {
			g.scope[i].mutable = true
		}
	}
}

// mixed makes an expression with loops over tensors and functions on slices.
func (g *generator) mixed(i int) {
	t := g.outcome()
	g.try(i, t, func() {
		g.parallel()
		n := pick(g, 0, 1, 5, 6, 12, 96)
		e := g.flat()
		x, y, index := g.name(), g.name(), g.name()
		if g.chance(2) {
			g.line("%s := accelerate.NewTensor[%s](%d, 3)", x, e, n)
		} else {
			g.line("%s := accelerate.TensorOf(accelerate.Map(%s, accelerate.Iota(%d)), %d, 3)", x, g.function(e, 1, "int"), 3*n, n)
		}
		g.iterations(n, index, func() { g.fillRow(x, e, g.declare(e, g.sometimesSafe(e)), index) })
		xs := variable{x, tensorOf(2, e), false}
		g.scope = append(g.scope, xs)
		if g.chance(2) {
			g.line("%s := accelerate.NewTensor[%s](%d, 3)", y, e, n)
			g.iterations(n, index, func() {
				v := g.declare(e, g.element(xs, 2, 1))
				g.fillRow(y, e, v, index)
			})
			if g.chance(2) {
				g.line("%s, %s = %s, %s", x, y, y, x)
			}
			g.scope = append(g.scope, variable{y, tensorOf(2, e), false})
		}
		u, zs := g.flat(), g.name()
		g.line("%s := accelerate.Map(%s, %s.Elems())", zs, g.function(u, 2, e), x)
		g.line("_ = %s", zs)
		g.scope = append(g.scope, variable{zs, "[]" + u, false})
		g.parallel()
		g.body(t, 3)
	})
}
