package value

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// SyntaxError is malformed input: what is wrong, where, and the remedy.
type SyntaxError struct {
	File   string
	Pos    source.Pos // in text
	Offset int64      // in binary formats, where Pos is not valid: bytes from the start, after gunzip
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

// Reader reads values from an input, which it gunzips as it goes. Each value may have its
// own format; the first bytes tell text, binary and .npy apart.
type Reader struct {
	window
	most []int64 // the size of each value in bytes, as given to Expect
	now  int64   // the maximum size in bytes of the value being read
}

// Open opens the named file, which must be regular, gunzipping it if need be. All and AllAs
// close it.
func Open(name string) (*Reader, error) {
	f, _, err := source.OpenRegular(name)
	if special := (*source.SpecialError)(nil); errors.As(err, &special) {
		err = fmt.Errorf("%s %w", source.Printable(name), err)
	}
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

// NewReader returns a reader of r, gunzipping it if need be, up to DefaultLimit. Errors
// call the input name.
func NewReader(r io.Reader, name string) (*Reader, error) {
	w, err := newWindow(r, name)
	if err != nil {
		return nil, err
	}
	return &Reader{window: w}, nil
}

// NewBytesReader reads values from data, whose first byte is at start in a larger file:
// for values within other text.
func NewBytesReader(data []byte, start source.Pos) *Reader {
	return &Reader{window: window{data: data, file: start.File, line: start.Line, begin: int64(1 - start.Col), limit: math.MaxInt64}}
}

// Limit replaces DefaultLimit: the maximum number of bytes read, counted after gunzip,
// and of bytes that the values may occupy.
func (r *Reader) Limit(bytes int64) { r.limit = bytes }

// Expect sets the size in bytes that the type of each value implies, -1 if unknown. The
// reader rejects a value that is far larger without reading it to its end.
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

// All reads the remaining values.
func (r *Reader) All() ([]Value, error) { return r.AllAs(nil) }

// AllAs reads the remaining values, of which the first have elements of the given types
// (see NextAs). Further values are read as they are, up to a limit.
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

// Errors about values that are too large or too many are best reported on complete
// values: the reader goes on for this many bytes and values beyond the limit.
const (
	surplus  = 1 << 20
	maxExtra = 1000
)

// Next reads one value; it returns io.EOF after the last. Numbers without a type suffix
// are i32, or f64 if they have a point or an exponent.
func (r *Reader) Next() (Value, error) { return r.NextAs(scalar.Invalid) }

// NextAs is Next with an expected element type: numbers without a suffix are of type
// elem. A value that states another type is returned with that type; the caller compares.
func (r *Reader) NextAs(elem scalar.Type) (Value, error) {
	v, err := r.nextAs(elem)
	if r.failed != nil { // whatever error that caused
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

// tooLarge is the error for a value of size bytes that is not read to its end; nil if
// that size is allowed.
func (r *Reader) tooLarge(at mark, size int64) error {
	switch {
	case r.now == 0 || size <= r.now:
		return nil
	case r.now < r.limit:
		return r.textError(at, fmt.Sprintf("a value of more than %d bytes where one of %d is expected", r.now, r.now-surplus), "give values of the parameters' types")
	}
	return &LimitError{r.file, r.limit}
}

// takeElements reads an array's data, which is big-endian if big is set.
func (r *Reader) takeElements(elem scalar.Type, shape []int64, big bool) (Value, error) {
	size, err := Size(elem, shape)
	if err != nil {
		return Value{}, r.dataError(r.offset(), err.Error(), "the file is damaged")
	}
	start := r.offset()
	if r.ensure(chunk); r.src != nil { // else the whole input is in memory
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

// swapBytes reverses the byte order of elements of width bytes each.
func swapBytes(data []byte, width int) {
	for ; len(data) > 0; data = data[width:] {
		for i, j := 0, width-1; i < j; i, j = i+1, j-1 {
			data[i], data[j] = data[j], data[i]
		}
	}
}
