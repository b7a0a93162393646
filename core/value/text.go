package value

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// maxTextRank bounds the nesting of arrays in text, so that hostile input cannot exhaust
// the stack. It is the maximum rank of the binary format too.
const maxTextRank = 255

// textParser reads one value in the text format:
//
//	value   = element | row | string | "empty" "(" ("[" n "]")+ type ")"
//	row     = "[" [ value { "," value } [ "," ] ] "]"
//	element = a constant as scalar.ParseWrapped reads it
//	string  = '"' … '"', the UTF-8 bytes as a row of u8
type textParser struct {
	*Reader
	expected scalar.Type // of numbers without a suffix
	elem     scalar.Type // of the elements read so far; Invalid before the first
	rank     int         // known after the first element or empty row; before, -1
	shape    []int64     // of complete rows at each depth; -1 before the first
	data     []byte
}

func (r *Reader) readText(elem scalar.Type) (Value, error) {
	p := textParser{Reader: r, expected: elem, rank: -1, data: []byte{}}
	start := r.here()
	if r.ensure(len("empty")); bytes.HasPrefix(r.data[r.next:], []byte("empty")) {
		return p.empty()
	}
	if err := p.value(0); err != nil {
		return Value{}, err
	}
	if p.elem == scalar.Invalid {
		if p.elem = elem; elem == scalar.Invalid {
			return Value{}, r.textError(start, "an empty array of unknown element type", "write empty([0]i32) or the like")
		}
	}
	return Value{p.elem, p.shape, p.data}, nil
}

// value reads an element, string or row at the given nesting depth.
func (p *textParser) value(depth int) error {
	switch p.peek() {
	case '[':
		return p.row(depth)
	case '"':
		return p.string(depth)
	}
	if err := p.setRank(depth, p.here(), "an element"); err != nil {
		return err
	}
	return p.element()
}

// setRank records that elements are at this depth; it is an error if they cannot be.
func (p *textParser) setRank(depth int, at mark, what string) error {
	if p.rank < 0 {
		p.rank = depth
	}
	if p.rank != depth {
		return p.textError(at, fmt.Sprintf("%s in dimension %d of an array of %d dimensions", what, depth, p.rank), "all elements must be nested equally deep")
	}
	return nil
}

func (p *textParser) row(depth int) error {
	open := p.here()
	if depth >= maxTextRank {
		return p.textError(open, fmt.Sprintf("more than %d dimensions", maxTextRank), "")
	}
	if p.rank >= 0 && depth >= p.rank {
		return p.setRank(depth+1, open, "a row")
	}
	if depth == len(p.shape) {
		p.shape = append(p.shape, -1)
	}
	p.next++
	n := int64(0)
	for {
		p.skipSpace()
		c := p.peek()
		if n > 0 && c == ',' {
			p.next++
			p.skipSpace()
			c = p.peek()
		} else if n > 0 && c != ']' && c != 0 {
			return p.unexpected("between elements", "separate them by ',' or close the array by ']'")
		}
		if c == ']' {
			break
		}
		if c == 0 && p.atEnd() {
			return p.textError(open, "this array does not end", "add ']'")
		}
		if err := p.value(depth + 1); err != nil {
			return err
		}
		n++
		if p.rank == depth+1 {
			n += p.plainInts()
		}
	}
	if n == 0 {
		if err := p.setRank(depth+1, open, "an empty row"); err != nil {
			return err
		}
	}
	p.next++
	return p.endRow(depth, n, open)
}

// endRow checks that a row of n elements is as long as those before it.
func (p *textParser) endRow(depth int, n int64, open mark) error {
	if want := p.shape[depth]; want >= 0 && n != want {
		return p.textError(open, fmt.Sprintf("a row of %d elements where those before have %d", n, want), "arrays must be regular")
	}
	p.shape[depth] = n
	return nil
}

func (p *textParser) unexpected(where, remedy string) error {
	p.ensure(utf8.UTFMax)
	c, _ := utf8.DecodeRune(p.Reader.data[p.next:])
	return p.textError(p.here(), fmt.Sprintf("unexpected %q %s", c, where), remedy)
}

func (p *textParser) element() error {
	start := p.here()
	token := p.token()
	if len(token) == 0 {
		if p.atEnd() {
			return p.textError(start, "the input ends where a value is expected", "")
		}
		return p.unexpected("where a value is expected", "values look like 1i32, 2.5f64, true, [1, 2] or empty([0]i32)")
	}
	expected := p.elem
	if expected == scalar.Invalid {
		expected = p.expected
	}
	v, ok := parsePlain(expected, token)
	if !ok {
		var err error
		if v, err = scalar.ParseWrapped(expected, string(token)); err != nil {
			return p.textError(start, source.CutWords(err.Error()), "")
		}
	}
	if p.elem == scalar.Invalid {
		p.elem = v.Type
	}
	if v.Type != p.elem {
		return p.textError(start, fmt.Sprintf("%s is %s among elements of type %s", source.Cut(string(token)), v.Type, p.elem), "all elements must have one type; write it as a suffix")
	}
	p.append(v)
	return p.tooLarge(start, int64(len(p.data)))
}

func (p *textParser) append(v scalar.Value) {
	switch v.Type.Size() {
	case 1:
		p.data = append(p.data, byte(v.Bits))
	case 2:
		p.data = binary.LittleEndian.AppendUint16(p.data, uint16(v.Bits))
	case 4:
		p.data = binary.LittleEndian.AppendUint32(p.data, uint32(v.Bits))
	case 8:
		p.data = binary.LittleEndian.AppendUint64(p.data, v.Bits)
	}
}

// maxToken bounds the length of a constant.
const maxToken = 1 << 16

// token takes the longest run of characters that constants consist of.
func (p *textParser) token() []byte {
	data, n := p.Reader.data[p.next:], 0
	for n < maxToken {
		if n == len(data) {
			more := p.more(p.next)
			data = p.Reader.data[p.next:] // it moves even where nothing follows
			if !more {
				break
			}
		}
		if !inConstant[data[n]] {
			break
		}
		n++
	}
	p.next += n
	return data[:n]
}

var inConstant = func() (in [256]bool) {
	for c := '0'; c <= '9'; c++ {
		in[c] = true
	}
	for c := 'a'; c <= 'z'; c++ {
		in[c], in[c-'a'+'A'] = true, true
	}
	in['_'], in['.'], in['+'], in['-'] = true, true, true, true
	return in
}()

// parsePlain is the fast path for most numbers of large inputs: decimal numbers of the
// expected type. The token is not empty. It leaves all others, and all errors, to scalar.ParseWrapped.
func parsePlain(expected scalar.Type, token []byte) (scalar.Value, bool) {
	name := expected.String()
	if n := len(token) - len(name); n > 0 && string(token[n:]) == name {
		token = token[:n]
	}
	switch {
	case expected == scalar.F32 || expected == scalar.F64:
		return parsePlainFloat(expected, token)
	case expected.IsInt():
		return parsePlainInt(expected, token)
	}
	return scalar.Value{}, false
}

func parsePlainInt(t scalar.Type, token []byte) (scalar.Value, bool) {
	digits := token
	if token[0] == '-' {
		digits = token[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return scalar.Value{}, false
	}
	n := int64(0)
	for _, c := range digits {
		if c < '0' || c > '9' {
			return scalar.Value{}, false
		}
		n = 10*n + int64(c-'0')
	}
	if len(digits) < len(token) {
		n = -n
	}
	v := scalar.Int(t, n)
	return v, v.Int() == n && (n >= 0 || t.IsSigned())
}

func parsePlainFloat(t scalar.Type, token []byte) (scalar.Value, bool) {
	for _, c := range token {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != 'e' {
			return scalar.Value{}, false
		}
	}
	first := token[0]
	if first == '-' && len(token) > 1 {
		first = token[1]
	}
	if first == '.' || token[len(token)-1] == '.' {
		return scalar.Value{}, false
	}
	x, err := strconv.ParseFloat(string(token), 8*t.Size())
	return scalar.Float(t, x), err == nil
}

// string reads a string as a row of bytes.
func (p *textParser) string(depth int) error {
	at := p.here()
	n, ended := p.quoted()
	if !ended {
		return p.textError(at, "this string does not end on its line", `add '"'; write a line break as \n`)
	}
	quoted := p.Reader.data[p.next : p.next+n]
	p.next += n
	text, err := strconv.Unquote(string(quoted))
	if err != nil {
		return p.textError(at, "malformed string", `the escapes are those of Go: \n, \t, \", \\, \x7f, …`)
	}
	if err := p.setRank(depth+1, at, "a string"); err != nil {
		return err
	}
	if p.elem == scalar.Invalid {
		p.elem = scalar.U8
	}
	if p.elem != scalar.U8 {
		return p.textError(at, fmt.Sprintf("a string is [%d]u8, not an array of %s", len(text), p.elem), "")
	}
	p.shape = append(p.shape, slices.Repeat([]int64{-1}, depth+1-len(p.shape))...)
	p.data = append(p.data, text...)
	if err := p.tooLarge(at, int64(len(p.data))); err != nil {
		return err
	}
	return p.endRow(depth, int64(len(text)), at)
}

// quoted returns the length of the string that begins here, and whether it ends on its
// line.
func (p *textParser) quoted() (n int, ended bool) {
	escaped := true // the opening quotation mark does not end the string
	for ; ; n++ {
		if p.next+n == len(p.Reader.data) && !p.more(p.next) {
			return n, false
		}
		c := p.Reader.data[p.next+n]
		switch {
		case c == '\n':
			return n, false
		case c == '"' && !escaped:
			return n + 1, true
		}
		escaped = c == '\\' && !escaped
	}
}

// empty reads an empty array, such as empty([0][3]i32).
func (p *textParser) empty() (Value, error) {
	const form = "write empty([0][3]i32) or the like"
	start := p.here()
	p.next += len("empty")
	if err := p.expect('(', form); err != nil {
		return Value{}, err
	}
	var shape []int64
	for p.skipSpace(); p.peek() == '['; p.skipSpace() {
		p.next++
		p.skipSpace()
		at := p.here()
		n, err := strconv.ParseInt(string(p.token()), 10, 64)
		if err != nil || n < 0 {
			return Value{}, p.textError(at, "a size must be an integer from 0 to 2^63 − 1", form)
		}
		shape = append(shape, n)
		if err := p.expect(']', form); err != nil {
			return Value{}, err
		}
	}
	at := p.here()
	elem, ok := scalar.ParseType(string(p.token()))
	if !ok {
		return Value{}, p.textError(at, "an element type is missing", form)
	}
	if err := p.expect(')', form); err != nil {
		return Value{}, err
	}
	if !slices.Contains(shape, 0) {
		return Value{}, p.textError(start, TypeString(elem, shape)+" is not empty", "one of its sizes must be 0")
	}
	return Value{elem, shape, []byte{}}, nil
}

func (p *textParser) expect(c byte, remedy string) error {
	p.skipSpace()
	if p.peek() != c {
		if p.atEnd() {
			return p.textError(p.here(), fmt.Sprintf("the input ends where %q is expected", c), remedy)
		}
		return p.unexpected(fmt.Sprintf("where %q is expected", c), remedy)
	}
	p.next++
	return nil
}
