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

// chunk is the number of bytes per read.
const chunk = 1 << 16

// window is a sliding window of an input. It reads more input on demand and drops what has
// been parsed, so that the text of large values is never in memory as a whole.
type window struct {
	data []byte
	next int    // index of the next byte to parse
	base int64  // offset of data[0] in the input
	file string // in errors

	line  int   // of next, in text
	begin int64 // offset of the line's first column

	gzip   bool      // whether src gunzips
	src    io.Reader // the input after data; nil at its end
	size   int64     // of the input, if known
	read   int64     // number of bytes that src gave
	limit  int64     // on read
	failed error     // the error that ended src, unless that was its end
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

// unreadable wraps an error of the underlying reader.
func (w *window) unreadable(err error) error {
	if w.gzip {
		return fmt.Errorf("%s: damaged gzip data: %w", w.file, err)
	}
	return fmt.Errorf("reading values from %s: %w", w.file, err)
}

// more reads more input, and reports whether there was any. It drops the bytes before
// index keep, which shifts all indices by as much.
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

// fill reads some bytes into b; 0 at the end.
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

// ensure reads until n bytes are in the window, or the input ends.
func (w *window) ensure(n int) {
	for len(w.data)-w.next < n && w.more(w.next) {
	}
}

// atEnd reports whether the input is exhausted.
func (w *window) atEnd() bool { return w.next == len(w.data) && !w.more(w.next) }

// peek returns the next byte, or 0 at the end.
func (w *window) peek() byte {
	if w.atEnd() {
		return 0
	}
	return w.data[w.next]
}

// skipSpace skips white space and text comments, which go from -- to the end of the line.
func (w *window) skipSpace() {
	for !w.atEnd() {
		switch c := w.data[w.next]; c {
		case '\n':
			w.next++
			w.line++
			w.begin = w.offset()
		case ' ', '\t', '\r':
			w.next++
		case 0xef: // a byte-order mark is no part of a text
			if w.ensure(3); w.offset() > 0 || !bytes.HasPrefix(w.data, []byte("\ufeff")) {
				return
			}
			w.next += 3
			w.begin = w.offset()
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

// skipLine skips to the end of the line.
func (w *window) skipLine() {
	for !w.atEnd() {
		if end := bytes.IndexByte(w.data[w.next:], '\n'); end >= 0 {
			w.next += end
			return
		}
		w.next = len(w.data)
	}
}

// offset returns the offset of next in the whole input.
func (w *window) offset() int64 { return w.base + int64(w.next) }

// mark is a position in the input.
type mark struct {
	offset int64
	line   int
	begin  int64
}

// here returns the position of next.
func (w *window) here() mark { return w.at(w.next) }

// at returns the position of an index on the line of next.
func (w *window) at(index int) mark { return mark{w.base + int64(index), w.line, w.begin} }

// textError returns an error at a position in text.
func (w *window) textError(m mark, msg, remedy string) error {
	pos := source.Pos{File: w.file, Line: m.line, Col: int(m.offset-m.begin) + 1}
	return &SyntaxError{File: w.file, Pos: pos, Msg: msg, Remedy: remedy}
}

// dataError returns an error at an offset into binary data.
func (w *window) dataError(offset int64, msg, remedy string) error {
	return &SyntaxError{File: w.file, Offset: offset, Msg: msg, Remedy: remedy}
}

// maxTaken is the maximum size of a header in bytes.
const maxTaken = 1 << 20

// take returns the next n bytes, which are valid until the next read. Errors say that the
// file needs them for what.
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

// cutShort is the error for a file that ends too early: n bytes are needed at offset, and
// left remain.
func (w *window) cutShort(offset, n, left int64, what string) error {
	return w.dataError(offset, fmt.Sprintf("%s: needs %d bytes, but %d are left", what, n, left), "the file is cut short or damaged")
}

// takeCopy is take for large n. It allocates as the bytes arrive, because a file may
// claim more than it has.
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
