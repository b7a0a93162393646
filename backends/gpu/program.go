package gpu

import (
	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
)

// Program is a program as kernels and the host part that starts them, for what prints the
// host part instead of running it.
type Program struct {
	Host    *imp.Program // flat; functions of kernels are in it, too
	Source  string       // the kernels
	Kernels []KernelStart
	Sites   []KernelSite // where kernels may fail, by the number in the failure record less 1
	Values  int          // values that a failure carries
	unit    *codegen.Unit
}

// KernelStart is what starting a kernel takes.
type KernelStart struct {
	Name  string // in the source
	Label string // in profiles
	Rank  int    // of the index space; 0 for a launch by groups
	// Fails and Allocates tell which fixed arguments it takes, see printer.params.
	Fails, Allocates bool
	// Rows and Columns are the iterations of a thread, if groups take tiles of the space; else 0.
	// Staged: the tiles go through shared memory, which takes StagedBytes of it.
	Rows, Columns int64
	Staged        bool
	StagedBytes   int
	Shared        int         // blocks that a group shares
	Params        []imp.Param // its own, after the fixed ones: variables of the host part
}

// KernelSite is a place in a kernel that may fail: an assertion with its message, or an
// allocation of what What names.
type KernelSite struct {
	Fun     string
	Trace   []source.Pos
	Message []imp.MessagePart
	Alloc   bool
	What    string
}

// Translate finds and prints the kernels of p for devices of a kind: of Info, it is Dialect, CPU
// and Overlap that matter, and of the limits those that are not 0.
func Translate(p *imp.Program, info hardware.Info) (*Program, error) {
	tuning, err := codegen.TuningFromEnvironment()
	if err != nil {
		return nil, err
	}
	flat := imp.Flat(p)
	u, err := codegen.Translate(flat, info, tuning)
	if err != nil {
		return nil, err
	}
	out := &Program{Host: flat, Source: u.Text.String(), Values: u.FailureArgs(), unit: u}
	for _, k := range u.Kernels {
		s := KernelStart{Name: k.Name, Label: k.Label, Rank: len(k.Space), Fails: k.Fails, Allocates: k.Allocates}
		if k.Tiles != nil {
			s.Rows, s.Columns, s.Staged, s.StagedBytes = k.Tiles.Rows, k.Tiles.Columns, k.Tiles.Stages != nil, int(k.Tiles.Staged)
		}
		if k.Launch != nil {
			s.Shared = len(k.Launch.Shared)
		}
		for _, q := range k.Params {
			s.Params = append(s.Params, imp.Param{Name: q.Name, Type: imp.Type{Elem: q.Type}})
		}
		out.Kernels = append(out.Kernels, s)
	}
	for _, s := range u.Sites {
		out.Sites = append(out.Sites, KernelSite{Fun: s.Fun, Trace: s.Trace, Message: s.Message, Alloc: s.Alloc, What: s.What})
	}
	return out, nil
}

// Kernel is the number of the kernel that a statement of the host part starts: a Parallel, a
// Launch, or a Copy of what does not lie in one piece.
func (p *Program) Kernel(s imp.Stm) int { return p.unit.Of[s].Index }

// Params are the variables of the host part that a kernel takes.
func (p *Program) Params(kernel int) []imp.Param { return p.Kernels[kernel].Params }

// Mappable reports whether a block variable of the host part holds results that kernels only store
// to and the host only reads (imp.Mappable).
func (p *Program) Mappable(b name.Name) bool { return p.unit.Mappable[b] }

// Source is the program text of p's kernels for a device of that kind.
func Source(p *imp.Program, info hardware.Info) (string, error) {
	t, err := Translate(p, info)
	if err != nil {
		return "", err
	}
	return t.Source, nil
}
