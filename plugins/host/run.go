package host

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
	"github.com/lamina-lang/lamina/plugins/proto/passrpc"
)

// guest is the pass of that declaration, run by the plugin.
func (p *Plugin) guest(decl pass.Pass) *pass.Pass {
	decl.Home = p
	decl.Run = func(ctx context.Context, u *pass.Unit, opts pass.Options) error {
		return p.run(ctx, u, pass.Step{Pass: &decl, Options: opts})
	}
	return &decl
}

// run has the plugin run passes on u, which is changed only if all went well.
func (p *Plugin) run(ctx context.Context, u *pass.Unit, steps ...pass.Step) error {
	in := &passpb.RunRequest{Target: targetMessage(u.Target)}
	var err error
	if u.Imp != nil {
		in.Program, err = wire.MarshalImp(u.Imp)
	} else {
		in.Program, err = wire.Marshal(u.IR)
	}
	if err != nil {
		return err
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
		return err
	}
	return p.accept(u, names, level, out)
}

// accept takes over what the plugin made of the program, if it is a program that
// is correct and at the right level.
func (p *Plugin) accept(u *pass.Unit, passes string, level pass.Level, out *passpb.RunResponse) error {
	if f := out.Failure; f != nil {
		return p.failed(passes, f)
	}
	if !out.Complete {
		return p.fault(fmt.Sprintf("gave an answer that was cut off, running %s", passes), tellAuthor)
	}
	ir, imp, err := wire.Unmarshal(out.Program)
	if err != nil {
		f := p.fault(fmt.Sprintf("returned what is no program, running %s: %v", passes, err), tellAuthor)
		f.Err = err
		return f
	}
	made := pass.Unit{IR: ir, Imp: imp, Target: u.Target, Next: u.Next}
	if got := made.Level(); got != level {
		return p.fault(fmt.Sprintf("returned a program at level %s, running %s, which leave level %s", got, passes, level), tellAuthor)
	}
	handsOn := made.HandsOn(p)
	if name := made.Foreign(); name != "" && !handsOn {
		return p.fault(fmt.Sprintf("returned a program with the operation %s, running %s, which this version does not know and no pass lowers", name, passes),
			"the pass has to lower it itself, or leave it to the next, of the same plugin; or "+updateIt)
	}
	for _, name := range u.Entries() {
		if !slices.Contains(made.Entries(), name) {
			return p.fault(fmt.Sprintf("returned a program without the entry point %s, running %s", name, passes), tellAuthor)
		}
	}
	if err := made.Check(); err != nil && !handsOn {
		f := p.fault(fmt.Sprintf("returned an ill-formed program, running %s: %v", passes, err), tellAuthor)
		f.Err = err
		return f
	}
	u.IR, u.Imp = ir, imp
	u.AddRewrites(int(out.Rewrites))
	for _, r := range out.Remarks {
		u.Remarks = append(u.Remarks, pass.Remark{
			Pass: r.Pass, Text: r.Text, Pos: source.Pos{File: string(r.File), Line: int(r.Line), Col: int(r.Column)},
		})
	}
	return nil
}

// failed is the error that a plugin reports itself.
func (p *Plugin) failed(passes string, f *passpb.Failure) error {
	where := "running " + passes
	if f.Pass != "" {
		where = "running " + f.Pass
	}
	if f.Function != "" {
		where += " on function " + f.Function
	}
	if f.Panicked {
		return p.fault(fmt.Sprintf("panicked, %s: %s", where, f.Message), tellAuthor)
	}
	return p.fault(fmt.Sprintf("reports, %s: %s", where, f.Message), "the program is as it was")
}

func targetMessage(t target.Target) *passpb.Target {
	return &passpb.Target{Name: t.Name, ReduceChunk: t.ReduceChunk, MaxBlockBytes: t.MaxBlockBytes, Grid: t.Grid}
}

// Ask sends a request as it is, for those who check plugins.
func (p *Plugin) Ask(ctx context.Context, in *passpb.RunRequest) (*passpb.RunResponse, error) {
	return call(ctx, p, "asked", in, passrpc.PassServiceClient.Run)
}
