package accelerate

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// Instances are the kernels of a marked expression in a generic function: one for each choice of types
// that the program makes. Only code that `lamina go` generates makes them, and calls Of.
type Instances struct {
	Place   string // of the expression
	Kernels map[string]*Kernel

	told sync.Map // the keys without a kernel that were told
}

// Of returns the kernel for the types that pointers, which may be nil, point at; nil if there is none.
func (s *Instances) Of(pointers ...any) *Kernel {
	names := make([]string, len(pointers))
	for i, p := range pointers {
		names[i] = typeName(reflect.TypeOf(p).Elem())
	}
	key := strings.Join(names, ",")
	k := s.Kernels[key]
	if k == nil && chosen() != nil {
		if _, before := s.told.LoadOrStore(key, true); !before {
			(&Kernel{Places: []string{s.Place}}).runsAsGo("it was not compiled for " + key)
		}
	}
	return k
}

// typeName names a type: no two types of packages, and no two that are made of them, have one name.
// Types of functions' own have names that `lamina go` does not compile for.
func typeName(t reflect.Type) string {
	switch {
	case t.PkgPath() != "":
		return t.PkgPath() + "." + t.Name()
	case t.Name() != "":
		return t.Name()
	}
	switch t.Kind() {
	case reflect.Slice:
		return "[]" + typeName(t.Elem())
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), typeName(t.Elem()))
	case reflect.Pointer:
		return "*" + typeName(t.Elem())
	}
	return t.String()
}
