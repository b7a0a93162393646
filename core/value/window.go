package value

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/lamina-lang/lamina/core/source"
)

// DefaultLimit is how many bytes of input a Reader takes, where nothing else is said.
const DefaultLimit = 4 << 30

// LimitError is of input that goes beyond the limit.
type LimitError struct {
	File  string
	Limit int64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: more than %d bytes of values, counted without compression", e.File, e.Limit)
}

// chunk is how many bytes are asked for at a time.
const chunk = 1 << 16

// window is the part of an input that is looked at. What is behind it is read when it is
// needed, and what is done with is dropped, so that memory is for values and not for
// what they are written as.
type window struct {
	data []byte
	next int    // index of what is not looked at yet
	base int64  // offset of data[0] in the input
	file string // in errors

	line  int   // of next, in text
	begin int64 // offset of the line's first column

	gzip   bool      // whether src gunzips
	src    io.Reader // of what is behind data; nil if nothing is
	size   int64     // of the input, if known
	read   int64     // how many bytes src gave
	limit  int64     // on read
	failed error     // why src gives no more, if it is not the end
	closer io.Closer
}

// newWindow begins to read r, gunzipping it if need be.
func newWindow(r io.Reader, name string) (window, error) {
	w := window{file: name, line: 1, src: r, limit: DefaultLimit}
	if w.ensure(2); !bytes.HasPrefix(w.data, []byte("\x1f\x8b")) {
		if f, ok := r.(fs.File); ok {
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				w.size = info.Size()
			}
		}
		return w, w.failed
	}
	z, err := gzip.NewReader(io.MultiReader(bytes.NewReader(w.data), r))
	if err != nil {
		w.gzip = true
		return w, w.unreadable(err)
	}
	return window{file: name, line: 1, src: z, gzip: true, limit: DefaultLimit}, nil
}

// unreadable is the error for input that cannot be read on.
func (w *window) unreadable(err error) error {
	if w.gzip {
		return fmt.Errorf("%s: damaged gzip data: %w", w.file, err)
	}
	return fmt.Errorf("reading values from %s: %w", w.file, err)
}

// more reads on, and reports whether there was more. What is before index keep is dropped,
// and all indices are that much less.
func (w *window) more(keep int) bool {
	if w.src == nil {
		return false
	}
	w.data = w.data[:copy(w.data, w.data[keep:])]
	w.next -= keep
	w.base += int64(keep)
	w.data = slices.Grow(w.data, max(chunk, len(w.data)))
	n := w.fill(w.data[len(w.data):cap(w.data)])
	w.data = w.data[:len(w.data)+n]
	return n > 0
}

// fill reads some bytes into b; none if there are none.
func (w *window) fill(b []byte) int {
	for w.src != nil {
		n, err := w.src.Read(b)
		w.read += int64(n)
		switch {
		case w.read > w.limit:
			w.failed, w.src = &LimitError{w.file, w.limit}, nil
			return 0
		case err == io.EOF:
			w.src = nil
		case err != nil:
			w.failed, w.src = w.unreadable(err), nil
		}
		if n > 0 {
			return n
		}
	}
	return 0
}

// ensure reads on until n bytes are there to be looked at, or all that is left.
func (w *window) ensure(n int) {
	for len(w.data)-w.next < n && w.more(w.next) {
	}
}

// atEnd reports whether nothing is left.
func (w *window) atEnd() bool { return w.next == len(w.data) && !w.more(w.next) }

// peek is the byte to look at next, or 0 at the end.
func (w *window) peek() byte {
	if w.atEnd() {
		return 0
	}
	return w.data[w.next]
}

// skipSpace skips white space and text comments, which go from -- to the end of
// the line.
func (w *window) skipSpace() {
	for !w.atEnd() {
		switch c := w.data[w.next]; c {
		case '\n':
			w.next++
			w.line++
			w.begin = w.offset()
		case ' ', '\t', '\r':
			w.next++
		case '-':
			w.ensure(2)
			if !bytes.HasPrefix(w.data[w.next:], []byte("--")) {
				return
			}
			w.skipLine()
		default:
			return
		}
	}
}

// skipLine goes to the line's end.
func (w *window) skipLine() {
	for !w.atEnd() {
		if end := bytes.IndexByte(w.data[w.next:], '\n'); end >= 0 {
			w.next += end
			return
		}
		w.next = len(w.data)
	}
}

// offset is how many bytes are before next in the whole input.
func (w *window) offset() int64 { return w.base + int64(w.next) }

// mark is a place in the input.
type mark struct {
	offset int64
	line   int
	begin  int64
}

// here is the place of next.
func (w *window) here() mark { return w.at(w.next) }

// at is a place on the line of next.
func (w *window) at(index int) mark { return mark{w.base + int64(index), w.line, w.begin} }

// textError is an error at a place in text.
func (w *window) textError(m mark, msg, remedy string) error {
	pos := source.Pos{File: w.file, Line: m.line, Col: int(m.offset-m.begin) + 1}
	return &SyntaxError{File: w.file, Pos: pos, Msg: msg, Remedy: remedy}
}

// dataError places an error at an offset into binary data.
func (w *window) dataError(offset int64, msg, remedy string) error {
	return &SyntaxError{File: w.file, Offset: offset, Msg: msg, Remedy: remedy}
}

// maxTaken is how many bytes of headers may be.
const maxTaken = 1 << 20

// take returns the next n bytes, which are what the file needs for what, until more is
// read.
func (w *window) take(n int64, what string) ([]byte, error) {
	w.ensure(int(min(n, maxTaken)))
	switch left := int64(len(w.data) - w.next); {
	case n > left && w.src == nil:
		return nil, w.cutShort(w.offset(), n, left, what)
	case n > maxTaken:
		return nil, w.dataError(w.offset(), fmt.Sprintf("%s: has %d bytes", what, n), "the file is damaged")
	}
	b := w.data[w.next : w.next+int(n)]
	w.next += int(n)
	return b, nil
}

// cutShort is the error where n bytes are needed at an offset and so many are left.
func (w *window) cutShort(offset, n, left int64, what string) error {
	return w.dataError(offset, fmt.Sprintf("%s: needs %d bytes, but %d are left", what, n, left), "the file is cut short or damaged")
}

// takeCopy is take for many bytes. Memory is taken as they come: that a file says it has
// them is no reason to believe it.
func (w *window) takeCopy(n int64, what string) ([]byte, error) {
	start := w.offset()
	out := make([]byte, 0, min(n, max(16*chunk, w.size-start, int64(len(w.data)-w.next))))
	here := w.data[w.next:min(int64(len(w.data)), int64(w.next)+n)]
	out = append(out, here...)
	w.next += len(here)
	if int64(len(out)) == n {
		return out, nil
	}
	w.base, w.data, w.next = w.offset(), w.data[:0], 0
	for int64(len(out)) < n {
		if len(out) == cap(out) {
			out = slices.Grow(out, int(min(n-int64(len(out)), int64(len(out))+chunk)))
		}
		k := w.fill(out[len(out):int(min(n, int64(cap(out))))])
		if k == 0 {
			return nil, w.cutShort(start, n, int64(len(out)), what)
		}
		out = out[:len(out)+k]
		w.base += int64(k)
	}
	return out, nil
}
