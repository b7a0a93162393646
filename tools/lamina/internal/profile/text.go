package profile

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/lamina-lang/lamina/core/source"
)

// Source returns a line of a file, or "" if it cannot be read.
type Source func(file string, line int) string

// Write prints the profile as text.
func (p *Profile) Write(w io.Writer, text Source) error {
	var b strings.Builder
	tab := tabwriter.NewWriter(&b, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "time\tshare\thost before\tlaunches\tbytes\trate\t  source line, and its kernels")
	for _, l := range p.Lines() {
		fmt.Fprintf(tab, "%v\t%s\t%s\t\t\t\t  %s\n", short(l.Time), p.share(l.Time), p.hostTime(l.Host), named(l.Pos, text))
		for _, k := range l.Kernels {
			fmt.Fprintf(tab, "%v\t%s\t%s\t%d\t%s\t%s\t      %s\n", short(k.Time), p.share(k.Time), p.hostTime(k.Host), k.Launches, bytesText(float64(k.Bytes)), k.rate(), k.Label)
		}
	}
	rest := p.rest()
	fmt.Fprintf(tab, "%v\t%s\t\t\t\t\t  %s\n", short(rest), p.share(rest), restName)
	fmt.Fprintf(tab, "%v\t100.0 %%\t\t\t\t\t  %s on %s, the mean of %d runs\n", short(p.Total), p.Entry, p.Backend, p.Runs)
	_ = tab.Flush() // to memory
	fmt.Fprintf(&b, "%s of arguments were copied in, %s of results out%s\n", bytesText(float64(p.Report.CopiedIn)), bytesText(float64(p.Report.CopiedOut)), p.memory())
	_, err := io.WriteString(w, b.String())
	return err
}

// restName says what the time of the host is that is not told of a line.
const restName = "the host, after the last kernel"

// rest is that time.
func (p *Profile) rest() time.Duration {
	rest := p.Total - p.InKernels()
	for _, k := range p.Kernels {
		rest -= k.Host
	}
	return max(rest, 0)
}

// memory tells the use of memory.
func (p *Profile) memory() string {
	out := ""
	for _, s := range p.Report.Spaces {
		space := "memory"
		if s.Space != "" {
			space = "memory of the " + string(s.Space)
		}
		out += fmt.Sprintf("; at most %s of %s in %d blocks", bytesText(float64(s.Peak)), space, s.Allocations)
	}
	return out
}

func (p *Profile) share(d time.Duration) string {
	if p.Total <= 0 {
		return ""
	}
	return fmt.Sprintf("%.1f %%", 100*d.Seconds()/p.Total.Seconds())
}

func (p *Profile) hostTime(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return short(d).String()
}

func (k *Kernel) rate() string {
	if k.Bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%.3g GB/s", k.Rate()/1e9)
}

// named is a line of the source with its place.
func named(pos source.Pos, text Source) string {
	if !pos.IsValid() {
		return "no line"
	}
	return fmt.Sprintf("%s:%d: %s", pos.File, pos.Line, strings.TrimSpace(text(pos.File, pos.Line)))
}

// short rounds a time to three digits.
func short(d time.Duration) time.Duration {
	for unit := time.Second; unit > time.Nanosecond; unit /= 1000 {
		if d >= unit {
			return d.Round(unit / 100)
		}
	}
	return d
}

// bytesText is a number of bytes in the units in which rates are told.
func bytesText(n float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if n >= unit.size {
			return fmt.Sprintf("%.3g %s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.0f B", n)
}
