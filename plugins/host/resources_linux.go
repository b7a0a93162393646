package host

import (
	"context"
	"time"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// withMemory makes modules keep their memory in an address range that is reserved up to its
// limit, so that it grows in place. By default wazero copies it.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, most uint64) experimental.LinearMemory {
		b, err := unix.Mmap(-1, 0, int(most), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
		if err != nil {
			return &grown{}
		}
		return &reserved{b}
	}))
}

// reserved is memory that grows in place.
type reserved struct{ all []byte }

func (m *reserved) Reallocate(size uint64) []byte {
	if size > uint64(len(m.all)) {
		return nil
	}
	return m.all[:size:size]
}

func (m *reserved) Free() {
	_ = unix.Munmap(m.all)
	m.all = nil
}

// grown is memory that is copied when it grows.
type grown struct{ b []byte }

func (m *grown) Reallocate(size uint64) []byte {
	if have := uint64(len(m.b)); have < size {
		m.b = append(m.b, make([]byte, size-have)...)
	}
	return m.b[:size]
}

func (m *grown) Free() { m.b = nil }

// processorTime returns the processor time that this process has taken.
func processorTime() time.Duration {
	var used unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_SELF, &used) // it fails for bad arguments only
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
