package wellformed

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// typ reports a type that values in a marked expression cannot have.
func (c *checker) typ(at ast.Node, t types.Type, what string) {
	if why := unsuitable(t, nil); why != "" {
		c.bad(at, "%s has type %s: %s", what, t, why)
	}
}

// unsuitable tells why values of type t cannot be in a marked expression; "" if they can.
func unsuitable(t types.Type, within []types.Type) string {
	for _, w := range within {
		if types.Identical(w, t) {
			return "the type contains itself"
		}
	}
	if elem := program.TensorElem(t); elem != nil {
		if len(within) > 0 {
			return "a tensor within another value"
		}
		if why := flat(elem); why != "" {
			return why
		}
		return ""
	}
	if data := program.DeviceData(t); data != nil {
		if len(within) > 0 {
			return "a Device within another value"
		}
		return unsuitable(data, nil)
	}
	within = append(within, t)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 && slices.ContainsFunc(within, holdsMany) {
			return "strings in slices and arrays have no place in parallel code, as they have lengths of their own; use a number or an array of bytes"
		}
		return unsuitableBasic(u)
	case *types.Slice:
		return unsuitable(u.Elem(), within)
	case *types.Array:
		return unsuitable(u.Elem(), within)
	case *types.Struct:
		for f := range u.Fields() {
			if why := unsuitable(f.Type(), within); why != "" {
				return "field " + f.Name() + ": " + why
			}
		}
		return ""
	case *types.Tuple:
		for v := range u.Variables() {
			if why := unsuitable(v.Type(), within); why != "" {
				return why
			}
		}
		return ""
	case *types.Pointer:
		return "pointers are parameters, receivers and local variables alone in parallel code; use the value"
	case *types.Map:
		return "maps have no place in parallel code; use a slice"
	case *types.Chan:
		return "channels have no place in parallel code"
	case *types.Interface:
		return "interfaces have no place in parallel code: its values have no fixed type"
	case *types.Signature:
		return "functions cannot be data"
	}
	return "it is not a type of data"
}

// holdsMany reports whether values of type t have elements.
func holdsMany(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	}
	return false
}

func unsuitableBasic(b *types.Basic) string {
	switch b.Kind() {
	case types.Uintptr, types.UnsafePointer:
		return "addresses have no place in parallel code"
	case types.Complex64, types.Complex128, types.UntypedComplex:
		return "there are no complex numbers in parallel code; use a struct of two floats"
	case types.UntypedNil, types.Invalid:
		return "nil is no value in parallel code"
	}
	return ""
}

// flat tells why t is not the type of data without slices; "" if it is.
func flat(t types.Type) string {
	if why := unsuitable(t, nil); why != "" {
		return why
	}
	if hasSlices(t) {
		return "its elements hold slices"
	}
	return ""
}

func hasSlices(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return true
	case *types.Array:
		return hasSlices(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasSlices(f.Type()) {
				return true
			}
		}
	}
	return false
}
