// Package wirefmt reads the fields of encoded protocol buffers, for the code that
// tools/genproto writes.
package wirefmt

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// maxDepth is how deep messages may nest: what protobuf's own runtime allows.
const maxDepth = 10000

// Reader goes through the fields of a message. After Next, one of its methods
// must take the field's value; what is wrong ends the loop and is Err's to tell.
type Reader struct {
	Field protowire.Number

	rest   []byte
	typ    protowire.Type
	budget *Budget
	err    error
}

// NewReader returns a reader of a message that lies so deep in others.
func NewReader(b []byte, depth int, budget *Budget) Reader {
	r := Reader{rest: b, budget: budget}
	if depth > maxDepth {
		r.err = fmt.Errorf("messages nest deeper than %d", maxDepth)
	}
	r.Fail(budget.take(perMessage))
	return r
}

// Next goes to the next field, if there is one.
func (r *Reader) Next() bool {
	if r.err != nil || len(r.rest) == 0 {
		return false
	}
	field, typ, n := protowire.ConsumeTag(r.rest)
	if !r.took(n) {
		return false
	}
	r.Field, r.typ = field, typ
	r.Fail(r.budget.take(perValue))
	return r.err == nil
}

// Err is the first error, if any.
func (r *Reader) Err() error { return r.err }

// took drops n bytes; a negative n is protowire's way to report an error.
func (r *Reader) took(n int) bool {
	if n < 0 {
		r.err = protowire.ParseError(n)
		return false
	}
	r.rest = r.rest[n:]
	return true
}

// is demands that the field is of type t.
func (r *Reader) is(t protowire.Type) bool {
	if r.typ != t {
		r.err = fmt.Errorf("field %d is of wire type %d, not %d", r.Field, r.typ, t)
		return false
	}
	return true
}

// Varint is the field's value, a number.
func (r *Reader) Varint() uint64 {
	if !r.is(protowire.VarintType) {
		return 0
	}
	v, n := protowire.ConsumeVarint(r.rest)
	r.took(n)
	return v
}

// Numbers are the bytes of a list of numbers, packed or one by one, and how many
// there are. Each is taken from the bytes by NextNumber.
func (r *Reader) Numbers() (b []byte, n int) {
	if r.typ == protowire.VarintType {
		b = r.rest
		r.Skip()
		b = b[:len(b)-len(r.rest)]
	} else {
		b = r.Bytes()
	}
	for _, x := range b {
		if x < 0x80 { // the last byte of a number
			n++
		}
	}
	if len(b) > 0 && b[len(b)-1] >= 0x80 {
		r.Fail(io.ErrUnexpectedEOF)
	}
	r.Fail(r.budget.take(int64(n) * perNumber))
	if r.err != nil {
		return nil, 0
	}
	return b, n
}

// NextNumber takes a number off the list of them that b is.
func (r *Reader) NextNumber(b []byte) (v uint64, rest []byte) {
	v, n := protowire.ConsumeVarint(b)
	if n < 0 {
		r.Fail(protowire.ParseError(n))
		return 0, nil
	}
	return v, b[n:]
}

// Bytes is the field's value; it refers to what is read.
func (r *Reader) Bytes() []byte {
	if !r.is(protowire.BytesType) {
		return nil
	}
	b, n := protowire.ConsumeBytes(r.rest)
	r.took(n)
	return b
}

// Text is the field's value, which is UTF-8.
func (r *Reader) Text(t *Texts) string {
	b := r.Bytes()
	if s, ok := t.seen[string(b)]; ok {
		return s
	}
	if !utf8.Valid(b) {
		r.Fail(errors.New("a string is not UTF-8"))
	}
	s := string(b)
	if len(t.seen) < mostTexts {
		if t.seen == nil {
			t.seen = map[string]string{}
		}
		t.seen[s] = s
	}
	return s
}

// Texts are strings that were read: most come again.
type Texts struct{ seen map[string]string }

// mostTexts is how many strings are remembered.
const mostTexts = 1000

// More is how many records of the same field follow the one that is read, its own
// included, without another between them: as many elements a list gets.
func (r *Reader) More() int {
	n := 0
	for b := r.rest; ; n++ {
		size := protowire.ConsumeFieldValue(r.Field, r.typ, b)
		if size < 0 {
			return n
		}
		b = b[size:]
		field, typ, size := protowire.ConsumeTag(b)
		if size < 0 || field != r.Field || typ != r.typ || r.budget.lacks(int64(n)*perMessage) {
			return n + 1
		}
		b = b[size:]
	}
}

// Fail ends the loop with an error, if err is one.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Skip leaves the field's value out.
func (r *Reader) Skip() { r.took(protowire.ConsumeFieldValue(r.Field, r.typ, r.rest)) }
