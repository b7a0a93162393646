package names

import "reflect"

// copyTree is a copy of a tree, also where a node stands in two places.
func copyTree[T any](tree T) T {
	c := copier{}
	return c.copy(reflect.ValueOf(&tree).Elem()).Interface().(T)
}

type copier map[any]reflect.Value

func (c copier) copy(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		if done, ok := c[v.Interface()]; ok {
			return done
		}
		out := reflect.New(v.Type().Elem())
		c[v.Interface()] = out
		out.Elem().Set(c.copy(v.Elem()))
		return out
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(c.copy(v.Elem()))
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(c.copy(v.Index(i)))
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			switch v.Field(i).Kind() {
			case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Struct:
				out.Field(i).Set(c.copy(v.Field(i)))
			}
		}
		return out
	}
	return v
}
