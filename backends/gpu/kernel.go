package gpu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// kernel is a parallel part of a program, to be printed.
type kernel struct {
	index int
	name  string // in the program text
	label string // in profiles
	fun   string // the function that it stands in
	pos   source.Pos
	body  []imp.Stm
	main  *mainPart // what a processor runs instead in part of each row, nil if nothing
	// space is that of a Parallel; a Launch has shared blocks instead.
	space  []imp.SpaceDim
	launch *imp.Launch
	// params are the variables from outside, blocks first.
	params []param
	// fails tells that it holds assertions, allocates that its threads make
	// blocks; it fails then as well, for lack of memory.
	fails, allocates bool
	// narrow tells that its indices are i32s, apart that no block that it writes is another
	// one, too; plain has those that it only reads.
	narrow, apart bool
	prescribed    bool // nothing is staged in shared memory
	plain         map[name.Name]bool
	// tiles is how groups take tiles of its space, nil if they do not.
	tiles *tiles
}

// param is a parameter of a kernel: a block when Type is zero.
type param struct {
	Name name.Name
	Type scalar.Type
}

// site is a place in device code that may fail.
type site struct {
	fun     string
	trace   []source.Pos
	message []imp.MessagePart // of an assertion
	alloc   bool              // what the one value is the size of is named What
	what    string
}

// values are the types of what a failing thread leaves.
func (s *site) values() []scalar.Type {
	if s.alloc {
		return []scalar.Type{scalar.I64}
	}
	var out []scalar.Type
	for _, m := range s.message {
		if m.Arg != nil {
			out = append(out, imp.TypeOf(m.Arg))
		}
	}
	return out
}

// unit is a program as text for the device, and how to call it.
type unit struct {
	info    Info
	tuning  tuning
	prog    *imp.Program
	source  string
	names   []string // of the device's kernels
	kernels []*kernel
	of      map[imp.Stm]*kernel // by the host's statement
	sites   []*site
	paths   fault.Paths
	// What the functions of kernels do, themselves or through others.
	fails, allocates  map[string]bool
	answers, hostOnly map[name.Name]bool // the blocks that imp.Answers and imp.HostOnly find
}

// failureArgs is the number of values that the failure record has room for.
func (u *unit) failureArgs() int {
	most := 1
	for _, s := range u.sites {
		most = max(most, len(s.values()))
	}
	return most
}

// failureHead is where the values begin in the failure record.
const failureHead = 32

func (u *unit) failureSize() int64 { return int64(failureHead + 8*u.failureArgs()) }

// translate finds the kernels of a program and prints them.
func translate(p *imp.Program, info Info, t tuning) (*unit, error) {
	u := &unit{
		answers: imp.Answers(p), hostOnly: imp.HostOnly(p),
		info: info, tuning: t, prog: p, of: map[imp.Stm]*kernel{}, paths: imp.CallPaths(p),
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
func (u *unit) survey(f *imp.Fun, seen map[*imp.Fun]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	imp.Walk(f.Body, func(s imp.Stm) bool {
		if call, ok := s.(*imp.Call); ok {
			u.survey(u.prog.Fun(call.Fun), seen)
		}
		return u.find(f, s)
	})
}

// mayFail reports whether some kernel may.
func (u *unit) mayFail() bool {
	return slices.ContainsFunc(u.kernels, func(k *kernel) bool { return k.fails })
}

// summarise finds out whether a function may fail or make blocks.
func (u *unit) summarise(f *imp.Fun) (fails, allocates bool) {
	if _, known := u.fails[f.Name]; !known {
		u.fails[f.Name], u.allocates[f.Name] = u.effects(f.Body)
	}
	return u.fails[f.Name], u.allocates[f.Name]
}

func (u *unit) effects(body []imp.Stm) (fails, allocates bool) {
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Assert:
			fails = true
		case *imp.Alloc:
			if s.Space != spacePrivate {
				fails, allocates = true, true
			}
		case *imp.Call:
			f, a := u.summarise(u.prog.Fun(s.Fun))
			fails, allocates = fails || f, allocates || a
		}
		return true
	})
	return fails, allocates
}

// find makes a kernel of a statement of the host, if it is parallel, and says
// whether to look inside.
func (u *unit) find(f *imp.Fun, s imp.Stm) bool {
	switch s := s.(type) {
	case *imp.Parallel:
		k := &kernel{fun: f.Name, label: s.Label, body: guards.General(s.Body), space: s.Space, narrow: s.Narrow, apart: s.Apart, prescribed: s.Prescribed}
		if u.info.CPU {
			k.main = mainPartOf(s)
		}
		u.add(s, k)
		return false
	case *imp.Launch:
		u.add(s, &kernel{fun: f.Name, label: s.Label, body: s.Body, launch: s, apart: s.Apart})
		return false
	case *imp.Copy:
		u.add(s, copyKernel(u.prog.Names, f.Name, s))
	}
	return true
}

func (u *unit) add(s imp.Stm, k *kernel) {
	k.index = len(u.kernels)
	k.name = fmt.Sprintf("k%d_%s", k.index, name.Word(k.label))
	if k.apart {
		k.name += "_narrow" // what pass narrow made
	}
	k.pos = imp.Position(s)
	k.fails, k.allocates = u.effects(k.body)
	k.params = paramsOf(k)
	_, read := imp.BlockUses(k.body)
	k.plain = map[name.Name]bool{}
	for _, b := range read {
		k.plain[b] = true
	}
	k.tiles = u.tilesOf(k)
	u.kernels = append(u.kernels, k)
	u.of[s] = k
}

// copyKernel copies element by element, in parallel.
func copyKernel(names *name.Supply, fun string, s *imp.Copy) *kernel {
	k := &kernel{fun: fun, label: "copy"}
	at := func(v imp.View) imp.Expr {
		sum := v.Offset
		for i, d := range k.space {
			sum = imp.Add(sum, imp.Mul(imp.IntVar(d.Index), v.Strides[i]))
		}
		return sum
	}
	for _, n := range s.Shape {
		k.space = append(k.space, imp.SpaceDim{Index: names.Fresh("i"), Count: n})
	}
	load := &imp.Load{Block: s.Src.Block, Elem: s.Elem, Index: at(s.Src)}
	k.body = []imp.Stm{&imp.Store{Block: s.Dst.Block, Elem: s.Elem, Index: at(s.Dst), X: load}}
	return k
}

// paramsOf are the variables that a kernel takes from the host.
func paramsOf(k *kernel) []param {
	own := map[name.Name]bool{}
	for _, d := range k.space {
		own[d.Index] = true
	}
	if k.launch != nil {
		for _, b := range k.launch.Shared {
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
func (w *printer) params(k *kernel) (out kernelParams) {
	out.add("GLOBAL failure_t *", "failure")
	out.add("u32 ", "launch")
	if k.fails {
		out.add("u64 ", "path")
	}
	if k.allocates {
		out.add("GLOBAL u8 *", "heap")
		out.add("u64 ", "heap_size")
	}
	if k.launch != nil {
		for _, b := range k.launch.Shared {
			w.spaces[b.Name] = spaceShared
			out = append(out, kernelParam{"SHARED_PARAM(" + ident(b.Name) + ")", "SHARED_ARGUMENT(" + ident(b.Name) + ")"})
		}
	}
	counts := scalar.I64
	if k.tiles != nil {
		counts = scalar.I32
	}
	for i := range k.space {
		out.add(counts.String()+" ", fmt.Sprintf("count%d", i))
	}
	if k.tiles != nil {
		tileParams(&out, len(k.space))
	}
	for _, p := range k.params {
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
func (k *kernel) blockParam(b name.Name) string {
	switch {
	case !k.apart:
		return "GLOBAL u8 *"
	case k.plain[b]:
		return readOnly + "GLOBAL u8 *" + restrict
	}
	return "GLOBAL u8 *" + restrict
}
