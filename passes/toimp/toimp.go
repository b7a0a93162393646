// Package toimp lowers mem to imp. Index functions become the subscripts of loads and
// stores, segmented operators become parallel loops and launches, and only scalars and
// blocks remain.
//
//   - Scalars and blocks keep their names. Arrays disappear: their location says everything.
//   - A block variable is released after the last statement that uses the block or an array
//     in it.
//   - Reductions and scans combine in the tree of docs/semantics.md: chunks of the target's
//     ReduceChunk elements, each left to right, then the chunks of each superchunk, then the
//     superchunks. Without segments, chunks are the parallel iterations; with segments,
//     segments are. The host folds the partial results in functions that reductions with the
//     same operator share. Where the target has work-groups, these share the work
//     (internal/fold). Inside loops, blocks for partial results are reused across iterations.
//   - A histogram is built in parallel: in parts, if its operators are exact in any order and
//     there are enough updates; on devices also with atomic updates, or by sorting the updates
//     (internal/hist). Otherwise its updates run sequentially.
package toimp

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// Pass is to-imp.
var Pass = &pass.Pass{
	Name:       "to-imp",
	Summary:    "lower memory-annotated programs to imperative code",
	From:       pass.At(pass.Mem),
	To:         pass.Imp,
	CarriesOut: true,
	Options: []pass.Option{
		{Name: "thresholds", Default: fixed, Choices: []string{fixed, adjustable}, Doc: "what becomes of the thresholds between versions: constants, or parameters that users of the compiled program set"},
	},
	Run: run,
}

// The values of option thresholds.
const (
	fixed      = "fixed"
	adjustable = "adjustable"
)

// Adjustable is how a pipeline names the pass where users of the compiled program set thresholds.
const Adjustable = "to-imp{thresholds=" + adjustable + "}"

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	if err := schedule.Unplaced(u.IR); err != nil {
		return err
	}
	out := &imp.Program{Names: u.IR.Names}
	inKernel := ops.CalledWithin(u.IR, ops.IsKernel)
	shared := emit.NewOutlines(u)
	err := u.EachFun(ctx, func(f *ir.Fun) error {
		e := emit.New(u, shared, lowerStm)
		e.Adjustable = opts.Text("thresholds") == adjustable
		e.InKernel = inKernel[f.Name]
		out.Funs = append(out.Funs, lowerFun(e, f))
		return e.Refused()
	})
	if err != nil {
		return err
	}
	out.Funs = append(out.Funs, shared.Funs()...)
	u.IR, u.Imp = nil, out
	return nil
}

func lowerFun(e *emit.Emitter, f *ir.Fun) *imp.Fun {
	e.What = blockPurposes(f)
	out := &imp.Fun{Name: f.Name, Pos: f.Pos, InKernel: e.InKernel}
	out.Params = params(e, f.Params)
	out.Results = params(e, f.Results)
	if f.Entry != nil {
		out.Entry = entry(e, f)
	}
	e.Body(f.Body)
	for i, r := range f.Results {
		e.Assign(r, f.Body.Result[i])
	}
	out.Body = e.Out
	return out
}

// params binds a parameter or result list and returns the imp parameters, without arrays.
func params(e *emit.Emitter, ps []ir.Param) []imp.Param {
	var out []imp.Param
	for _, p := range ps {
		e.Bind(p)
		if !p.Type.IsArray() {
			out = append(out, imp.Param{Name: p.Name, Type: imp.Type{Elem: p.Type.Elem, Space: imp.Space(p.Type.Space)}})
		}
	}
	return out
}

func entry(e *emit.Emitter, f *ir.Fun) *imp.Entry {
	var results []ir.Param
	for _, i := range f.EntryResults() {
		results = append(results, f.Results[i])
	}
	return &imp.Entry{
		Params:  externals(e, f.Params[f.Entry.Implicit:], f.Entry.Params),
		Results: externals(e, results, f.Entry.Results),
	}
}

func externals(e *emit.Emitter, ps []ir.Param, described []ir.External) []imp.External {
	var out []imp.External
	for _, p := range ps {
		if p.Type.IsBlock() {
			continue
		}
		x := imp.External{Elem: p.Type.Elem, Var: p.Name, Unique: p.Unique}
		if k := len(out); k < len(described) {
			x.Name, x.Type = described[k].Name, described[k].Type
		}
		if p.Type.IsArray() {
			x.Var = p.At.Block
			x.Shape = e.Atoms(p.Type.Dims)
		}
		out = append(out, x)
	}
	return out
}

// blockPurposes names, for each block, the first array in it.
func blockPurposes(f *ir.Fun) map[name.Name]string {
	what := map[name.Name]string{}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		for _, p := range s.Pat {
			if p.At == nil {
				continue
			}
			if _, known := what[p.At.Block]; !known {
				what[p.At.Block] = p.Name.Base + ": " + p.Type.String()
			}
		}
	}}
	w.Fun(f)
	return what
}
