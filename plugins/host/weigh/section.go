package weigh

import (
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Section numbers.
const (
	customSection   = 0
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	globalSection   = 6
	exportSection   = 7
	elementSection  = 9
	codeSection     = 10
	dataSection     = 11
)

const header = 8 // bytes: magic number and version

// section is a section of a module.
type section struct {
	id      byte
	content []byte
}

// walk calls a function with each section of a module, and stops at its first error.
func walk(code []byte, do func(section) error) error {
	if len(code) < header {
		return errCut
	}
	for rest := code[header:]; len(rest) > 0; {
		s := section{id: rest[0]}
		content, n := protowire.ConsumeBytes(rest[1:])
		if n < 0 {
			return fmt.Errorf("section %d: %w", s.id, errCut)
		}
		rest = rest[1+n:]
		s.content = content
		if err := do(s); err != nil {
			return fmt.Errorf("section %d: %w", s.id, err)
		}
	}
	return nil
}

func (s section) append(code []byte) []byte {
	return protowire.AppendBytes(append(code, s.id), s.content)
}

var errCut = errors.New("it is cut off")

// reader parses the numbers of a module, which are encoded like protobuf's.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) number() uint64 {
	v, n := protowire.ConsumeVarint(r.rest)
	if n < 0 || v > math.MaxUint32 {
		r.rest, r.err = nil, errCut
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		r.err = errCut
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) bytes() []byte {
	b, n := protowire.ConsumeBytes(r.rest)
	if n < 0 {
		r.rest, r.err = nil, errCut
		return nil
	}
	r.rest = r.rest[n:]
	return b
}

// table is the type of a table.
type table struct {
	kind, limits byte
	least, most  uint64
}

// bounded reports whether the table declares a maximum.
func (t table) bounded() bool { return t.limits&1 != 0 }

func (r *reader) table() table {
	t := table{kind: r.byte(), limits: r.byte(), least: r.number()}
	if t.bounded() {
		t.most = r.number()
	}
	return t
}
