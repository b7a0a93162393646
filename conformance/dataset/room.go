package dataset

import (
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// newValue is an array of zeros, or an error where the machine has no room for it:
// Go's runtime would end the process.
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

// memoryAvailable is how many bytes can be allocated, as Linux tells; elsewhere
// more than there are.
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
