package benchcompare

import (
	"fmt"
	"html"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/tools/lamina/internal/pages"
)

// The size of the plot of one row, in its own units.
const (
	plotWidth  = 420
	plotHeight = 44
	dotRadius  = 2.5
)

// Page writes a comparison as a page: for each input the times of all runs, medians with their confidence
// intervals, and the difference.
func (c *Comparison) Page(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<p><span class="before">●</span> %s <span class="after">●</span> %s. Dots are runs (of more than %d, that many in even steps), of which the slowest may be beyond the edge; bars are medians with their intervals of %.0f %% confidence. A difference is shown where it is more than chance, p &lt; 0.05 in the Mann–Whitney U-test.</p>`,
		html.EscapeString(c.Before), html.EscapeString(c.After), mostDots, 100*confidence)
	b.WriteString(`<table><tr><th>program</th><th class="number">before</th><th class="number">after</th><th class="number">difference</th><th></th></tr>`)
	for i := range c.Rows {
		r := &c.Rows[i]
		kind := ""
		switch {
		case strings.HasPrefix(r.Delta, "+"):
			kind = "slower"
		case strings.HasPrefix(r.Delta, "-"):
			kind = "faster"
		}
		fmt.Fprintf(&b, `<tr><td>%s<br><span class="faint">%s</span></td><td class="number">%v<br><span class="faint">± %s</span></td><td class="number">%v<br><span class="faint">± %s</span></td><td class="number %s">%s<br><span class="faint">%s</span></td><td>%s</td></tr>`,
			html.EscapeString(r.Program), html.EscapeString(r.Input), micro(r.Old.Center), r.Old.PctRangeString(), micro(r.New.Center), r.New.PctRangeString(),
			kind, html.EscapeString(r.Delta), html.EscapeString(r.Test), r.plot())
	}
	fmt.Fprintf(&b, `<tr><td>geometric mean of %d</td><td></td><td></td><td class="number">%+.2f%%</td><td></td></tr></table>`, len(c.Rows), c.Mean)
	if c.Few {
		b.WriteString(`<p class="warning">` + html.EscapeString(tooFew) + `</p>`)
	}
	for _, line := range c.Only {
		fmt.Fprintf(&b, `<p class="faint">%s</p>`, html.EscapeString(line))
	}
	return pages.Write(w, pages.Page{Title: "Times before and after", Body: template.HTML(b.String())})
}

// mostOutside is which part of the runs, the slowest, may stand at the edge of a plot so that one of them
// does not squeeze the others.
const mostOutside = 0.05

// mostDots is how many runs of an input are drawn. A bench of microseconds has tens of thousands.
const mostDots = 200

// drawn returns the runs to draw: of too many, the shortest, the longest, and those in even steps between.
func drawn(runs []float64) []float64 {
	if len(runs) <= mostDots {
		return runs
	}
	sorted := slices.Sorted(slices.Values(runs))
	out := make([]float64, mostDots)
	for i := range out {
		out[i] = sorted[i*(len(sorted)-1)/(mostDots-1)]
	}
	return out
}

// plot draws the runs of an input, before above after, from the least time on.
func (r *Row) plot() string {
	all := slices.Concat(r.OldRuns, r.NewRuns) // intervals of few runs are infinite, others lie between runs
	slices.Sort(all)
	least := all[0]
	most := max(all[len(all)-1-int(mostOutside*float64(len(all)))], min(max(r.Old.Hi, r.New.Hi), all[len(all)-1]))
	at := func(x float64) float64 {
		if most <= least {
			return plotWidth / 2
		}
		return dotRadius + (plotWidth-2*dotRadius)*min(max((x-least)/(most-least), 0), 1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">`, plotWidth, plotHeight, plotWidth, plotHeight,
		html.EscapeString(fmt.Sprintf("from %v to %v", micro(least), micro(most))))
	for _, side := range []struct {
		kind        string
		runs        []float64
		lo, mid, hi float64
		y           int
	}{{"before", r.OldRuns, r.Old.Lo, r.Old.Center, r.Old.Hi, plotHeight / 4}, {"after", r.NewRuns, r.New.Lo, r.New.Center, r.New.Hi, 3 * plotHeight / 4}} {
		fmt.Fprintf(&b, `<g class="%s"><rect x="%.1f" y="%d" width="%.1f" height="12" opacity=".25"/>`, side.kind, at(side.lo), side.y-6, max(at(side.hi)-at(side.lo), 1))
		for _, x := range drawn(side.runs) {
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%d" r="%v" opacity=".6"><title>%v</title></circle>`, at(x), side.y, dotRadius, micro(x))
		}
		fmt.Fprintf(&b, `<rect x="%.1f" y="%d" width="2" height="18"/></g>`, at(side.mid)-1, side.y-9)
	}
	b.WriteString("</svg>")
	return b.String()
}
