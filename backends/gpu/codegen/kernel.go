// Package codegen prints the parallel parts of an imperative program as kernels in OpenCL C
// or CUDA C. A Unit is a program's text with what the run time has to know of each kernel: its
// parameters, the tiles that groups take, and the places where it may fail.
//
// What always holds:
//   - A Parallel statement becomes one kernel, whose threads take iterations in
//     increasing order (print.go). A Launch becomes one as it stands.
//   - A failing thread notes the number of its iteration, the place and the values
//     of the message; the lowest iteration stays (prelude/failure.c). Kernels that
//     come after a failure do nothing.
//
// The parallel operations are lowered before they come here (pass to-imp), so
// that this package prints what core/interp can also run.
package codegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Kernel is a parallel part of a program, to be printed.
type Kernel struct {
	Index int
	Name  string // in the program text
	Label string // in profiles
	Fun   string // the function that it stands in
	Pos   source.Pos
	body  []imp.Stm
	main  *mainPart // what a processor runs instead in part of each row, nil if nothing
	// Space is that of a Parallel; a Launch has shared blocks instead.
	Space  []imp.SpaceDim
	Launch *imp.Launch
	// Params are the variables from outside, blocks first.
	Params []param
	// Fails tells that it holds assertions, allocates that its threads make
	// blocks; it fails then as well, for lack of memory.
	Fails, Allocates bool
	// narrow tells that its indices are i32s, apart that no block that it writes is another
	// one, too; plain has those that it only reads.
	narrow, apart bool
	prescribed    bool // nothing is staged in shared memory
	plain         map[name.Name]bool
	// Tiles is how groups take tiles of its space, nil if they do not.
	Tiles *Tiles
}

// param is a parameter of a kernel: a block when Type is zero.
type param struct {
	Name name.Name
	Type scalar.Type
}

// site is a place in device code that may fail.
type site struct {
	Fun     string
	Trace   []source.Pos
	Message []imp.MessagePart // of an assertion
	Alloc   bool              // what the one value is the size of is named What
	What    string
}

// Values are the types of what a failing thread leaves.
func (s *site) Values() []scalar.Type {
	if s.Alloc {
		return []scalar.Type{scalar.I64}
	}
	var out []scalar.Type
	for _, m := range s.Message {
		if m.Arg != nil {
			out = append(out, imp.TypeOf(m.Arg))
		}
	}
	return out
}

// Unit is a program as text for the device, and how to call it.
type Unit struct {
	info    hardware.Info
	Tuning  Tuning
	Prog    *imp.Program
	Text    hardware.Text
	Kernels []*Kernel
	Of      map[imp.Stm]*Kernel // by the host's statement
	Sites   []*site
	Paths   fault.Paths
	// What the functions of kernels do, themselves or through others.
	fails, allocates   map[string]bool
	Mappable, HostOnly map[name.Name]bool // the blocks that imp.Mappable and imp.HostOnly find
}

// FailureArgs is the number of values that the failure record has room for.
func (u *Unit) FailureArgs() int {
	most := 1
	for _, s := range u.Sites {
		most = max(most, len(s.Values()))
	}
	return most
}

// FailureHead is where the values begin in the failure record.
const FailureHead = 32

// FailureSize returns the bytes of the record of a failure.
func (u *Unit) FailureSize() int64 { return int64(FailureHead + 8*u.FailureArgs()) }

// Translate finds the kernels of a program and prints them.
func Translate(p *imp.Program, info hardware.Info, t Tuning) (*Unit, error) {
	u := &Unit{
		Mappable: imp.Mappable(p), HostOnly: imp.HostOnly(p),
		info: info, Tuning: t, Prog: p, Of: map[imp.Stm]*Kernel{}, Paths: imp.CallPaths(p),
		fails: map[string]bool{}, allocates: map[string]bool{},
	}
	for _, f := range p.Funs {
		if err := refuseVectors(f); err != nil {
			return nil, err
		}
		if f.InKernel {
			u.summarise(f)
		}
	}
	if err := refuseGroupBlocks(p); err != nil {
		return nil, err
	}
	seen := map[*imp.Fun]bool{}
	for _, f := range p.Funs {
		if !f.InKernel {
			u.survey(f, seen)
		}
	}
	return u, u.print()
}

// refuseGroupBlocks refuses launches whose groups have blocks in global memory.
func refuseGroupBlocks(p *imp.Program) (err error) {
	for _, f := range p.Funs {
		imp.Walk(f.Body, func(s imp.Stm) bool {
			if l, ok := s.(*imp.Launch); ok {
				for _, b := range l.Shared {
					if b.Space != "" {
						err = fmt.Errorf("block %s of kernel %s is in memory space %q: run pass expand-allocs first", b.Name, l.Label, b.Space)
					}
				}
			}
			return true
		})
	}
	return err
}

// survey finds the kernels of what the host runs when it calls f. That may be a
// function that kernels call, too: its copies are kernels of the host as well.
func (u *Unit) survey(f *imp.Fun, seen map[*imp.Fun]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	imp.Walk(f.Body, func(s imp.Stm) bool {
		if call, ok := s.(*imp.Call); ok {
			u.survey(u.Prog.Fun(call.Fun), seen)
		}
		return u.find(f, s)
	})
}

// mayFail reports whether some kernel may.
func (u *Unit) mayFail() bool {
	return slices.ContainsFunc(u.Kernels, func(k *Kernel) bool { return k.Fails })
}

// summarise finds out whether a function may fail or make blocks.
func (u *Unit) summarise(f *imp.Fun) (fails, allocates bool) {
	if _, known := u.fails[f.Name]; !known {
		u.fails[f.Name], u.allocates[f.Name] = u.effects(f.Body)
	}
	return u.fails[f.Name], u.allocates[f.Name]
}

func (u *Unit) effects(body []imp.Stm) (fails, allocates bool) {
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Assert:
			fails = true
		case *imp.Alloc:
			if s.Space != spacePrivate {
				fails, allocates = true, true
			}
		case *imp.Call:
			f, a := u.summarise(u.Prog.Fun(s.Fun))
			fails, allocates = fails || f, allocates || a
		}
		return true
	})
	return fails, allocates
}

// find makes a kernel of a statement of the host, if it is parallel, and says
// whether to look inside.
func (u *Unit) find(f *imp.Fun, s imp.Stm) bool {
	switch s := s.(type) {
	case *imp.Parallel:
		k := &Kernel{Fun: f.Name, Label: s.Label, body: guards.General(s.Body), Space: s.Space, narrow: s.Narrow, apart: s.Apart, prescribed: s.Prescribed}
		if u.info.CPU {
			k.main = mainPartOf(s)
		}
		u.add(s, k)
		return false
	case *imp.Launch:
		u.add(s, &Kernel{Fun: f.Name, Label: s.Label, body: s.Body, Launch: s, apart: s.Apart})
		return false
	case *imp.Copy:
		u.add(s, copyKernel(u.Prog.Names, f.Name, s))
	}
	return true
}

func (u *Unit) add(s imp.Stm, k *Kernel) {
	k.Index = len(u.Kernels)
	k.Name = fmt.Sprintf("k%d_%s", k.Index, name.Word(k.Label))
	if k.apart {
		k.Name += "_narrow" // what pass narrow made
	}
	k.Pos = imp.Position(s)
	k.Fails, k.Allocates = u.effects(k.body)
	k.Params = paramsOf(k)
	_, read := imp.BlockUses(k.body)
	k.plain = map[name.Name]bool{}
	for _, b := range read {
		k.plain[b] = true
	}
	k.Tiles = u.tilesOf(k)
	u.Kernels = append(u.Kernels, k)
	u.Of[s] = k
}

// copyKernel copies element by element, in parallel.
func copyKernel(names *name.Supply, fun string, s *imp.Copy) *Kernel {
	k := &Kernel{Fun: fun, Label: "copy"}
	at := func(v imp.View) imp.Expr {
		sum := v.Offset
		for i, d := range k.Space {
			sum = imp.Add(sum, imp.Mul(imp.IntVar(d.Index), v.Strides[i]))
		}
		return sum
	}
	for _, n := range s.Shape {
		k.Space = append(k.Space, imp.SpaceDim{Index: names.Fresh("i"), Count: n})
	}
	load := &imp.Load{Block: s.Src.Block, Elem: s.Elem, Index: at(s.Src)}
	k.body = []imp.Stm{&imp.Store{Block: s.Dst.Block, Elem: s.Elem, Index: at(s.Dst), X: load}}
	return k
}

// paramsOf are the variables that a kernel takes from the host.
func paramsOf(k *Kernel) []param {
	own := map[name.Name]bool{}
	for _, d := range k.Space {
		own[d.Index] = true
	}
	if k.Launch != nil {
		for _, b := range k.Launch.Shared {
			own[b.Name] = true
		}
	}
	all := k.body
	if k.main != nil {
		all = append(slices.Clone(all), k.main.body...)
		for _, g := range k.main.guards {
			all = append(all, &imp.If{Cond: g.Cond})
		}
	}
	types := scalarTypes(all)
	var blocks, scalars []param
	for _, n := range imp.Free(all) {
		switch t := types[n]; {
		case own[n]:
		case t != 0:
			scalars = append(scalars, param{n, t})
		default:
			blocks = append(blocks, param{Name: n})
		}
	}
	return append(blocks, scalars...)
}

// scalarTypes are the types of the scalars that are read in body.
func scalarTypes(body []imp.Stm) map[name.Name]scalar.Type {
	types := map[name.Name]scalar.Type{}
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if v, ok := e.(*imp.Var); ok {
					types[v.Name] = v.Type
				}
			})
		})
		return true
	})
	return types
}

// ident is a variable in the program text. The number keeps it apart from every
// word of the language and of the prelude.
func ident(n name.Name) string { return fmt.Sprintf("%s_%d", name.Word(n.Base), n.ID) }

// kernelParams are the parameters of a kernel.
type kernelParams []kernelParam

// kernelParam is a parameter as C declares it, and what passes it on.
type kernelParam struct{ declaration, argument string }

func (p *kernelParams) add(typ, name string) {
	*p = append(*p, kernelParam{declaration: typ + name, argument: name})
}

// joined lists a text for each parameter.
func (p kernelParams) joined(text func(kernelParam) string) string {
	out := make([]string, len(p))
	for i, x := range p {
		out[i] = text(x)
	}
	return strings.Join(out, ", ")
}

// String declares the parameters.
func (p kernelParams) String() string {
	return p.joined(func(x kernelParam) string { return x.declaration })
}

// changing declares them without promises about blocks that the kernel only reads.
func (p kernelParams) changing() string {
	return p.joined(func(x kernelParam) string {
		if plain, ok := strings.CutPrefix(x.declaration, readOnly); ok {
			return unrestricted(plain)
		}
		return x.declaration
	})
}

// anywhere declares them without any promises.
func (p kernelParams) anywhere() string {
	return p.joined(func(x kernelParam) string { return unrestricted(strings.TrimPrefix(x.declaration, readOnly)) })
}

// unrestricted is the declaration of a block that others may overlap.
func unrestricted(declaration string) string {
	return strings.Replace(declaration, "*"+restrict, "*", 1)
}

// arguments passes them on.
func (p kernelParams) arguments() string {
	return p.joined(func(x kernelParam) string { return x.argument })
}

// params are a kernel's parameters; launchArgs gives the arguments in this order.
func (w *printer) params(k *Kernel) (out kernelParams) {
	out.add("GLOBAL failure_t *", "failure")
	out.add("u32 ", "launch")
	if k.Fails {
		out.add("u64 ", "path")
	}
	if k.Allocates {
		out.add("GLOBAL u8 *", "heap")
		out.add("u64 ", "heap_size")
	}
	if k.Launch != nil {
		for _, b := range k.Launch.Shared {
			w.spaces[b.Name] = spaceShared
			out = append(out, kernelParam{"SHARED_PARAM(" + ident(b.Name) + ")", "SHARED_ARGUMENT(" + ident(b.Name) + ")"})
		}
	}
	counts := scalar.I64
	if k.Tiles != nil {
		counts = scalar.I32
	}
	for i := range k.Space {
		out.add(counts.String()+" ", fmt.Sprintf("count%d", i))
	}
	if k.Tiles != nil {
		tileParams(&out, len(k.Space))
	}
	for _, p := range k.Params {
		switch {
		case p.Type == 0:
			out.add(k.blockParam(p.Name), ident(p.Name))
		case p.Type == scalar.F16:
			out.add("u16 ", ident(p.Name)+"_h")
		default:
			out.add(typeName(p.Type)+" ", w.ident(p.Name))
		}
	}
	return out
}

// readOnly begins the type of a block that nothing changes, restrict ends that of a block that overlaps with
// no other.
const (
	readOnly = "const "
	restrict = "RESTRICT "
)

// blockParam is the type of a block parameter.
func (k *Kernel) blockParam(b name.Name) string {
	switch {
	case !k.apart:
		return "GLOBAL u8 *"
	case k.plain[b]:
		return readOnly + "GLOBAL u8 *" + restrict
	}
	return "GLOBAL u8 *" + restrict
}

// GroupSize is the number of threads of a group on a GPU.
const GroupSize = 256

// TraceOf is where an allocation stands.
func TraceOf(s *imp.Alloc) []source.Pos {
	if s.Pos.IsValid() {
		return []source.Pos{s.Pos}
	}
	return nil
}
