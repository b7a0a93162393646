// Package wirefmt reads the fields of encoded protocol buffers, for the code that
// tools/genproto writes.
package wirefmt

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// maxDepth is how deep messages may nest: what protobuf's own runtime allows.
const maxDepth = 10000

// Reader goes through the fields of a message. After Next, one of its methods
// must take the field's value; what is wrong ends the loop and is Err's to tell.
type Reader struct {
	Field protowire.Number

	rest  []byte
	typ   protowire.Type
	depth int
	err   error
}

// NewReader returns a reader of a message that lies so deep in others.
func NewReader(b []byte, depth int) Reader {
	r := Reader{rest: b, depth: depth}
	if depth > maxDepth {
		r.err = fmt.Errorf("messages nest deeper than %d", maxDepth)
	}
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
	return true
}

// Err is what was wrong, if anything.
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

// Varints gives add the numbers of a list, packed or one by one.
func (r *Reader) Varints(add func(uint64)) {
	if r.typ == protowire.VarintType {
		add(r.Varint())
		return
	}
	for b := r.Bytes(); len(b) > 0 && r.err == nil; {
		v, n := protowire.ConsumeVarint(b)
		if n < 0 {
			r.err = protowire.ParseError(n)
			return
		}
		add(v)
		b = b[n:]
	}
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
func (r *Reader) Text() string {
	b := r.Bytes()
	if !utf8.Valid(b) && r.err == nil {
		r.err = errors.New("a string is not UTF-8")
	}
	return string(b)
}

// Message gives consume the message that the field's value is, and its depth.
func (r *Reader) Message(consume func(b []byte, depth int) error) {
	b := r.Bytes()
	if r.err == nil {
		r.err = consume(b, r.depth+1)
	}
}

// Skip leaves the field's value out.
func (r *Reader) Skip() { r.took(protowire.ConsumeFieldValue(r.Field, r.typ, r.rest)) }
