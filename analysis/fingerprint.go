package analysis

import (
	"encoding/binary"
	"hash/maphash"
	"reflect"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
)

// fingerprint is a hash of a subject's text and of the addresses of its bodies,
// statements, expressions and binders, by which results may refer to them. What a kept result
// refers to stays allocated, so no other object can have the same address.
type fingerprint uint64

// seed is one for the process: fingerprints are compared within it only.
var seed = maphash.MakeSeed()

func fingerprintOf[S Subject](subject S, reads Aspect) fingerprint {
	h := hasher{}
	h.SetSeed(seed)
	switch s := any(subject).(type) {
	case *ir.Program:
		h.number(uint64(s.Level))
		for _, f := range s.Funs {
			h.fun(f, reads)
		}
	case *ir.Fun:
		h.fun(s, reads)
	case *imp.Program:
		for _, f := range s.Funs {
			h.impFun(f)
		}
	case *imp.Fun:
		h.impFun(s)
	}
	return fingerprint(h.Sum64())
}

type hasher struct{ maphash.Hash }

func (h *hasher) number(n uint64) {
	var bytes [8]byte
	binary.LittleEndian.PutUint64(bytes[:], n)
	h.Write(bytes[:])
}

// address adds where the pointer p points to.
func (h *hasher) address(p any) { h.number(uint64(reflect.ValueOf(p).Pointer())) }

func (h *hasher) fun(f *ir.Fun, reads Aspect) {
	h.address(f)
	w := &ir.Walker{
		Body: func(b *ir.Body) bool { h.address(b); return true },
		Stm:  func(s *ir.Stm) { h.address(s); h.address(s.Exp) },
		Binders: func(ps []ir.Param) {
			if len(ps) > 0 {
				h.address(&ps[0])
			}
		},
	}
	w.Fun(f)
	omit := []ir.PrintOption{ir.OmitPositions}
	if reads == Structure {
		omit = append(omit, ir.OmitMemory)
	}
	h.WriteString(f.Text(omit...))
}

func (h *hasher) impFun(f *imp.Fun) {
	h.address(f)
	imp.Walk(f.Body, func(s imp.Stm) bool { h.address(s); return true })
	h.WriteString(f.String())
}
