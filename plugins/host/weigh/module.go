package weigh

import (
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Module is what a module weighs, in bytes.
type Module struct {
	// Code is the module without its custom sections and with a maximum for each
	// table: one that declares none may not grow.
	Code []byte
	// Held is what the host holds for as long as the module is loaded.
	Held int64
	// Compiling is what it holds, on top of that, while it compiles.
	Compiling int64
}

// What wazero 1.12 holds for each of these, in bytes: measured with modules of many,
// and rounded up.
const (
	perType     = 384
	perImport   = 512
	perFunction = 448
	perTable    = 256
	perElement  = 128 // of a segment
	perEntry    = 8   // of a table
	perGlobal   = 256
	perExport   = 256
	perSegment  = 256
	perByte     = 2    // of a segment of data
	perCode     = 20   // bytes of machine code and of the body itself, for a byte of a body
	perLocal    = 16   // of a function
	perBody     = 2600 // while compiling, for a byte of the longest body
)

// The numbers of sections.
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

// each is what a section weighs for every entry it declares.
var each = map[byte]int64{
	typeSection: perType, importSection: perImport, functionSection: perFunction, tableSection: perTable,
	globalSection: perGlobal, exportSection: perExport, elementSection: perSegment, dataSection: perSegment,
}

var errCut = errors.New("it is cut off")

const header = 8 // bytes: magic number and version

// Weigh weighs a module. The error says what of it cannot be read.
func Weigh(code []byte) (*Module, error) {
	if len(code) < header {
		return nil, errCut
	}
	m := &Module{Code: append(make([]byte, 0, len(code)+64), code[:header]...)}
	for rest := code[header:]; len(rest) > 0; {
		id := rest[0]
		section, n := protowire.ConsumeBytes(rest[1:])
		if n < 0 {
			return nil, fmt.Errorf("section %d: %w", id, errCut)
		}
		rest = rest[1+n:]
		if id == customSection {
			continue
		}
		section, err := m.add(id, section)
		if err != nil {
			return nil, fmt.Errorf("section %d: %w", id, err)
		}
		m.Code = append(m.Code, id)
		m.Code = protowire.AppendBytes(m.Code, section)
	}
	m.Held += int64(len(m.Code))
	return m, nil
}

// add weighs a section, and returns it as it shall be.
func (m *Module) add(id byte, section []byte) ([]byte, error) {
	r := reader{rest: section}
	if weight, ok := each[id]; ok {
		m.hold(int64(r.number()), weight)
	}
	switch id {
	case tableSection:
		section = m.tables(section)
	case codeSection:
		m.bodies(&r)
	case elementSection:
		m.hold(int64(len(section)), perElement) // an element takes a byte or more
	case dataSection:
		m.hold(int64(len(section)), perByte)
	}
	return section, r.err
}

// hold adds n things of a weight. Sums that leave the range stay at its end.
func (m *Module) hold(n, weight int64) {
	if n > (math.MaxInt64-m.Held)/weight {
		m.Held = math.MaxInt64
		return
	}
	m.Held += n * weight
}

// tables weighs what all tables can grow to, and gives those a maximum that have none.
// What it cannot read it leaves to the runtime.
func (m *Module) tables(section []byte) []byte {
	r := reader{rest: section}
	count := r.number()
	out := protowire.AppendVarint(nil, count)
	for range count {
		kind, limits := r.byte(), r.byte()
		least := r.number()
		most := least
		if limits&1 != 0 {
			most = r.number()
		}
		if r.err != nil || limits > 1 {
			return section
		}
		m.hold(int64(max(least, most)), perEntry)
		out = append(out, kind, 1)
		out = protowire.AppendVarint(out, least)
		out = protowire.AppendVarint(out, most)
	}
	return append(out, r.rest...)
}

// bodies weighs functions: their code, and the variables that they declare in a few
// bytes.
func (m *Module) bodies(r *reader) {
	for range r.number() {
		body := reader{rest: r.bytes()}
		if r.err != nil {
			return
		}
		size := int64(len(body.rest))
		m.hold(size, perCode)
		var locals int64
		for range body.number() {
			n := int64(body.number())
			body.byte()
			if body.err != nil || n > mostLocals {
				break // which the runtime does not take
			}
			locals += n
		}
		m.hold(locals, perLocal)
		m.Compiling = max(m.Compiling, (size+locals)*perBody)
	}
}

// mostLocals is how many variables of a kind a runtime takes.
const mostLocals = 50_000

// reader reads the numbers of a module, which are written as protobuf's are.
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
