package sdk

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// Plugin is a named set of passes.
type Plugin struct {
	Name    string
	Version string
	Passes  []*pass.Pass
	// Along lists passes of the host that the plugin can run between its own, so that the
	// program need not cross back and forth for them. The plugin does not declare them: the
	// host must know that they are its own (host.Trust).
	Along []*pass.Pass
}

// Main serves the plugin. It does not return.
func Main(p Plugin) { Serve(p) }

// Describe returns the plugin's description.
func (p Plugin) Describe(context.Context, *passpb.DescribeRequest) (*passpb.DescribeResponse, error) {
	out := &passpb.DescribeResponse{
		Name: p.Name, Version: p.Version, Protocol: protocol.Version,
		IrOldest: wire.Oldest, IrNewest: wire.Newest, Several: true, Complete: true,
	}
	for _, q := range p.Passes {
		out.Passes = append(out.Passes, declaration(q))
	}
	return out, nil
}

// Run runs passes on a program. Errors are part of the answer, so that they cross every
// transport in the same way.
func (p Plugin) Run(ctx context.Context, in *passpb.RunRequest) (*passpb.RunResponse, error) {
	out, err := p.run(ctx, in)
	if err != nil {
		out = &passpb.RunResponse{Failure: failure(err)}
	}
	out.Complete = true
	return out, nil
}

func (p Plugin) run(ctx context.Context, in *passpb.RunRequest) (*passpb.RunResponse, error) {
	u, err := unit(in)
	if err != nil {
		return nil, err
	}
	steps, err := p.steps(in.GetPasses())
	if err != nil {
		return nil, err
	}
	report, err := new(pass.Manager).Run(ctx, &pass.Pipeline{Steps: steps, Start: u.Level()}, u)
	if err != nil {
		return nil, err
	}
	out := new(passpb.RunResponse)
	for _, t := range report.Times {
		out.Rewrites += int64(t.Rewrites)
		out.Reports = append(out.Reports, &passpb.Report{Rewrites: int64(t.Rewrites), Nanoseconds: t.Time.Nanoseconds()})
	}
	for _, r := range u.Remarks {
		out.Remarks = append(out.Remarks, &passpb.Remark{
			Pass: r.Pass, Text: r.Text, File: []byte(r.Pos.File), Line: uint32(r.Pos.Line), Column: uint32(r.Pos.Col),
		})
	}
	if u.Imp != nil {
		out.Program, err = wire.MarshalImp(u.Imp)
	} else {
		out.Program, err = wire.Marshal(u.IR)
	}
	if in.GetKnowsUnchanged() && bytes.Equal(out.Program, in.Program) {
		out.Program, out.Unchanged = nil, true
	}
	return out, err
}

func unit(in *passpb.RunRequest) (*pass.Unit, error) {
	p, q, err := wire.Unmarshal(in.GetProgram())
	if err != nil {
		return nil, err
	}
	return &pass.Unit{IR: p, Imp: q, Target: protocol.DecodeTarget(in.GetTarget())}, nil
}

// steps finds the requested passes. Their order is up to the host.
func (p Plugin) steps(in []*passpb.Step) ([]pass.Step, error) {
	var out []pass.Step
	for _, s := range in {
		q := p.pass(s.GetPass())
		if q == nil {
			return nil, fmt.Errorf("plugin %s has no pass %q", p.Name, s.GetPass())
		}
		options := q.Defaults()
		for _, o := range s.GetOptions() {
			var err error
			if options, err = options.Set(o.GetName(), o.GetValue()); err != nil {
				return nil, err
			}
		}
		out = append(out, pass.Step{Pass: q, Options: options})
	}
	return out, nil
}

func (p Plugin) pass(name string) *pass.Pass {
	for _, passes := range [][]*pass.Pass{p.Passes, p.Along} {
		for _, q := range passes {
			if q.Name == name {
				return q
			}
		}
	}
	return nil
}

func failure(err error) *passpb.Failure {
	out := &passpb.Failure{Message: err.Error()}
	if e := (*pass.Error)(nil); errors.As(err, &e) {
		out.Pass, out.Function, out.Message = e.Step, e.Fun, e.Err.Error()
		out.Panicked, out.Stack = e.Stack != "", e.Stack
	}
	return out
}
