// Package wire carries programs between processes: the protobuf form of the IR
// (schema lamina.ir.v1, in proto; generated code in irpb), versioned apart from
// the Go types of core/ir and core/imp.
//
// Invariants:
//   - Decoding an encoded program gives the same program, including positions,
//     attributes and the supply of names.
//   - Operations and parts that this build does not know become ir.Foreign,
//     statements of imp that only a plugin knows become imp.Foreign. Both are
//     encoded as they were decoded.
//   - Bytes that are not a program give an error that says what is wrong, never a
//     panic. Whether the program is correct is for package check.
//   - The examples in testdata, of every version that was ever written, stay
//     readable.
package wire

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/wire/irpb"
	"github.com/lamina-lang/lamina/core/wire/wirefmt"
)

// The versions of the IR that Unmarshal reads. A version is a set of operations and of
// rules; reading an older one may require rewriting what has changed since. A program is
// written in the oldest version that has all its operations, so that plugins of that
// version accept it.
//
//   - 2 adds index functions to the expressions of level imp.
//   - 3 adds vectors to level imp.
//   - 4 adds indices of 32 bits to level imp: u32s, narrow and apart kernels, exact
//     operations, the size of a block and whether blocks are apart.
//   - 5 adds kernels of prescribed shape, and blocks of work-groups in global memory.
//   - 6 adds the number of threads to the expressions of level imp.
//   - 7 adds to them whether the run repeats one that failed.
//   - 8 adds to them thresholds that users set.
const (
	Oldest = 1
	Newest = 8

	versionAt      = 2
	versionVectors = 3
	versionNarrow  = 4

	versionPrescribed = 5
	versionThreads    = 6
	versionRepeats    = 7
	versionThreshold  = 8
)

// Marshal encodes a program at one of ir's levels.
func Marshal(p *ir.Program) ([]byte, error) {
	e := newEncoder(p.Names.Last())
	e.out.Level = irpb.Level(p.Level)
	for _, f := range p.Funs {
		e.out.Functions = append(e.out.Functions, e.fun(f))
	}
	return e.bytes()
}

// Version returns the version of a program encoded by Marshal or MarshalImp.
func Version(program []byte) uint32 {
	r := wirefmt.NewReader(program, 0, new(wirefmt.Budget)) // the version is the first field
	if !r.Next() || r.Field != 1 {
		return 0
	}
	return uint32(r.Varint())
}

// MarshalImp encodes a program at level imp.
func MarshalImp(p *imp.Program) ([]byte, error) {
	e := newEncoder(p.Names.Last())
	e.out.Level = irpb.Level_LEVEL_IMP
	for _, f := range p.Funs {
		e.out.ImpFunctions = append(e.out.ImpFunctions, e.impFun(f))
	}
	return e.bytes()
}

func (e *encoder) bytes() ([]byte, error) {
	return e.out.Marshal(), nil
}

// Error says why bytes cannot be read as a program.
type Error struct{ Why string }

func (e *Error) Error() string { return "decoding a program: " + e.Why }

// Unmarshal decodes a program: the first result, or the second for level imp.
// The error is an *Error.
func Unmarshal(b []byte) (*ir.Program, *imp.Program, error) { return UnmarshalWithin(b, 0) }

// UnmarshalWithin is Unmarshal with a memory limit: beside b it holds about four times
// most bytes at most, a quarter of that for the message, the rest for the program. There
// is no limit if most is 0.
func UnmarshalWithin(b []byte, most int64) (*ir.Program, *imp.Program, error) {
	in := new(irpb.Program)
	if err := in.UnmarshalWithin(b, most); err != nil {
		return nil, nil, &Error{"not in the form of lamina.ir.v1: " + err.Error()}
	}
	if in.Version < Oldest || in.Version > Newest {
		return nil, nil, &Error{fmt.Sprintf("it is in version %d of the IR, and %s are read here", in.Version, Versions(Oldest, Newest))}
	}
	if !in.Complete {
		return nil, nil, &Error{"its end is missing"}
	}
	d := newDecoder(in)
	if in.Level == irpb.Level_LEVEL_IMP {
		p := d.impProgram(in)
		return nil, p, d.failed()
	}
	p := d.program(in)
	if err := d.failed(); err != nil {
		return nil, nil, err
	}
	return p, nil, nil
}

// Versions spells a range of versions, for messages.
func Versions(oldest, newest uint32) string {
	if oldest == newest {
		return fmt.Sprintf("version %d", oldest)
	}
	return fmt.Sprintf("versions %d to %d", oldest, newest)
}
