package generate

import (
	"strconv"
	"strings"
)

// A loopForm is which elements of a slice w the iterations i of a Loop use. In its text N is the
// number of iterations, V the value and C a condition.
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
}

// rowForms are those where w is a slice of slices of two elements.
var rowForms = []loopForm{
	{1, []string{"row := w[i]", "for j := range row {", "row[j] = V", "if C { w[i][j] = row[0] }", "}"}},
	{2, []string{"y := i + 1", "for j, x := range w[y] {", "if C { w[y][1-j] = x } else { w[y][j] = V }", "}"}},
	{1, []string{"copy(w[i], w[i][1:])", "if C { w[i][1] = V }"}},
	{1, []string{"if C { w[N-1-i][1] = V }"}},
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
	g.line("accelerate.Loop(%d, func(i int) {", n)
	outer := len(g.scope)
	g.scope = append(g.scope, variable{"i", "int", false})
	g.depth = 3
	v := g.declare(elem, g.safe(elem))
	for _, line := range form.body {
		// A condition of the loop's own variables differs between iterations.
		line = strings.ReplaceAll(line, "C {", g.safe("bool")+" {")
		line = strings.ReplaceAll(strings.ReplaceAll(line, "V", v), "N", strconv.Itoa(n))
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
