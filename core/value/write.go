package value

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Format is a way to write values.
type Format uint8

// The formats. A Reader recognises each of them.
const (
	Text   Format = iota // Futhark's text, one value a line; floats in the fewest digits that read back exactly
	Binary               // Futhark's binary format, version 2
	Npy                  // NumPy's .npy, version 1, little-endian, C order
)

var formatNames = [...]string{Text: "text", Binary: "binary", Npy: "npy"}

func (f Format) String() string { return formatNames[f] }

// ParseFormat finds a format by its name: text, binary or npy.
func ParseFormat(name string) (Format, error) {
	for f, n := range formatNames {
		if n == name {
			return Format(f), nil
		}
	}
	return 0, fmt.Errorf("no format %q: there are %s", name, strings.Join(formatNames[:], ", "))
}

// Write writes the values to w one after the other.
func Write(w io.Writer, f Format, values ...Value) error {
	b := bufio.NewWriterSize(w, 1<<16)
	for _, v := range values {
		switch f {
		case Text:
			writeText(b, v)
		case Binary:
			writeBinary(b, v)
		case Npy:
			writeNpy(b, v)
		}
	}
	return b.Flush()
}

// String returns v in the text format.
func (v Value) String() string {
	var s strings.Builder
	b := bufio.NewWriter(&s)
	newTextWriter(b, v).value(v.Shape)
	b.Flush()
	return s.String()
}

func writeText(b *bufio.Writer, v Value) {
	newTextWriter(b, v).value(v.Shape)
	b.WriteByte('\n')
}

type textWriter struct {
	out  *bufio.Writer
	v    Value
	next int64 // flat index of the element to write
	buf  []byte
}

func newTextWriter(b *bufio.Writer, v Value) *textWriter {
	return &textWriter{out: b, v: v, buf: make([]byte, 0, 64)}
}

func (w *textWriter) value(shape []int64) {
	if w.v.Len() == 0 {
		fmt.Fprintf(w.out, "empty(%s)", w.v.Type())
		return
	}
	if len(shape) == 0 {
		w.buf = w.v.At(w.next).Append(w.buf[:0])
		w.next++
		w.out.Write(w.buf)
		return
	}
	w.out.WriteByte('[')
	for i := int64(0); i < shape[0]; i++ {
		if i > 0 {
			w.out.WriteString(", ")
		}
		w.value(shape[1:])
	}
	w.out.WriteByte(']')
}

func writeBinary(b *bufio.Writer, v Value) {
	b.WriteByte('b')
	b.WriteByte(binaryVersion)
	b.WriteByte(byte(len(v.Shape)))
	fmt.Fprintf(b, "%4s", v.Elem)
	for _, n := range v.Shape {
		b.Write(binary.LittleEndian.AppendUint64(b.AvailableBuffer(), uint64(n)))
	}
	b.Write(v.Data)
}

func writeNpy(b *bufio.Writer, v Value) {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", npyDescr(v.Elem), npyTuple(v.Shape))
	// Magic, version and length take 10 bytes; the header ends with a newline at
	// a multiple of 64.
	pad := 63 - (10+len(header))%64
	header += strings.Repeat(" ", pad) + "\n"
	b.WriteString(npyMagic + "\x01\x00")
	b.Write(binary.LittleEndian.AppendUint16(b.AvailableBuffer(), uint16(len(header))))
	b.WriteString(header)
	b.Write(v.Data)
}

// npyTuple writes a shape as a Python tuple: (), (3,), (2, 3).
func npyTuple(shape []int64) string {
	var sizes []string
	for _, n := range shape {
		sizes = append(sizes, strconv.FormatInt(n, 10))
	}
	if len(sizes) == 1 {
		return "(" + sizes[0] + ",)"
	}
	return "(" + strings.Join(sizes, ", ") + ")"
}

func npyDescr(t scalar.Type) string {
	for _, d := range npyTypes {
		if d.elem == t {
			if t.Size() == 1 {
				return "|" + d.code
			}
			return "<" + d.code
		}
	}
	return ""
}
