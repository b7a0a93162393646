package weigh

import (
	"errors"
	"fmt"
	"math"
)

// Module holds the weights of a module in bytes.
type Module struct {
	// Code is the module without custom sections.
	Code []byte
	// Held is the memory that the host holds as long as the module is loaded.
	Held int64
	// Compiling is the memory that it holds in addition while compiling.
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

// each is the weight of each entry that a section declares.
var each = map[byte]int64{
	typeSection: perType, importSection: perImport, functionSection: perFunction, tableSection: perTable,
	globalSection: perGlobal, exportSection: perExport, elementSection: perSegment, dataSection: perSegment,
}

// ErrUnbounded is the error of a module with a table that declares no maximum.
var ErrUnbounded = errors.New("it has a table that declares no maximum")

// Weigh weighs a module. The error says what cannot be parsed, or is ErrUnbounded.
func Weigh(code []byte) (*Module, error) {
	m := &Module{Code: append(make([]byte, 0, len(code)), code[:min(header, len(code))]...)}
	err := walk(code, func(s section) error {
		if s.id == customSection {
			return nil
		}
		m.Code = s.append(m.Code)
		return m.add(s)
	})
	if err != nil {
		return nil, err
	}
	m.Held += int64(len(m.Code))
	return m, nil
}

// add weighs a section.
func (m *Module) add(s section) error {
	r := reader{rest: s.content}
	count := r.number()
	if weight, ok := each[s.id]; ok {
		m.hold(int64(count), weight)
	}
	switch s.id {
	case importSection:
		return imported(&r, count)
	case tableSection:
		return m.tables(&r, count)
	case codeSection:
		m.bodies(&r, count)
	case elementSection:
		m.hold(int64(len(s.content)), perElement) // an element takes at least a byte
	case dataSection:
		m.hold(int64(len(s.content)), perByte)
	}
	return r.err
}

// hold adds the weight of n things, saturating at the maximum.
func (m *Module) hold(n, weight int64) {
	if n > (math.MaxInt64-m.Held)/weight {
		m.Held = math.MaxInt64
		return
	}
	m.Held += n * weight
}

// tables weighs the maximum sizes of all tables.
func (m *Module) tables(r *reader, count uint64) error {
	for range count {
		t := r.table()
		switch {
		case r.err != nil:
			return r.err
		case !t.bounded():
			return ErrUnbounded
		}
		m.hold(int64(max(t.least, t.most)), perEntry)
	}
	return nil
}

// imported refuses imports of anything but functions: there is nothing else to import.
func imported(r *reader, count uint64) error {
	for range count {
		r.bytes()
		name := r.bytes()
		kind := r.byte()
		if r.err != nil {
			return r.err
		}
		if kind != 0 {
			return fmt.Errorf("it imports %.40q, which is no function", name)
		}
		r.number()
	}
	return r.err
}

// bodies weighs functions: their code, and their locals, which take only a few bytes to
// declare.
func (m *Module) bodies(r *reader, count uint64) {
	for range count {
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
