package reduce

import (
	"reflect"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// inputs is how many of a combinator's arrays are tried to be removed.
const inputs = 8

// dropInput removes array k of a combinator with the parameter of its function that takes the array's
// elements: zero takes the place of a scalar, and an array must be unused. What has fields Arrays and Fn
// that belong together is such a combinator.
func dropInput(k int) func(*ir.Program, *ir.Body, int) bool {
	return func(_ *ir.Program, b *ir.Body, i int) bool {
		fn, arrays, ok := inputsOf(b.Stms[i].Exp)
		if !ok || k >= len(*arrays) {
			return false
		}
		q := fn.Params[k]
		if q.Type.IsScalar() {
			ir.Subst{q.Name: ir.Const(scalar.Zero(q.Type.Elem))}.Body(fn.Body)
		} else if ir.FreeInBody(fn.Body).Has(q.Name) {
			return false
		}
		fn.Params = slices.Delete(fn.Params, k, k+1)
		*arrays = slices.Delete(*arrays, k, k+1)
		return true
	}
}

// inputsOf returns the function of a combinator and the arrays whose elements it takes.
func inputsOf(e ir.Exp) (fn *ir.Lambda, arrays *[]name.Name, ok bool) {
	v := reflect.ValueOf(e)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil, nil, false
	}
	a, f := v.Elem().FieldByName("Arrays"), v.Elem().FieldByName("Fn")
	if !a.IsValid() || !f.IsValid() {
		return nil, nil, false
	}
	arrays, isArrays := a.Addr().Interface().(*[]name.Name)
	fn, isFn := f.Interface().(*ir.Lambda)
	return fn, arrays, isArrays && isFn && fn != nil && len(fn.Params) == len(*arrays)
}
