package gpu

import (
	"errors"
	"math/bits"

	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// pool is the memory of a run. It keeps what the program lets go of, and gives it out
// again: a driver takes a hundred times as long. Sizes are rounded up, by at most a
// quarter, so that similar ones meet. The queue runs commands in order, so memory
// may be given out while the device still uses it for what came before. Between runs
// all that is kept lies in the device's reserve.
type pool struct {
	device hardware.Device
	free   map[int64][]hardware.Memory // by rounded size
	inUse  int64                       // bytes given out, as rounded
	asked  int64                       // bytes given out, as asked for
	peak   int64                       // the most of asked
	blocks int64                       // given out since the last reset
	slots  []*block                    // of the host's memory, free ones; nil before the first was asked for
	unused []*block                    // that hold no memory, for the next to be given out
}

// smallest is the least size of memory; it also stands for empty blocks.
const smallest = 256

// rounded is the size that is reserved for bytes: a power of two, or 5/4, 6/4 or
// 7/4 of one.
func rounded(bytes int64) int64 {
	if bytes <= smallest {
		return smallest
	}
	step := int64(1) << (bits.Len64(uint64(bytes-1)) - 3)
	return (bytes + step - 1) / step * step
}

// take gives out a block of at least the given size, and counts it.
func (p *pool) take(bytes int64) (*block, error) {
	b, err := p.obtain(bytes)
	if err != nil {
		return nil, err
	}
	p.count(b)
	return b, nil
}

// count counts a block that is given out.
func (p *pool) count(b *block) {
	p.inUse += b.size
	p.asked += b.bytes
	p.peak = max(p.peak, p.asked)
	p.blocks++
}

// obtain gives out a block that is not the program's.
func (p *pool) obtain(bytes int64) (*block, error) {
	size := rounded(bytes)
	b := p.blank()
	b.bytes, b.size = bytes, size
	var ok bool
	if list := p.free[size]; len(list) > 0 {
		b.mem = list[len(list)-1]
		p.free[size] = list[:len(list)-1]
	} else if b.mem, ok = p.reserve().Take(size); !ok {
		if err := p.allocate(b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (p *pool) reserve() *hardware.Reserve { return &p.device.Common().Reserve }

// allocate asks the device. When it has no more, what is kept is given back, and
// then the exact size will do.
func (p *pool) allocate(b *block) (err error) {
	if b.size > p.device.Info().MaxAlloc {
		b.size = max(codegen.UpTo(b.bytes, 8)*8, smallest)
	}
	if b.mem, err = p.device.Alloc(b.size); err == nil || !errors.Is(err, hardware.ErrNoMemory) {
		return err
	}
	if err := p.trim(); err != nil {
		return err
	}
	b.size = max(codegen.UpTo(b.bytes, 8)*8, smallest)
	b.mem, err = p.device.Alloc(b.size)
	return err
}

// give takes a block of take's back, which nothing holds any more.
func (p *pool) give(b *block) {
	p.inUse -= b.size
	p.asked -= b.bytes
	switch {
	case b.here:
	case b.host != nil:
		p.slots = append(p.slots, b)
	default:
		p.put(b)
		*b = block{}
		p.unused = append(p.unused, b)
	}
}

// blank is a block without memory.
func (p *pool) blank() *block {
	n := len(p.unused)
	if n == 0 {
		return &block{}
	}
	b := p.unused[n-1]
	p.unused = p.unused[:n-1]
	return b
}

// put takes a block back.
func (p *pool) put(b *block) {
	if p.free == nil {
		p.free = map[int64][]hardware.Memory{}
	}
	p.free[b.size] = append(p.free[b.size], b.mem)
}

// trim gives back to the device all that is kept.
func (p *pool) trim() error {
	if err := p.device.Finish(); err != nil {
		return err
	}
	p.rest()
	return p.reserve().Shrink(0, p.device.Free)
}

// rest leaves what is kept to the runs of any queue: the device has finished.
func (p *pool) rest() { p.reserve().Add(p.free) }

// reset begins to count anew.
func (p *pool) reset() { p.peak, p.blocks = p.asked, 0 }

// block is memory that variables of the host part hold.
type block struct {
	mem         hardware.Memory
	bytes, size int64 // as asked for, as reserved
	refs        int
	host        []byte // of one mapped in the host's memory, or of what only the host uses
	here        bool   // the latter: it has no mem
}

// Mapper is a Device whose kernels can write memory of the host.
type Mapper interface {
	// Mapped is a piece of that memory, as kernels know it and as the host does. It is the
	// same at every call. What kernels wrote is there after Finish.
	Mapped() (hardware.Memory, []byte)
}

// slot is the size of the pieces that the host's memory is given out in.
const slot = 64

// takeMapped is take for a block in mapped memory.
func (p *pool) takeMapped(bytes int64) (*block, error) {
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

// takeHere gives out a block that only the host uses.
func (p *pool) takeHere(bytes int64) *block {
	b := &block{bytes: bytes, size: slot, host: make([]byte, slot), here: true}
	p.count(b)
	return b
}

// slots are the pieces of the host's memory, if there is such.
func slots(d hardware.Device) []*block {
	out := []*block{}
	m, ok := d.(Mapper)
	if !ok {
		return out
	}
	mem, host := m.Mapped()
	for at := 0; at+slot <= len(host); at += slot {
		out = append(out, &block{mem: mem + hardware.Memory(at), host: host[at : at+slot], size: slot})
	}
	return out
}

// read copies from a block what is there when all that was queued is done.
func (r *run) read(data []byte, b *block, offset int64) error {
	if b.host == nil {
		return r.x.device.Read(data, b.mem, offset)
	}
	var err error
	if !b.here && r.pending.work {
		err = r.x.device.Finish()
		r.pending.work = err != nil
	}
	copy(data, b.host[offset:])
	return err
}
