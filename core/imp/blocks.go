package imp

import "github.com/lamina-lang/lamina/core/name"

// BlockUses returns the block variables that a kernel's body uses and does not declare, in
// order of first use: those that it may write, and those that it only reads. A block that
// is handed to a function, or gets another name, may be written.
func BlockUses(body []Stm) (written, read []name.Name) {
	changed, isBlock := Names{}, Names{}
	Walk(body, func(s Stm) bool {
		EachLoad(s, func(l *Load) { isBlock[l.Block] = true })
		BlocksOf(s, func(b name.Name) {
			c, ok := s.(*Copy)
			isBlock[b], changed[b] = true, changed[b] || !ok || b == c.Dst.Block
		})
		return true
	})
	for _, n := range Free(body) {
		switch {
		case changed[n]:
			written = append(written, n)
		case isBlock[n]:
			read = append(read, n)
		}
	}
	return written, read
}

// Counted returns the block parameters of functions whose references the program counts, or for
// whose size it asks: those that are assigned, given another name, or passed to a function that
// does so. The memory of any other parameter need not be a counted block.
func Counted(p *Program) Names {
	counted := Names{}
	for _, f := range p.CalleesFirst(func(*Fun) bool { return true }) {
		uses := Names{}
		Walk(f.Body, func(s Stm) bool {
			countedBy(p, s, counted, uses)
			return true
		})
		for _, param := range f.Params {
			if param.Type.IsBlock() && uses[param.Name] {
				counted[param.Name] = true
			}
		}
	}
	return counted
}

// countedBy adds the blocks that a statement itself counts or asks for the size of; counted
// holds the parameters of the functions that it may call.
func countedBy(p *Program, s Stm, counted, uses Names) {
	use := func(n name.Name) { uses[n] = true }
	Roots(s, func(e Expr) {
		WalkExpr(e, func(e Expr) {
			if b, ok := e.(*Bytes); ok {
				use(b.Block)
			}
		})
	})
	switch s := s.(type) {
	case *Call:
		callee := p.Fun(s.Fun)
		for i, a := range s.Args {
			if a.X == nil && (callee == nil || counted[callee.Params[i].Name]) {
				use(a.Block)
			}
		}
		for _, r := range s.Results {
			use(r)
		}
	case *Alloc, *AssignBlock, *Foreign:
		BlocksOf(s, use)
	}
}

// Sole returns the block variables of a function that hold nothing but blocks allocated for
// them, which no other variable ever holds. So what is accessed through one of them is apart from
// what is accessed through any other variable while that holds a block.
func Sole(f *Fun) Names {
	sole, shared := Names{}, Names{}
	for _, p := range f.Params {
		shared[p.Name] = true
	}
	Walk(f.Body, func(s Stm) bool {
		switch s := s.(type) {
		case *Alloc:
			sole[s.Block] = true
		case *AssignBlock:
			if !s.Src.IsZero() {
				shared[s.Dst], shared[s.Src] = true, true
			}
		case *Call, *Foreign:
			BlocksOf(s, func(b name.Name) { shared[b] = true })
			for _, r := range results(s) {
				shared[r] = true
			}
		}
		return true
	})
	for b := range shared {
		delete(sole, b)
	}
	return sole
}

// Parts returns the block variables of a function that hold parts of pools.
func Parts(f *Fun) Names {
	parts := Names{}
	Walk(f.Body, func(s Stm) bool {
		if a, ok := s.(*Alloc); ok && a.IsPart() {
			parts[a.Block] = true
		}
		return true
	})
	return parts
}

// Holders groups the block variables of a function: what is accessed through variables of two
// groups is in different blocks. Parameters, and what goes to functions or comes from them, make
// up one group.
type Holders struct {
	parent map[name.Name]name.Name
}

// NewHolders groups a function's variables.
func NewHolders(f *Fun) *Holders {
	h := &Holders{map[name.Name]name.Name{}}
	var outside name.Name // a name that no variable has
	for _, p := range f.Params {
		h.join(outside, p.Name)
	}
	Walk(f.Body, func(s Stm) bool {
		switch s := s.(type) {
		case *AssignBlock:
			if !s.Src.IsZero() {
				h.join(s.Dst, s.Src)
			}
		case *Call, *Foreign:
			BlocksOf(s, func(b name.Name) { h.join(outside, b) })
			for _, r := range results(s) {
				h.join(outside, r)
			}
		}
		return true
	})
	return h
}

// Group returns the variable that stands for the group of n.
func (h *Holders) Group(n name.Name) name.Name {
	root := n
	for {
		next, ok := h.parent[root]
		if !ok {
			break
		}
		root = next
	}
	for n != root {
		next := h.parent[n]
		h.parent[n] = root
		n = next
	}
	return root
}

func (h *Holders) join(a, b name.Name) {
	if a, b = h.Group(a), h.Group(b); a != b {
		h.parent[b] = a
	}
}

// Mappable finds the blocks of a program that may lie in mapped memory, whatever their size: those that kernels
// only store to, each thread once, and the host only reads elements of, as the result of a
// reduction. Where kernels can write memory of the host, small ones may lie there: the host need
// not ask for them when the kernels are done.
func Mappable(p *Program) map[name.Name]bool {
	a := mappable{made: map[name.Name]bool{}, other: map[name.Name]bool{}}
	for _, f := range p.Funs {
		for _, list := range [][]Param{f.Params, f.Results} {
			for _, p := range list {
				a.other[p.Name] = true
			}
		}
		if !f.InKernel {
			a.host(f.Body)
		}
	}
	for n := range a.other {
		delete(a.made, n)
	}
	return a.made
}

// mappable are the blocks that the host makes, and those that are used otherwise.
type mappable struct{ made, other map[name.Name]bool }

func (a *mappable) no(n name.Name) { a.other[n] = true }

func (a *mappable) host(list []Stm) {
	Walk(list, func(s Stm) bool {
		switch s := s.(type) {
		case *Parallel:
			a.kernel(s.Body, !s.OnePoint())
			return false
		case *Launch:
			a.kernel(s.Body, false)
			return false
		case *Alloc:
			a.made[s.Block] = true
		case *AssignBlock:
			if !s.Src.IsZero() {
				a.no(s.Dst)
				a.no(s.Src)
			}
		default:
			BlocksOf(s, a.no)
		}
		return true
	})
}

// kernel looks at what a thread does, perhaps many times.
func (a *mappable) kernel(list []Stm, often bool) {
	for _, s := range list {
		EachLoad(s, func(l *Load) { a.no(l.Block) })
		if _, stores := s.(*Store); !stores || often {
			BlocksOf(s, a.no)
		}
		_, branch := s.(*If)
		for _, body := range Bodies(s) {
			a.kernel(body, often || !branch)
		}
	}
}

// HostOnly finds the blocks of a program that the host makes, stores elements to, and reads or
// returns from an entry point, and that nothing else uses: they need not lie in a device's memory.
func HostOnly(p *Program) map[name.Name]bool {
	h := hostOnly{made: map[name.Name]bool{}, other: map[name.Name]bool{}, results: map[name.Name]bool{}}
	called := Called(p)
	for _, f := range p.Funs {
		for _, p := range f.Params {
			h.no(p.Name)
		}
		for _, p := range f.Results {
			h.results[p.Name] = f.Entry != nil && !called[f.Name]
		}
		h.list(f.Body, f.InKernel)
	}
	for _, held := range h.held {
		if h.other[held.Dst] || !h.results[held.Dst] {
			h.no(held.Src)
		}
	}
	for n := range h.other {
		delete(h.made, n)
	}
	return h.made
}

// hostOnly are the blocks that the host makes, those that are used otherwise, and the results
// of entry points.
type hostOnly struct {
	made, other, results map[name.Name]bool
	held                 []*AssignBlock
}

func (h *hostOnly) no(n name.Name) { h.other[n] = true }

func (h *hostOnly) list(list []Stm, inKernel bool) {
	for _, s := range list {
		_, parallel := s.(*Parallel)
		_, launch := s.(*Launch)
		within := inKernel || parallel || launch
		if within {
			EachLoad(s, func(l *Load) { h.no(l.Block) })
		}
		switch s := s.(type) {
		case *Alloc:
			h.made[s.Block] = h.made[s.Block] || !within
			if within {
				h.no(s.Block)
			}
		case *AssignBlock:
			switch {
			case within:
				BlocksOf(s, h.no)
			case !s.Src.IsZero():
				h.held = append(h.held, s)
			}
		case *Store:
			if within {
				h.no(s.Block)
			}
		case *Call:
			BlocksOf(s, h.no)
			for _, n := range s.Results {
				h.no(n)
			}
		default:
			BlocksOf(s, h.no)
		}
		for _, body := range Bodies(s) {
			h.list(body, within)
		}
	}
}

// Handover is what a run of statements that only declare and assign block variables comes to: some
// references more, some fewer, and each variable the block that another one held before. A swap
// of two blocks through temporary names counts no references at all.
type Handover struct {
	Retain, Release []name.Name // by the variables that hold the blocks before the run, once for each reference
	Dst, Src        []name.Name // at once; a zero Src stands for no block
}

// HandoverRun returns how many statements at the start of a list only declare and assign block variables.
func HandoverRun(list []Stm) int {
	for i, s := range list {
		switch s.(type) {
		case *DeclareBlock, *AssignBlock:
		default:
			return i
		}
	}
	return len(list)
}

// NewHandover summarises a run. Variables for which empty holds have no block before it, nor have those that it
// declares; those that end let go of theirs after it.
func NewHandover(run []Stm, empty func(name.Name) bool, ends []name.Name) *Handover {
	var none name.Name
	h := &handing{before: map[name.Name]name.Name{}, after: map[name.Name]name.Name{}, fresh: Names{}}
	for _, s := range run {
		switch s := s.(type) {
		case *DeclareBlock:
			h.touch(s.Name, true)
			h.fresh[s.Name] = true
		case *AssignBlock:
			h.touch(s.Dst, empty(s.Dst))
			if s.Src.IsZero() {
				h.after[s.Dst] = none
				break
			}
			h.touch(s.Src, empty(s.Src))
			h.after[s.Dst] = h.after[s.Src]
		}
	}
	for _, n := range ends {
		h.touch(n, empty(n))
		h.after[n] = none
		delete(h.fresh, n)
	}
	return h.result()
}

// handing follows a run: what each of its variables holds before and after it, as the variable that held
// that block before, and which variables it declares for the statements after it.
type handing struct {
	order         []name.Name
	before, after map[name.Name]name.Name
	fresh         Names
}

// touch takes up a variable, which is empty or not.
func (h *handing) touch(n name.Name, empty bool) {
	if _, ok := h.after[n]; ok {
		return
	}
	h.order = append(h.order, n)
	h.before[n] = n
	if empty {
		h.before[n] = name.Name{}
	}
	h.after[n] = h.before[n]
}

// result counts the references to each block before and after the run.
func (h *handing) result() *Handover {
	out := &Handover{}
	count := map[name.Name]int{}
	for _, n := range h.order {
		count[h.after[n]]++
		count[h.before[n]]--
		if h.after[n] != h.before[n] || h.fresh[n] {
			out.Dst, out.Src = append(out.Dst, n), append(out.Src, h.after[n])
		}
	}
	for _, n := range h.order {
		if h.before[n] != n {
			continue
		}
		for range count[n] {
			out.Retain = append(out.Retain, n)
		}
		for range -count[n] {
			out.Release = append(out.Release, n)
		}
	}
	return out
}
