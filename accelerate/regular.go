package accelerate

import "reflect"

// regular panics unless xs, the argument or result of a function, is regular: where its
// elements hold slices, those in the same place have the same length, at every level.
func regular[T any](function string, xs []T) {
	if len(xs) == 0 || !holdsSlices(reflect.TypeFor[T]()) {
		return
	}
	want := lengths(reflect.ValueOf(xs[0]), nil)
	for i, x := range xs {
		have := lengths(reflect.ValueOf(x), nil)
		for k := range have {
			if k < len(want) && have[k] != want[k] {
				failf("%s: the rows are irregular: row 0 has length %d, row %d has %d", function, want[k], i, have[k])
			}
		}
		if len(have) != len(want) {
			failf("%s: the rows are irregular: row %d has other sizes than row 0", function, i)
		}
	}
}

// holdsSlices reports whether values of type t contain slices.
func holdsSlices(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice:
		return true
	case reflect.Array:
		return holdsSlices(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsSlices(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// lengths appends the lengths of the slices in v, of a slice of slices those of its first
// row: its other rows were compared with that when they were made.
func lengths(v reflect.Value, out []int) []int {
	switch v.Kind() {
	case reflect.Slice:
		out = append(out, v.Len())
		if v.Len() > 0 && holdsSlices(v.Type().Elem()) {
			first := lengths(v.Index(0), nil)
			for i := range v.Len() {
				row := lengths(v.Index(i), nil)
				for k := range min(len(row), len(first)) {
					if row[k] != first[k] {
						failf("a slice is irregular: row 0 has length %d, row %d has %d", first[k], i, row[k])
					}
				}
			}
			out = append(out, first...)
		}
	case reflect.Array:
		for i := range v.Len() {
			out = lengths(v.Index(i), out)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			out = lengths(v.Field(i), out)
		}
	}
	return out
}
