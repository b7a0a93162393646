package gpu

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// An answer is a block that kernels only store to, each thread once, and the host only
// reads elements of, as the result of a reduction. Where kernels can write memory of the
// host, small ones lie there: the host need not ask for them when the kernels are done.

// Mapper is a Device whose kernels can write memory of the host.
type Mapper interface {
	// Mapped is a piece of that memory, as kernels know it and as the host does. It is the
	// same at every call. What kernels wrote is there after Finish.
	Mapped() (Memory, []byte)
}

// answersOf finds the blocks of a program that are answers, whatever their size.
func answersOf(p *imp.Program) map[name.Name]bool {
	a := answers{made: map[name.Name]bool{}, other: map[name.Name]bool{}}
	for _, f := range p.Funs {
		for _, list := range [][]imp.Param{f.Params, f.Results} {
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

// answers are the blocks that the host makes, and those that are used otherwise.
type answers struct{ made, other map[name.Name]bool }

func (a *answers) no(n name.Name) { a.other[n] = true }

func (a *answers) host(list []imp.Stm) {
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Parallel:
			a.kernel(s.Body, !s.OnePoint())
			return false
		case *imp.Launch:
			a.kernel(s.Body, false)
			return false
		case *imp.Alloc:
			a.made[s.Block] = true
		case *imp.AssignBlock:
			if !s.Src.IsZero() {
				a.no(s.Dst)
				a.no(s.Src)
			}
		default:
			imp.BlocksOf(s, a.no)
		}
		return true
	})
}

// kernel looks at what a thread does, perhaps many times.
func (a *answers) kernel(list []imp.Stm, often bool) {
	for _, s := range list {
		imp.EachLoad(s, func(l *imp.Load) { a.no(l.Block) })
		if _, stores := s.(*imp.Store); !stores || often {
			imp.BlocksOf(s, a.no)
		}
		_, branch := s.(*imp.If)
		for _, body := range imp.Bodies(s) {
			a.kernel(body, often || !branch)
		}
	}
}

// slot is the size of the pieces that the host's memory for answers is given out in.
const slot = 64

// takeAnswer is take for an answer.
func (p *pool) takeAnswer(bytes int64) (*block, error) {
	if p.slots == nil {
		p.slots = slots(p.device)
	}
	n := len(p.slots)
	if bytes > slot || n == 0 {
		return p.take(bytes)
	}
	b := p.slots[n-1]
	p.slots = p.slots[:n-1]
	b.bytes = bytes
	p.count(b)
	return b, nil
}

// slots are the pieces of the host's memory, if there is such.
func slots(d Device) []*block {
	out := []*block{}
	m, ok := d.(Mapper)
	if !ok {
		return out
	}
	mem, host := m.Mapped()
	for at := 0; at+slot <= len(host); at += slot {
		out = append(out, &block{mem: mem + Memory(at), host: host[at : at+slot], size: slot})
	}
	return out
}

// read copies from a block what is there when all that was queued is done.
func (r *run) read(data []byte, b *block, offset int64) error {
	if b.host == nil {
		return r.x.device.Read(data, b.mem, offset)
	}
	err := r.x.device.Finish()
	copy(data, b.host[offset:])
	return err
}
