package embedded

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Join makes one list of the arguments of a call.
func Join(lists ...[]Argument) []Argument {
	return slices.Concat(lists...)
}

// One is a list of an argument.
func One(a Argument) []Argument { return []Argument{a} }

// Wrong is an argument that is no value of the Go type of that name, such as nil.
func Wrong(name string, x any) Argument {
	return Argument{err: fmt.Errorf("%T is no constructor of %s", x, name)}
}

// Unused is the argument in the place of a part that a constructor has not got. Its type is that of
// the part, and the call chooses its sizes.
func Unused[T any]() Argument { return Argument{unused: true} }

// fill makes values of zeros for the arguments that are not used, whose sizes are those that the
// others determine.
func fill(params []entry.External, args []Argument, values []value.Value) error {
	if len(params) != len(args) {
		return nil // the call says so
	}
	sizes := map[name.Name]int64{}
	for i, p := range params {
		if args[i].unused {
			continue
		}
		if len(p.Dims) == 0 && p.Elem == scalar.I64 {
			sizes[p.Var] = values[i].Scalar().Int()
		}
		for d, dim := range p.Dims {
			if !dim.Var.IsZero() && d < len(values[i].Shape) {
				sizes[dim.Var] = values[i].Shape[d]
			}
		}
	}
	for i, p := range params {
		if !args[i].unused {
			continue
		}
		v, err := zeros(p.Param, sizes)
		if err != nil {
			return err
		}
		values[i] = v
	}
	return nil
}

// zeros is a value of a parameter's type.
func zeros(p entry.Param, sizes map[name.Name]int64) (value.Value, error) {
	v := value.Value{Elem: p.Elem}
	bytes := int64(p.Elem.Size())
	for _, dim := range p.Dims {
		n := dim.Size
		if !dim.Var.IsZero() {
			n = sizes[dim.Var]
		}
		v.Shape = append(v.Shape, n)
		if n != 0 && bytes > maxUnused/n {
			return v, fault.Failf("a part of type %s that no constructor has would be too large", p.TypeString())
		}
		bytes *= n
	}
	v.Data = make([]byte, bytes)
	return v, nil
}

// maxUnused bounds the bytes of a part that is not used: those of a program's memory.
const maxUnused = 4 << 30
