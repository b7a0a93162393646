package weigh

import (
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Module holds the weights of a module in bytes.
type Module struct {
	// Code is the module without custom sections, and with a maximum for each table: one
	// that declares none may not grow.
	Code []byte
	// Held is what the host holds as long as the module is loaded.
	Held int64
	// Compiling is what it holds in addition while compiling.
	Compiling int64
}

// What wazero 1.12 holds for each of these, in bytes: measured with modules of many, and
// rounded up.
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
	perByte     = 2    // of a data segment
	perCode     = 20   // machine code and the body itself, per byte of a body
	perLocal    = 16   // of a function
	perBody     = 2600 // while compiling, per byte of the longest body
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

// each is the weight of each entry that a section declares.
var each = map[byte]int64{
	typeSection: perType, importSection: perImport, functionSection: perFunction, tableSection: perTable,
	globalSection: perGlobal, exportSection: perExport, elementSection: perSegment, dataSection: perSegment,
}

var errCut = errors.New("it is cut off")

const header = 8 // bytes: magic number and version

// Weigh weighs a module. The error says what cannot be parsed.
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

// add weighs a section, and returns it in its final form.
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
		m.hold(int64(len(section)), perElement) // an element takes at least a byte
	case dataSection:
		m.hold(int64(len(section)), perByte)
	}
	return section, r.err
}

// hold adds the weight of n things, saturating at the maximum.
func (m *Module) hold(n, weight int64) {
	if n > (math.MaxInt64-m.Held)/weight {
		m.Held = math.MaxInt64
		return
	}
	m.Held += n * weight
}

// tables weighs the maximum sizes of all tables, and adds a maximum to those without one.
// Entries that it cannot parse are left to the runtime.
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

// bodies weighs functions: their code, and their locals, which take only a few bytes to
// declare.
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
				break // refused by the runtime
			}
			locals += n
		}
		m.hold(locals, perLocal)
		m.Compiling = max(m.Compiling, (size+locals)*perBody)
	}
}

// mostLocals is the maximum number of locals of a kind that a runtime accepts.
const mostLocals = 50_000

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
