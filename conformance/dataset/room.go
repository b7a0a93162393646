package dataset

import (
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// newValue returns an array of zeros, or an error if the machine lacks the memory: Go's
// runtime would end the process.
func newValue(elem scalar.Type, shape []int64) (value.Value, error) {
	size, err := value.Size(elem, shape)
	if err != nil {
		return value.Value{}, err
	}
	if room := memoryAvailable(); size > room {
		return value.Value{}, fmt.Errorf("%s takes %d bytes, but this machine has %d to spare; choose smaller sizes", value.TypeString(elem, shape), size, room)
	}
	return value.New(elem, shape...)
}

// memoryAvailable returns the number of bytes that can be allocated, according to Linux; on
// other systems there is no bound.
func memoryAvailable() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return math.MaxInt64
	}
	for line := range strings.Lines(string(text)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "MemAvailable: %d kB", &kib); n == 1 {
			return kib * 1024
		}
	}
	return math.MaxInt64
}
