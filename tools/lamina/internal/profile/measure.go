package profile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// Kernel is what the launches of a kernel took, all together, in the mean of the measured runs; or what a loop
// of the host took, which has no kernels.
type Kernel struct {
	Label    string
	Function string
	Pos      source.Pos
	Launches int
	Time     time.Duration
	Host     time.Duration // outside of kernels, before these launches
	Bytes    int64         // touched
	OnHost   bool
}

// Rate is the achieved rate in bytes a second.
func (k *Kernel) Rate() float64 {
	if k.Time <= 0 {
		return 0
	}
	return float64(k.Bytes) / k.Time.Seconds()
}

// Profile is where the time of an entry point went.
type Profile struct {
	Entry   string
	Backend string
	Runs    int
	Total   time.Duration // in the mean of the runs, as are all times
	Kernels []Kernel      // those that ran, the longest first
	Report  *backend.Report
}

// InKernels is the time of all kernels.
func (p *Profile) InKernels() (sum time.Duration) {
	for _, k := range p.Kernels {
		sum += k.Time
	}
	return sum
}

// Line is a line of the source, with what its kernels took.
type Line struct {
	Pos        source.Pos // the column is 0
	Time, Host time.Duration
	Kernels    []Kernel
}

// Lines are the lines of the source that kernels are of, the longest first.
func (p *Profile) Lines() []Line {
	var out []Line
	at := map[source.Pos]int{}
	for _, k := range p.Kernels {
		pos := k.Pos
		pos.Col = 0
		i, ok := at[pos]
		if !ok {
			i = len(out)
			at[pos] = i
			out = append(out, Line{Pos: pos})
		}
		out[i].Time += k.Time
		out[i].Host += k.Host
		out[i].Kernels = append(out[i].Kernels, k)
	}
	slices.SortStableFunc(out, func(a, b Line) int { return cmp.Compare(b.Time+b.Host, a.Time+a.Host) })
	return out
}

// Measure runs an instrumented program once to warm up, and then runs times.
func (plan *Plan) Measure(ctx context.Context, x backend.Executable, entry string, args []value.Value, runs int) (*Profile, error) {
	if _, _, err := x.Run(ctx, entry, args); err != nil {
		return nil, err
	}
	p := &Profile{Entry: entry, Runs: runs}
	sums := make([]Kernel, len(plan.kernels))
	others := map[string]*Kernel{} // of the backend's own, such as copies
	number := map[string]*Kernel{}
	begins := map[string]*Kernel{} // loops of the host, by the kernels before them
	for i, k := range plan.kernels {
		sums[i] = Kernel{Label: k.label, Function: k.fun, Pos: k.pos, OnHost: k.onHost}
		number[labelOf(i, k)] = &sums[i]
		if k.onHost {
			begins[labelOf(i, k)+begin] = &sums[i]
		}
	}
	for range runs {
		results, report, err := x.Run(ctx, entry, args)
		if err != nil {
			return nil, err
		}
		counted := results[plan.results:]
		if len(counted) != len(sums) {
			return nil, fmt.Errorf("the run gave %d counts of %d kernels", len(counted), len(sums))
		}
		for i, v := range counted {
			sums[i].Bytes += v.Scalar().Int()
		}
		for _, t := range report.Kernels {
			k := number[t.Label]
			switch loop := begins[t.Label]; {
			case loop != nil:
				loop.Host += t.Before
				p.Total -= t.Total
				continue
			case k != nil && k.OnHost:
				k.Launches += t.Count
				k.Time += t.Before
				p.Total -= t.Total
				continue
			}
			if k == nil {
				if k = others[t.Label]; k == nil {
					k = &Kernel{Label: t.Label}
					others[t.Label] = k
				}
			}
			k.Launches += t.Count
			k.Time += t.Total
			k.Host += t.Before
		}
		p.Total += report.Total
		p.Report = report
	}
	for _, k := range others {
		sums = append(sums, *k)
	}
	p.Total /= time.Duration(runs)
	for _, k := range sums {
		if k.Launches == 0 {
			continue
		}
		k.Launches /= runs
		k.Time /= time.Duration(runs)
		k.Host /= time.Duration(runs)
		k.Bytes /= int64(runs)
		p.Kernels = append(p.Kernels, k)
	}
	slices.SortStableFunc(p.Kernels, func(a, b Kernel) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Label, b.Label))
	})
	if p.Report.Kernels == nil && p.Report.Launches > 0 {
		return nil, errors.New("this backend does not time kernels")
	}
	return p, nil
}
