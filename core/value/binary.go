package value

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
)

// binaryVersion is the version of Futhark's binary format: 'b', the version, the
// number of dimensions (a byte each), the element type as four characters padded
// on the left, the dimensions as u64s, the elements; all little-endian.
const binaryVersion = 2

func (r *Reader) readBinary() (Value, error) {
	start := r.offset()
	header, err := r.take(7, "the header of a binary value ('b', version, rank, type)")
	if err != nil {
		return Value{}, err
	}
	if header[1] != binaryVersion {
		return Value{}, r.dataError(start+1, fmt.Sprintf("version %d of the binary format", header[1]),
			fmt.Sprintf("only version %d can be read (text must not start with 'b')", binaryVersion))
	}
	elem, ok := scalar.ParseType(strings.TrimLeft(string(header[3:7]), " "))
	if !ok {
		return Value{}, r.dataError(start+3, fmt.Sprintf("unknown element type %q", header[3:7]), `expected one of "  i8", " i16", …, " f64", "bool"`)
	}
	rank := int64(header[2])
	dims, err := r.take(8*rank, fmt.Sprintf("the %d dimensions of a binary value", rank))
	if err != nil {
		return Value{}, err
	}
	var shape []int64
	for ; len(dims) > 0; dims = dims[8:] {
		n := int64(binary.LittleEndian.Uint64(dims))
		if n < 0 {
			return Value{}, r.dataError(r.offset()-int64(len(dims)), fmt.Sprintf("dimension %d is %d", len(shape), uint64(n)), "the file is damaged")
		}
		shape = append(shape, n)
	}
	return r.takeElements(elem, shape, false)
}
