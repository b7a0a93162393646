package generate

import "strings"

// sizedForms are marked loops over arrays whose sizes have names, N and M, and are mostly the same. E is the type of
// elements, C a condition, V a value.
var sizedForms = []string{
	`from, to := make([]E, N), make([]E, M)
	fill(from)
	n := len(from)
	err := failure(func() {
		accelerate.Loop(n, func(i int) {
			x := from[i]
			if i > 0 && C {
				x = from[i-1]
			}
			if i+1 < n && C {
				x = from[i+1]
			}
			to[i] = x
		})
	})`,
	`from, to := accelerate.NewTensor[E](N, 3), accelerate.NewTensor[E](M, 3)
	fill(from.Elems())
	rows, columns := from.Dim(0), from.Dim(1)
	err := failure(func() {
		accelerate.Loop(rows, func(i int) {
			for j := 0; j < columns; j++ {
				x := from.At(i, j)
				if i == rows-1 || C {
					x = from.At(i, (j+1)%columns)
				} else if j > 0 {
					x = from.At(i+1, j-1)
				}
				if C {
					x = V
				}
				to.Set(x, i, j)
			}
		})
	})`,
	`from, to := accelerate.NewTensor[E](3, N), accelerate.NewTensor[E](3, M)
	fill(from.Elems())
	columns := to.Dim(1)
	err := failure(func() {
		accelerate.Loop(columns, func(i int) {
			for j := range from.Dim(0) {
				to.Set(from.At(j, columns-1-i), j, i)
			}
			if C {
				to.Set(V, 2, i)
			}
		})
	})`,
	`from, to := make([][]E, N), make([][]E, M)
	for k := range from {
		from[k] = make([]E, 4)
		fill(from[k])
	}
	for k := range to {
		to[k] = make([]E, 4)
	}
	n := len(to)
	err := failure(func() {
		accelerate.Loop(n, func(i int) {
			row := from[i]
			for j := range row {
				to[i][j] = row[3-j]
				if C {
					to[i][j] = V
				}
			}
		})
	})`,
}

// sized makes a loop of one of these forms.
func (g *generator) sized(i int) {
	form, e := pick(g, sizedForms...), g.scalar()
	n := pick(g, 1, 2, 7, 50)
	g.line("type E = %s\nconst N, M = %d, %d", e, n, n+pick(g, 0, 0, 0, 1, -1))
	outer := len(g.scope)
	g.scope = append(g.scope, variable{"i", "int", false})
	for line := range strings.Lines(form) {
		line = strings.Replace(line, "C {", g.safe("bool")+" {", 1)
		line = strings.Replace(line, "= V", "= "+g.safe(e), 1)
		g.line("%s", strings.Replace(line, "(V,", "("+g.safe(e)+",", 1))
	}
	g.scope = g.scope[:outer]
	to := "to"
	if strings.Contains(form, "Tensor") {
		to = "to.Elems()"
	}
	g.line("show(\"%d\", %s, err)", i, to)
}
