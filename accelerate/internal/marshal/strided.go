package marshal

import "unsafe"

// Structs of scalars are taken apart field by field: each field of all structs is copied before the
// next, which is many times as fast as struct by struct.

// scalarField is a scalar in a struct.
type scalarField struct{ offset, size uintptr }

// flatten returns the scalars of a struct that holds nothing else, in the order of the leaves; ok
// says whether it is one.
func (p *plan) flatten(at uintptr, out []scalarField) (fields []scalarField, ok bool) {
	switch p.kind {
	case isScalar:
		return append(out, scalarField{at, p.size}), true
	case isStruct:
		for _, f := range p.fields {
			if out, ok = f.plan.flatten(at+f.offset, out); !ok {
				return nil, false
			}
		}
		return out, true
	}
	return nil, false
}

// transfer copies n values of a size from places that are fromStep apart to places that are toStep
// apart.
func transfer(to unsafe.Pointer, toStep uintptr, from unsafe.Pointer, fromStep, size uintptr, n int) {
	switch size {
	case 1:
		each[[1]byte](to, toStep, from, fromStep, n)
	case 2:
		each[[2]byte](to, toStep, from, fromStep, n)
	case 4:
		each[[4]byte](to, toStep, from, fromStep, n)
	case 8:
		each[[8]byte](to, toStep, from, fromStep, n)
	}
}

// each copies values of a type of bytes, which need no alignment.
func each[T any](to unsafe.Pointer, toStep uintptr, from unsafe.Pointer, fromStep uintptr, n int) {
	for i := range uintptr(n) {
		*(*T)(unsafe.Add(to, i*toStep)) = *(*T)(unsafe.Add(from, i*fromStep))
	}
}
