// Package bad is a plugin that does everything a plugin should not do, with a pass for each
// misdeed.
package bad

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/core/wire/irpb"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// Plugin is the plugin.
var Plugin = sdk.Plugin{Name: "bad", Version: "0.1", Passes: passes()}

// deeds maps passes to what they do.
var deeds = map[string]func(*pass.Unit){
	"fine": func(u *pass.Unit) { u.Remark(u.IR.Funs[0].Pos, "seen") },
	"crash": func(*pass.Unit) {
		fmt.Fprintln(os.Stderr, "something broke")
		os.Exit(3)
	},
	"panic": func(*pass.Unit) { panic("on purpose") },
	"fatal": func(*pass.Unit) {
		go func() { panic("elsewhere") }()
		time.Sleep(time.Hour)
	},
	"hang": func(*pass.Unit) {
		for turns := 0; turns >= 0; turns &= 7 {
			turns++
		}
	},
	"sleep": func(*pass.Unit) { time.Sleep(time.Hour) },
	"eat": func(*pass.Unit) {
		for {
			b := make([]byte, 16<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			eaten = append(eaten, b)
		}
	},
	"print": func(*pass.Unit) { fmt.Println("hello from the pass") },
	// chat prints to where a module's answer goes.
	"chat":      func(*pass.Unit) { fmt.Fprintln(stdout, "hello from the pass") },
	"ill-typed": func(u *pass.Unit) { u.IR.Funs[0].Body.Stms[0].Pat[0].Type = ir.ScalarOf(scalar.F16) },
	"unbound":   func(u *pass.Unit) { u.IR.Funs[0].Body.Stms = nil },
	"drop":      func(u *pass.Unit) { u.IR.Funs = nil },
	// drop-result, exchange and take leave well-formed programs whose entry points have
	// another type; swap leaves one of the same type with other parameters.
	"drop-result": func(u *pass.Unit) {
		f := u.IR.Funs[0]
		f.Results, f.Body.Result = f.Results[:1], f.Body.Result[:1]
		f.Entry.Results = f.Entry.Results[:1]
	},
	"exchange": func(u *pass.Unit) {
		exchange(u.IR.Funs[0].Params)
		slices.Reverse(u.IR.Funs[0].Entry.Params)
	},
	"swap": func(u *pass.Unit) { exchange(u.IR.Funs[0].Params) },
	"take": func(u *pass.Unit) { u.IR.Funs[0].Params[1].Unique = true },
	"foreign": func(u *pass.Unit) {
		s := u.IR.Funs[0].Body.Stms[0]
		s.Exp = &ir.Foreign{Name: "acme.blend", Parts: []ir.Part{ir.AtomPart("", ir.Var(u.IR.Funs[0].Params[0].Name))}}
	},
	// lower knows the operation that foreign creates.
	"lower": func(u *pass.Unit) {
		w := ir.Walker{Stm: func(s *ir.Stm) {
			if _, ok := s.Exp.(*ir.Foreign); ok {
				x := ir.Var(u.IR.Funs[0].Params[0].Name)
				s.Exp = &ir.Prim{Fn: scalar.Add, Type: scalar.I64, Args: []ir.Atom{x, ir.Size(1)}}
			}
		}}
		w.Program(u.IR)
	},
	// wrong is well-typed: it turns sums into differences.
	"wrong": func(u *pass.Unit) {
		w := ir.Walker{Stm: func(s *ir.Stm) {
			if p, ok := s.Exp.(*ir.Prim); ok && p.Fn == scalar.Add {
				p.Fn = scalar.Sub
			}
		}}
		w.Program(u.IR)
	},
	// moody gives a variable a different name each time.
	"moody": func(u *pass.Unit) {
		times++
		s := u.IR.Funs[0].Body.Stms[0]
		n := s.Pat[0].Name
		m := n
		for range times {
			m = u.IR.Names.Fresh("moody")
		}
		s.Pat[0].Name = m
		ir.Subst{n: ir.Var(m)}.Body(u.IR.Funs[0].Body)
	},
}

// exchange swaps the last two.
func exchange(ps []ir.Param) {
	n := len(ps)
	ps[n-1], ps[n-2] = ps[n-2], ps[n-1]
}

var times int

// eaten is memory that is never released.
var eaten [][]byte

// stdout is the original standard output, which sdk.Serve replaces.
var stdout = os.Stdout

func passes() []*pass.Pass {
	var out []*pass.Pass
	for name, deed := range deeds {
		out = append(out, &pass.Pass{
			Name: name, Summary: "does what it is called", From: pass.At(pass.Soac, pass.Kernel),
			Run: func(_ context.Context, u *pass.Unit, _ pass.Options) error {
				deed(u)
				return nil
			},
		})
	}
	for name, deed := range attacks {
		out = append(out, &pass.Pass{
			Name: name, Summary: "does what it is called", From: pass.At(pass.Soac),
			Run: func(_ context.Context, u *pass.Unit, _ pass.Options) error {
				deed(func(format string, args ...any) { u.Remark(u.IR.Funs[0].Pos, format, args...) })
				return nil
			},
		})
	}
	for _, name := range answers {
		out = append(out, &pass.Pass{
			Name: name, Summary: "answers as it is called", From: pass.At(pass.Soac, pass.Kernel),
			Run: func(context.Context, *pass.Unit, pass.Options) error { return nil },
		})
	}
	return out
}

// answers lists the passes with invalid answers.
var answers = []string{"undecodable", "truncated", "incomplete", "huge", "empty", "contradictory", "unreported", "unseen", "remarks", "chatty", "swollen"}

// Service is Plugin with invalid answers.
type Service struct{ sdk.Plugin }

// Run is Plugin.Run, but spoils the answer.
func (s Service) Run(ctx context.Context, in *passpb.RunRequest) (*passpb.RunResponse, error) {
	name := in.Passes[0].Pass
	if name != "contradictory" && slices.Contains(answers, name) {
		in.KnowsUnchanged = false // there must be a program to spoil
	}
	out, err := s.Plugin.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	spoil(name, out)
	return out, nil
}

// spoil modifies an answer according to the pass's name.
func spoil(name string, out *passpb.RunResponse) {
	switch name {
	case "undecodable":
		out.Program = []byte("this is not a program")
	case "truncated":
		out.Program = out.Program[:len(out.Program)-2]
	case "incomplete":
		out.Complete = false
	case "huge":
		out.Program = []byte(strings.Repeat("x", 8<<20))
	case "empty":
		out.Program = nil
	case "contradictory":
		out.Program = []byte("unchanged, and here it is")
	case "unreported":
		out.Reports = nil
	case "remarks":
		out.Remarks = slices.Repeat([]*passpb.Remark{{}}, 1_000_000)
	case "chatty":
		out.Remarks = slices.Repeat([]*passpb.Remark{{}}, 20_000)
	case "swollen":
		out.Program = (&irpb.Program{Version: 1, Functions: slices.Repeat([]*irpb.Function{{}}, 1_000_000), Complete: true}).Marshal()
	case "unseen": // not seen by the manager in the plugin
		program, _, err := wire.Unmarshal(out.Program)
		if err != nil {
			panic(err)
		}
		u := &pass.Unit{IR: program}
		deeds["drop-result"](u)
		if out.Program, err = wire.Marshal(u.IR); err != nil {
			panic(err)
		}
	}
}
