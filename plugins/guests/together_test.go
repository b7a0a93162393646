package guests

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/guests/bad"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// listening is package bad. It records the requests, and which answers contain a program.
type listening struct {
	bad.Service
	before   bool // built before plugins accepted several passes per request
	asked    []string
	programs []bool
}

func (l *listening) Describe(ctx context.Context, in *passpb.DescribeRequest) (*passpb.DescribeResponse, error) {
	out, err := l.Service.Describe(ctx, in)
	out.Several = !l.before
	return out, err
}

func (l *listening) Run(ctx context.Context, in *passpb.RunRequest) (*passpb.RunResponse, error) {
	var names []string
	for _, s := range in.Passes {
		names = append(names, s.Pass)
	}
	l.asked = append(l.asked, strings.Join(names, " "))
	if l.before {
		in.KnowsUnchanged = false
	}
	out, err := l.Service.Run(ctx, in)
	if out != nil && l.before {
		out.Reports = nil
	}
	l.programs = append(l.programs, out != nil && len(out.Program) > 0)
	return out, err
}

// Consecutive passes of a plugin are sent as one request, unless something inspects the
// program between them or the plugin does not support that; an error names the pass in
// which it occurs.
func TestNeighboursGoTogether(t *testing.T) {
	checked := pass.Manager{Check: (*pass.Unit).Check}
	for _, c := range []struct {
		name, pipeline string
		manager        pass.Manager
		before         bool
		asked          []string
		programs       []bool
		remarks        int
		want           string // in the error
	}{
		{name: "together", pipeline: "fine,wrong,fine", asked: []string{"fine wrong fine"}, programs: []bool{true}, remarks: 2},
		{name: "nothing changes", pipeline: "fine,fine", asked: []string{"fine fine"}, programs: []bool{false}, remarks: 2},
		{name: "a pass of the host between", pipeline: "fine,own,fine,fine", asked: []string{"fine", "fine fine"}, programs: []bool{false, false}, remarks: 3},
		{name: "checked", pipeline: "fine,fine", manager: checked, asked: []string{"fine", "fine"}, programs: []bool{false, false}, remarks: 2},
		{name: "an older plugin", pipeline: "fine,fine", before: true, asked: []string{"fine", "fine"}, programs: []bool{true, true}, remarks: 2},
		{
			name: "the second fails", pipeline: "fine,panic,fine", asked: []string{"fine panic fine", "fine", "panic"},
			programs: []bool{false, false, false}, remarks: 1, want: "panicked, running panic",
		},
		{
			name: "the second makes no program", pipeline: "fine,drop,fine", asked: []string{"fine drop fine", "fine", "drop"},
			programs: []bool{false, false, false}, remarks: 1, want: "left a program without the entry point main",
		},
		{
			name: "the answer tells of too few", pipeline: "unreported,fine", asked: []string{"unreported fine", "unreported", "fine"},
			programs: []bool{true, true, false}, remarks: 1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := &listening{Service: bad.Service{Plugin: bad.Plugin}, before: c.before}
			p, err := newHost(t, nil).Open(t.Context(), host.Source{Serve: l})
			if err != nil {
				t.Fatal(err)
			}
			own := &pass.Pass{Name: "own", Summary: "is the host's", From: pass.At(pass.Soac), Run: func(context.Context, *pass.Unit, pass.Options) error { return nil }}
			steps, err := pass.NewRegistry(append(p.Passes, own)...).Parse(c.pipeline, pass.Soac)
			if err != nil {
				t.Fatal(err)
			}
			u := parsed(t)
			report, err := c.manager.Run(t.Context(), steps, u)
			if c.want != "" {
				oneLine(t, err, c.want)
			} else if err != nil {
				t.Fatal(err)
			} else if got, want := len(report.Times), len(steps.Steps); got != want {
				t.Errorf("%d passes are timed, want %d", got, want)
			}
			if d := cmp.Diff(c.asked, l.asked); d != "" {
				t.Errorf("asked for (-want +got)\n%s", d)
			}
			if d := cmp.Diff(c.programs, l.programs); d != "" {
				t.Errorf("answers with a program (-want +got)\n%s", d)
			}
			if len(u.Remarks) != c.remarks {
				t.Errorf("remarks %v, want %d", u.Remarks, c.remarks)
			}
		})
	}
}
