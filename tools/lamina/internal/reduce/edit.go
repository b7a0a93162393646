package reduce

import "reflect"

// visit calls f for every settable value below v, parents first. A shared value is visited
// once.
func visit(v reflect.Value, f func(reflect.Value)) {
	seen := map[uintptr]bool{}
	var go_ func(v reflect.Value)
	go_ = func(v reflect.Value) {
		if v.CanSet() {
			f(v)
		}
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() || seen[v.Pointer()] {
				return
			}
			seen[v.Pointer()] = true
			go_(v.Elem())
		case reflect.Interface:
			if !v.IsNil() {
				go_(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					go_(v.Field(i))
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				go_(v.Index(i))
			}
		}
	}
	go_(v)
}

// listsIn returns the slices below v.
func listsIn(v reflect.Value) []reflect.Value {
	var out []reflect.Value
	visit(v, func(v reflect.Value) {
		if v.Kind() == reflect.Slice && v.Len() > 0 {
			out = append(out, v)
		}
	})
	return out
}

// nodesIn returns the places below v that hold a node: values of interface types.
func nodesIn(v reflect.Value) []reflect.Value {
	var out []reflect.Value
	visit(v, func(v reflect.Value) {
		if v.Kind() == reflect.Interface && !v.IsNil() {
			out = append(out, v)
		}
	})
	return out
}

// within returns the nodes inside v that fit in a place of type t, those nearest to the
// root of v first.
func within(v reflect.Value, t reflect.Type) []reflect.Value {
	var out []reflect.Value
	visit(v, func(inner reflect.Value) {
		if inner.Kind() == reflect.Interface && !inner.IsNil() && inner.Elem().Type().AssignableTo(t) && inner.Elem() != v {
			out = append(out, inner.Elem())
		}
	})
	return out
}

// copyOf returns a copy of a list.
func copyOf(list reflect.Value) reflect.Value {
	out := reflect.MakeSlice(list.Type(), list.Len(), list.Len())
	reflect.Copy(out, list)
	return out
}

// without returns a list without the elements from start to end.
func without(list reflect.Value, start, end int) reflect.Value {
	old := copyOf(list)
	return reflect.AppendSlice(old.Slice3(0, start, start), old.Slice(end, old.Len()))
}

// replaced returns a list with element i replaced by the elements of another list.
func replaced(list reflect.Value, i int, by reflect.Value) reflect.Value {
	old := copyOf(list)
	out := reflect.AppendSlice(old.Slice3(0, i, i), by)
	return reflect.AppendSlice(out, old.Slice(i+1, old.Len()))
}
