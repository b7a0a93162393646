package value

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// SyntaxError is malformed input: what is wrong where, and what to do.
type SyntaxError struct {
	File   string
	Pos    source.Pos // in text
	Offset int64      // in binary formats, where Pos is not valid: bytes from the start (after gunzip)
	Msg    string
	Remedy string // may be empty
}

func (e *SyntaxError) Error() string {
	place := e.Pos.String()
	if !e.Pos.IsValid() {
		place = fmt.Sprintf("%s: byte %d", e.File, e.Offset)
	}
	msg := fmt.Sprintf("%s: %s", place, e.Msg)
	if e.Remedy != "" {
		msg += "; " + e.Remedy
	}
	return msg
}

// Reader takes values off an input, which it reads, and gunzips, as it goes. Each value may
// be in another format: text, binary and .npy are told apart by their first bytes.
type Reader struct {
	window
	most []int64 // bytes of each value, as Expect has them
	now  int64   // the most bytes of the value that is being read
}

// Open reads the file with this name, gunzipping it if need be. All and AllAs close it.
func Open(name string) (*Reader, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading values: %w", err)
	}
	r, err := NewReader(f, name)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.closer = f
	return r, nil
}

// NewReader reads r, gunzipping it if need be, up to DefaultLimit; name stands in errors.
func NewReader(r io.Reader, name string) (*Reader, error) {
	w, err := newWindow(r, name)
	if err != nil {
		return nil, err
	}
	return &Reader{window: w}, nil
}

// NewBytesReader reads values from data, whose first byte stands at start in a
// larger file: for values inside other text.
func NewBytesReader(data []byte, start source.Pos) *Reader {
	return &Reader{window: window{data: data, file: start.File, line: start.Line, begin: int64(1 - start.Col), limit: math.MaxInt64}}
}

// Limit replaces DefaultLimit: the most bytes that are read, counted after gunzip, and that
// the values may take.
func (r *Reader) Limit(bytes int64) { r.limit = bytes }

// Expect tells how many bytes each of the values has by its type, so that one that is far
// larger is not read to its end; where that is not known, -1.
func (r *Reader) Expect(most []int64) { r.most = most }

// Close closes what Open opened.
func (r *Reader) Close() error {
	if r.closer == nil {
		return nil
	}
	c := r.closer
	r.closer = nil
	return c.Close()
}

// Read reads all values of r; see NewReader.
func Read(r io.Reader, name string) ([]Value, error) {
	in, err := NewReader(r, name)
	if err != nil {
		return nil, err
	}
	return in.All()
}

// Parse reads all values of a string in the text format.
func Parse(text string) ([]Value, error) {
	return NewBytesReader([]byte(text), source.Pos{File: "values", Line: 1, Col: 1}).All()
}

// All reads the values that are left.
func (r *Reader) All() ([]Value, error) { return r.AllAs(nil) }

// AllAs reads the values that are left, where elements of the given types are
// expected in turn (see NextAs); values beyond those are read as they are, unless they
// are very many.
func (r *Reader) AllAs(elems []scalar.Type) (_ []Value, err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	var values []Value
	for {
		elem := scalar.Invalid
		if len(values) < len(elems) {
			elem = elems[len(values)]
		}
		r.now = r.limit
		if i := len(values); i < len(r.most) && r.most[i] >= 0 {
			r.now = min(r.limit, r.most[i]+surplus)
		}
		v, err := r.NextAs(elem)
		if err == io.EOF {
			return values, nil
		}
		if err != nil {
			return nil, err
		}
		if elems != nil && len(values) == len(elems)+maxExtra {
			return nil, r.textError(r.here(), fmt.Sprintf("more than %d values where %d are expected", len(values), len(elems)), "remove what follows")
		}
		values = append(values, v)
	}
}

// What is wrong with a value that is too large, or with values too many, is best told of
// values that are known: so many bytes and values more are read.
const (
	surplus  = 1 << 20
	maxExtra = 1000
)

// Next reads one value; io.EOF after the last. Numbers without a type suffix are
// i32, or f64 if they have a point or an exponent.
func (r *Reader) Next() (Value, error) { return r.NextAs(scalar.Invalid) }

// NextAs is Next where elements of type elem are expected: numbers without a
// suffix are of that type. A value that says of itself that it has another type
// is returned as that; the caller compares.
func (r *Reader) NextAs(elem scalar.Type) (Value, error) {
	v, err := r.nextAs(elem)
	if r.failed != nil { // whatever that led to
		return Value{}, r.failed
	}
	return v, err
}

func (r *Reader) nextAs(elem scalar.Type) (Value, error) {
	r.skipSpace()
	switch c := r.peek(); {
	case r.atEnd():
		return Value{}, io.EOF
	case c == 'b':
		return r.readBinary()
	case c == npyMagic[0]:
		return r.readNpy()
	}
	return r.readText(elem)
}

// AtEnd checks that nothing follows the values read so far.
func (r *Reader) AtEnd() error {
	r.skipSpace()
	switch {
	case r.failed != nil:
		return r.failed
	case r.atEnd():
		return nil
	}
	return r.textError(r.here(), "more values than expected", "remove what follows")
}

// tooLarge is the error for a value of which not all is read, nil if so many bytes may be.
func (r *Reader) tooLarge(at mark, size int64) error {
	switch {
	case r.now == 0 || size <= r.now:
		return nil
	case r.now < r.limit:
		return r.textError(at, fmt.Sprintf("a value of more than %d bytes where one of %d is expected", r.now, r.now-surplus), "give values of the parameters' types")
	}
	return &LimitError{r.file, r.limit}
}

// takeElements reads an array's data; big says that it is big-endian.
func (r *Reader) takeElements(elem scalar.Type, shape []int64, big bool) (Value, error) {
	size, err := Size(elem, shape)
	if err != nil {
		return Value{}, r.dataError(r.offset(), err.Error(), "the file is damaged")
	}
	start := r.offset()
	if r.ensure(chunk); r.src != nil { // else it is known how much there is
		if err := r.tooLarge(r.here(), size); err != nil {
			return Value{}, err
		}
	}
	data, err := r.takeCopy(size, "the elements of "+TypeString(elem, shape))
	if err != nil {
		return Value{}, err
	}
	v := Value{elem, shape, data}
	if elem == scalar.Bool {
		if i := slices.IndexFunc(data, func(c byte) bool { return c > 1 }); i >= 0 {
			return Value{}, r.dataError(start+int64(i), fmt.Sprintf("%#02x is no bool", data[i]), "a bool is a byte 0 or 1")
		}
	}
	if big {
		swapBytes(v.Data, elem.Size())
	}
	return v, nil
}

// swapBytes turns the elements of width bytes each from one endianness into the
// other.
func swapBytes(data []byte, width int) {
	for ; len(data) > 0; data = data[width:] {
		for i, j := 0, width-1; i < j; i, j = i+1, j-1 {
			data[i], data[j] = data[j], data[i]
		}
	}
}
