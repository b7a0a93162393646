package value

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
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

// Reader takes values off an input that it holds as a whole. Each value may be
// in another format: text, binary and .npy are told apart by their first bytes.
type Reader struct {
	data  []byte
	next  int        // offset of what is not read yet
	start source.Pos // of data[0]
}

// Open reads the file with this name, gunzipping it if need be.
func Open(name string) (*Reader, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading values: %w", err)
	}
	defer f.Close()
	return NewReader(f, name)
}

// NewReader reads all of r, gunzipping it if need be; name stands in errors.
func NewReader(r io.Reader, name string) (*Reader, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading values from %s: %w", name, err)
	}
	if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = io.ReadAll(z)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: damaged gzip data: %w", name, err)
		}
	}
	return NewBytesReader(data, source.Pos{File: name, Line: 1, Col: 1}), nil
}

// NewBytesReader reads values from data, whose first byte stands at start in a
// larger file: for values inside other text.
func NewBytesReader(data []byte, start source.Pos) *Reader {
	return &Reader{data: data, start: start}
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
// expected in turn (see NextAs); values beyond those are read as they are.
func (r *Reader) AllAs(elems []scalar.Type) ([]Value, error) {
	var values []Value
	for {
		elem := scalar.Invalid
		if len(values) < len(elems) {
			elem = elems[len(values)]
		}
		v, err := r.NextAs(elem)
		if err == io.EOF {
			return values, nil
		}
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
}

// Next reads one value; io.EOF after the last. Numbers without a type suffix are
// i32, or f64 if they have a point or an exponent.
func (r *Reader) Next() (Value, error) { return r.NextAs(scalar.Invalid) }

// NextAs is Next where elements of type elem are expected: numbers without a
// suffix are of that type. A value that says of itself that it has another type
// is returned as that; the caller compares.
func (r *Reader) NextAs(elem scalar.Type) (Value, error) {
	r.skipSpace()
	rest := r.data[r.next:]
	switch {
	case len(rest) == 0:
		return Value{}, io.EOF
	case rest[0] == 'b':
		return r.readBinary()
	case rest[0] == npyMagic[0]:
		return r.readNpy()
	}
	return r.readText(elem)
}

// AtEnd checks that nothing follows the values read so far.
func (r *Reader) AtEnd() error {
	r.skipSpace()
	if r.next == len(r.data) {
		return nil
	}
	return r.textError(r.next, "more values than expected", "remove what follows")
}

// skipSpace skips white space and text comments, which go from -- to the end of
// the line.
func (r *Reader) skipSpace() {
	for r.next < len(r.data) {
		switch c := r.data[r.next]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			r.next++
		case c == '-' && r.next+1 < len(r.data) && r.data[r.next+1] == '-':
			end := bytes.IndexByte(r.data[r.next:], '\n')
			if end < 0 {
				end = len(r.data) - r.next
			}
			r.next += end
		default:
			return
		}
	}
}

// textError places an error at an offset into text.
func (r *Reader) textError(offset int, msg, remedy string) error {
	before := r.data[:offset]
	pos := r.start
	if lines := bytes.Count(before, []byte("\n")); lines > 0 {
		pos.Line += lines
		pos.Col = offset - bytes.LastIndexByte(before, '\n')
	} else {
		pos.Col += offset
	}
	return &SyntaxError{File: r.start.File, Pos: pos, Msg: msg, Remedy: remedy}
}

// dataError places an error at an offset into binary data.
func (r *Reader) dataError(offset int, msg, remedy string) error {
	return &SyntaxError{File: r.start.File, Offset: int64(offset), Msg: msg, Remedy: remedy}
}

// take returns the next n bytes, which are what the file needs for what.
func (r *Reader) take(n int64, what string) ([]byte, error) {
	if left := int64(len(r.data) - r.next); n > left {
		return nil, r.dataError(r.next, fmt.Sprintf("%s: needs %d bytes, but %d are left", what, n, left), "the file is cut short or damaged")
	}
	b := r.data[r.next : r.next+int(n)]
	r.next += int(n)
	return b, nil
}

// takeElements reads an array's data; big says that it is big-endian.
func (r *Reader) takeElements(elem scalar.Type, shape []int64, big bool) (Value, error) {
	size, err := Size(elem, shape)
	if err != nil {
		return Value{}, r.dataError(r.next, err.Error(), "the file is damaged")
	}
	start := r.next
	data, err := r.take(size, "the elements of "+TypeString(elem, shape))
	if err != nil {
		return Value{}, err
	}
	v := Value{elem, shape, bytes.Clone(data)}
	if v.Data == nil {
		v.Data = []byte{}
	}
	if elem == scalar.Bool {
		if i := slices.IndexFunc(data, func(c byte) bool { return c > 1 }); i >= 0 {
			return Value{}, r.dataError(start+i, fmt.Sprintf("%#02x is no bool", data[i]), "a bool is a byte 0 or 1")
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
