package value

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
)

// npyMagic begins a file in NumPy's format. After it come the version (two bytes), the
// header's length, the header (a Python dictionary), and the elements.
const npyMagic = "\x93NUMPY"

// npyTypes are NumPy's type codes, without the byte-order mark.
var npyTypes = []struct {
	code string
	elem scalar.Type
}{
	{"i1", scalar.I8}, {"i2", scalar.I16}, {"i4", scalar.I32}, {"i8", scalar.I64},
	{"u1", scalar.U8}, {"u2", scalar.U16}, {"u4", scalar.U32}, {"u8", scalar.U64},
	{"f2", scalar.F16}, {"f4", scalar.F32}, {"f8", scalar.F64}, {"b1", scalar.Bool},
}

// The header's three entries may come in any order.
var (
	npyDescrEntry   = regexp.MustCompile(`['"]descr['"]\s*:\s*['"]([^'"]*)['"]`)
	npyFortranEntry = regexp.MustCompile(`['"]fortran_order['"]\s*:\s*(True|False)`)
	npyShapeEntry   = regexp.MustCompile(`['"]shape['"]\s*:\s*\(([^)]*)\)`)
)

func (r *Reader) readNpy() (Value, error) {
	start := r.offset()
	preamble, err := r.take(8, "the magic number and version of .npy")
	if err != nil {
		return Value{}, err
	}
	if string(preamble[:6]) != npyMagic {
		return Value{}, r.dataError(start, fmt.Sprintf("%q starts no known format", preamble[:6]), `.npy starts with "\x93NUMPY", a binary value with 'b'`)
	}
	header, err := r.npyHeader(preamble[6])
	if err != nil {
		return Value{}, err
	}
	at := r.offset() - int64(len(header))
	elem, big, err := npyElem(header)
	if err != nil {
		return Value{}, r.dataError(at, err.Error(), "save it as integers, floats or bools: numpy.save(f, a.astype(…))")
	}
	shape, err := npyShape(header)
	if err != nil {
		return Value{}, r.dataError(at, err.Error(), "the file is damaged")
	}
	v, err := r.takeElements(elem, shape, big)
	if err != nil {
		return Value{}, err
	}
	fortran := npyFortranEntry.FindStringSubmatch(header)
	if fortran == nil {
		return Value{}, r.dataError(at, "the .npy header has no fortran_order", "the file is damaged")
	}
	if fortran[1] == "True" {
		return fromColumnMajor(v), nil
	}
	return v, nil
}

// npyHeader reads the header and, before it, its length, which is two bytes in version 1.
func (r *Reader) npyHeader(version byte) (string, error) {
	width := int64(4)
	switch version {
	case 1:
		width = 2
	case 2, 3:
	default:
		return "", r.dataError(r.offset()-2, fmt.Sprintf("version %d of .npy", version), "versions 1, 2 and 3 can be read")
	}
	b, err := r.take(width, "the length of the .npy header")
	if err != nil {
		return "", err
	}
	var length [4]byte
	copy(length[:], b)
	at := r.offset()
	header, err := r.take(int64(binary.LittleEndian.Uint32(length[:])), "the .npy header")
	if err != nil {
		return "", err
	}
	for _, entry := range []*regexp.Regexp{npyDescrEntry, npyFortranEntry, npyShapeEntry} {
		if len(entry.FindAllIndex(header, 2)) > 1 {
			return "", r.dataError(at, "the .npy header says a thing twice", "the file is damaged")
		}
	}
	return string(header), nil
}

func npyElem(header string) (elem scalar.Type, big bool, err error) {
	m := npyDescrEntry.FindStringSubmatch(header)
	if m == nil {
		return 0, false, fmt.Errorf("the .npy header gives no single element type")
	}
	code := strings.TrimLeft(m[1], "<>|=")
	for _, t := range npyTypes {
		if t.code == code {
			return t.elem, m[1][0] == '>', nil
		}
	}
	return 0, false, fmt.Errorf("elements of NumPy's type %q", m[1])
}

func npyShape(header string) ([]int64, error) {
	m := npyShapeEntry.FindStringSubmatch(header)
	if m == nil {
		return nil, fmt.Errorf("the .npy header has no shape")
	}
	var shape []int64
	for _, s := range strings.Split(m[1], ",") {
		s = strings.TrimSuffix(strings.TrimSpace(s), "L") // Python 2 wrote (3L,)
		if s == "" {
			continue
		}
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("the .npy header has shape (%s)", m[1])
		}
		shape = append(shape, n)
	}
	return shape, nil
}

// fromColumnMajor reorders elements that are in column-major (Fortran's) order.
func fromColumnMajor(v Value) Value {
	width := int64(v.Elem.Size())
	data := make([]byte, len(v.Data))
	index := make([]int64, v.Rank())
	for to := int64(0); to < int64(len(data)); to += width {
		from, stride := int64(0), width
		for d, n := range v.Shape {
			from += index[d] * stride
			stride *= n
		}
		copy(data[to:to+width], v.Data[from:])
		for d := len(index) - 1; d >= 0; d-- {
			if index[d]++; index[d] < v.Shape[d] {
				break
			}
			index[d] = 0
		}
	}
	return Value{v.Elem, v.Shape, data}
}
