package host

import (
	"fmt"

	"github.com/tetratelabs/wazero/experimental"
)

// linear is a linear memory: an address range of maximum length, made accessible as the
// length grows. It never moves.
type linear struct {
	reserved []byte
	length   uint64
}

// newLinear reserves an address range of size bytes.
func newLinear(size uint64) (*linear, error) {
	reserved, err := reserve(size)
	if err != nil {
		return nil, fmt.Errorf("reserving %s of addresses for the program's memory: %w", sizeText(int64(size)), err)
	}
	return &linear{reserved: reserved}, nil
}

// Allocate returns the only memory to the engine.
func (m *linear) Allocate(_, _ uint64) experimental.LinearMemory { return m }

// Reallocate makes the first size bytes accessible; it returns nil if the system refuses.
func (m *linear) Reallocate(size uint64) []byte {
	if size > uint64(len(m.reserved)) {
		return nil
	}
	if size > m.length {
		if commit(m.reserved[m.length:size]) != nil {
			return nil
		}
		m.length = size
	}
	return m.reserved[:size]
}

// Free releases the address range.
func (m *linear) Free() {
	if m.reserved != nil {
		unreserve(m.reserved)
		m.reserved = nil
	}
}

// clear returns the pages of a range to the system; they then read as zeros.
func (m *linear) clear(from, to uint64) {
	if from < to {
		decommit(m.reserved[from:to])
	}
}

// sizeText formats a number of bytes for people.
func sizeText(n int64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d bytes", n)
	}
	x := float64(n)
	for _, u := range []string{"KiB", "MiB", "GiB", "TiB", "PiB"} {
		x /= unit
		if x < unit {
			return fmt.Sprintf("%.1f %s", x, u)
		}
	}
	return fmt.Sprintf("%.1f EiB", x/unit)
}
