package host

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/core/wire/wirefmt"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
	"github.com/lamina-lang/lamina/plugins/proto/passrpc"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// guest returns the declared pass, run by the plugin.
func (p *Plugin) guest(decl pass.Pass) *pass.Pass {
	decl.Home = p
	decl.Run = func(ctx context.Context, u *pass.Unit, opts pass.Options) error {
		if decl.Applies != nil && !decl.Applies(u, opts) {
			return nil
		}
		_, err := p.run(ctx, u, pass.Step{Pass: &decl, Options: opts})
		return err
	}
	return &decl
}

// Reach returns how many of the steps the plugin can run together: up to the last of its
// own before one that it does not know.
func (p *Plugin) Reach(steps []pass.Step) int {
	n := 1
	for i, s := range steps {
		switch {
		case s.Pass.Home == pass.Home(p):
			n = i + 1
		case !slices.Contains(p.along, s.Pass):
			return n
		}
		if !p.several {
			return n
		}
	}
	return n
}

// RunTogether runs steps in one call.
func (p *Plugin) RunTogether(ctx context.Context, u *pass.Unit, steps []pass.Step) ([]pass.Timing, error) {
	reports, err := p.run(ctx, u, steps...)
	if err != nil {
		return nil, err
	}
	times := make([]pass.Timing, len(steps))
	for i, r := range reports {
		times[i] = pass.Timing{Step: steps[i].String(), Time: time.Duration(r.Nanoseconds), Rewrites: int(r.Rewrites)}
	}
	return times, nil
}

// run makes the plugin run passes on u, which changes only on success. If there are several
// passes, it returns a report on each.
func (p *Plugin) run(ctx context.Context, u *pass.Unit, steps ...pass.Step) ([]*passpb.Report, error) {
	start := time.Now()
	in := &passpb.RunRequest{Target: protocol.EncodeTarget(u.Target), KnowsUnchanged: true}
	var err error
	if u.Imp != nil {
		in.Program, err = wire.MarshalImp(u.Imp)
	} else {
		in.Program, err = wire.Marshal(u.IR)
	}
	if err != nil {
		return nil, err
	}
	if v := wire.Version(in.Program); v > p.newest {
		return nil, p.fault(fmt.Sprintf("reads the IR up to version %d, and the program is in version %d", p.newest, v), updateIt)
	}
	level, names := u.Level(), ""
	for _, s := range steps {
		step := &passpb.Step{Pass: s.Pass.Name}
		for _, o := range s.Options.Settings() {
			step.Options = append(step.Options, &passpb.Setting{Name: o.Name, Value: o.Value})
		}
		in.Passes = append(in.Passes, step)
		names = strings.TrimPrefix(names+", "+s.Pass.Name, ", ")
		level = s.Pass.After(level)
	}
	out, err := call(ctx, p, "running "+names, in, passrpc.PassServiceClient.Run)
	if err != nil {
		return nil, err
	}
	if n := len(out.Reports); n > len(steps) || len(steps) > 1 && n != len(steps) && out.Failure == nil {
		return nil, p.fault(fmt.Sprintf("ran %d passes and reported on %d, running %s", len(steps), n, names), tellAuthor)
	}
	if err := p.accept(u, names, level, out); err != nil {
		return nil, err
	}
	crossing := time.Since(start)
	for _, r := range out.Reports {
		crossing -= time.Duration(r.Nanoseconds)
	}
	u.AddCrossing(max(0, crossing))
	return out.Reports, nil
}

// accept takes over the plugin's result, if it is a valid program at the right level, and
// its remarks.
func (p *Plugin) accept(u *pass.Unit, passes string, level pass.Level, out *passpb.RunResponse) error {
	if f := out.Failure; f != nil {
		return p.failed(passes, f)
	}
	if !out.Complete {
		return p.fault(fmt.Sprintf("gave an answer that was cut off, running %s", passes), tellAuthor)
	}
	switch {
	case !out.Unchanged:
		if err := p.replace(u, passes, level, out.Program); err != nil {
			return err
		}
	case len(out.Program) > 0 || u.Level() != level:
		return p.fault(fmt.Sprintf("says that the program is as it was, and contradicts itself, running %s", passes), tellAuthor)
	case !p.trusted && u.Foreign() != "": // the previous pass left it
		if err := p.check(u, u, passes); err != nil {
			return err
		}
	}
	if n := len(out.Remarks); n > mostRemarks {
		return p.fault(fmt.Sprintf("made %d remarks, and %d are allowed, running %s", n, mostRemarks, passes), tellAuthor)
	}
	u.AddRewrites(int(out.Rewrites))
	for _, r := range out.Remarks {
		u.Remarks = append(u.Remarks, pass.Remark{
			Pass: source.Printable(r.Pass), Text: source.Printable(r.Text), Pos: source.Pos{File: string(r.File), Line: int(r.Line), Col: int(r.Column)},
		})
	}
	return nil
}

// replace takes over a program. If the plugin is part of the compiler, the program is
// checked only where checks are enabled (pass.Manager), as for passes in this process.
func (p *Plugin) replace(u *pass.Unit, passes string, level pass.Level, program []byte) error {
	ir, imp, err := wire.UnmarshalWithin(program, p.limits.decoded())
	if err != nil && strings.HasSuffix(err.Error(), wirefmt.ErrBudget.Error()) {
		return p.tooMuch("running " + passes)
	}
	if err != nil {
		f := p.fault(fmt.Sprintf("returned what is no program, running %s: %v", passes, err), tellAuthor)
		f.Err = err
		return f
	}
	made := pass.Unit{IR: ir, Imp: imp, Target: u.Target, Next: u.Next}
	if got := made.Level(); got != level {
		return p.fault(fmt.Sprintf("returned a program at level %s, running %s, which leave level %s", got, passes, level), tellAuthor)
	}
	if !p.trusted {
		if err := p.check(u, &made, passes); err != nil {
			return err
		}
	}
	u.IR, u.Imp = ir, imp
	return nil
}

// check looks for errors that a guest may have made in the program derived from u.
func (p *Plugin) check(u, made *pass.Unit, passes string) error {
	handsOn := made.HandsOn(p)
	if name := made.Foreign(); name != "" && !handsOn {
		return p.fault(fmt.Sprintf("returned a program with the operation %s, running %s, which this version does not know and no pass lowers", name, passes),
			"the pass has to lower it itself, or leave it to the next, of the same plugin; or "+updateIt)
	}
	if err := made.Check(); err != nil && !handsOn {
		f := p.fault(fmt.Sprintf("returned an ill-formed program, running %s: %v", passes, err), tellAuthor)
		f.Err = err
		return f
	}
	if err := entry.Preserves(u.Interfaces(), made.Interfaces(), u.Regions()...); err != nil {
		return p.fault(fmt.Sprintf("returned a program %v, running %s", err, passes), tellAuthor)
	}
	return nil
}

// failed returns the error that a plugin reports itself.
func (p *Plugin) failed(passes string, f *passpb.Failure) error {
	where := "running " + passes
	if f.Pass != "" {
		where = "running " + f.Pass
	}
	if f.Function != "" {
		where += " on function " + f.Function
	}
	if f.Panicked {
		at := placeOf(f.Stack)
		if at != "" {
			at = " (" + at + ")"
		}
		fault := p.fault(fmt.Sprintf("panicked, %s: %s%s", where, oneLine(f.Message), at), tellAuthor)
		fault.stack = f.Stack
		return fault
	}
	return p.fault(fmt.Sprintf("reports, %s: %s", where, f.Message), "the program is as it was")
}

// Ask sends a request unchanged, for checking plugins.
func (p *Plugin) Ask(ctx context.Context, in *passpb.RunRequest) (*passpb.RunResponse, error) {
	return call(ctx, p, "asked", in, passrpc.PassServiceClient.Run)
}
