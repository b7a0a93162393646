package passview

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/lamina-lang/lamina/core/pass"
)

// Times prints a table of each pass's time, its share of the total, and its rewrites.
func Times(w io.Writer, report pass.Report) error {
	var total time.Duration
	rewrites := 0
	for _, t := range report.Times {
		total += t.Time
		rewrites += t.Rewrites
	}
	tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "ms\tshare\trewrites\t  pass")
	row := func(d time.Duration, rewrites int, name string) {
		share := 0.0
		if total > 0 {
			share = 100 * float64(d) / float64(total)
		}
		fmt.Fprintf(tab, "%.3f\t%.1f %%\t%d\t  %s\n", d.Seconds()*1000, share, rewrites, name)
	}
	for _, t := range report.Times {
		name := t.Step
		if t.Crossing > 0 {
			name += fmt.Sprintf(" (%.3f ms to its plugin and back)", t.Crossing.Seconds()*1000)
		}
		row(t.Time, t.Rewrites, name)
	}
	row(total, rewrites, "total")
	return tab.Flush()
}
