package capi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/library"
)

// api is the interface of a library, as its callers see it.
type api struct {
	Options
	Arrays  []arrayType // by name
	Entries []entryPoint
}

// arrayType is a type of arrays.
type arrayType struct {
	Elem scalar.Type
	Rank int
}

// Name is the type in manifests and messages: [][]f32.
func (t arrayType) Name() string { return strings.Repeat("[]", t.Rank) + t.Elem.String() }

// Word is the type within names of C: f32_2d.
func (t arrayType) Word() string { return fmt.Sprintf("%s_%dd", t.Elem, t.Rank) }

// entryPoint is a function that callers may call.
type entryPoint struct {
	Name            string // in the source
	Word            string // within names of C
	Fun             *imp.Fun
	Inputs, Outputs []external
}

// external is a parameter or result of an entry point: a scalar, if its rank is 0, or an array.
type external struct {
	imp.External
	Type arrayType
}

// IsArray reports whether the value is an array.
func (x external) IsArray() bool { return x.Type.Rank > 0 }

// maxRank is the largest rank of arrays in an interface; call.c has room for so many sizes.
const maxRank = 64

// describe returns the interface of a program.
func describe(p *imp.Program, o Options) (*api, error) {
	a := &api{Options: o}
	words := map[string]string{}
	for _, f := range p.Funs {
		if f.Entry == nil {
			continue
		}
		e := entryPoint{Name: f.Name, Word: word(f.Name), Fun: f}
		if other, taken := words[e.Word]; taken {
			return nil, fmt.Errorf("the entry points %s and %s would both be called %s_entry_%s in C; rename one of them", other, e.Name, o.Prefix, e.Word)
		}
		words[e.Word] = e.Name
		e.Inputs, e.Outputs = externals(f.Entry.Params), externals(f.Entry.Results)
		for _, x := range slices.Concat(e.Inputs, e.Outputs) {
			if x.Type.Rank > maxRank {
				return nil, fmt.Errorf("entry point %s has an array of %d dimensions; a library passes at most %d", e.Name, x.Type.Rank, maxRank)
			}
			if x.IsArray() && !slices.Contains(a.Arrays, x.Type) {
				a.Arrays = append(a.Arrays, x.Type)
			}
		}
		a.Entries = append(a.Entries, e)
	}
	if len(a.Entries) == 0 {
		return nil, library.ErrEmpty
	}
	slices.SortFunc(a.Arrays, func(x, y arrayType) int { return strings.Compare(x.Word(), y.Word()) })
	slices.SortFunc(a.Entries, func(x, y entryPoint) int { return strings.Compare(x.Name, y.Name) })
	return a, nil
}

func externals(list []imp.External) []external {
	out := make([]external, len(list))
	for i, x := range list {
		out[i] = external{x, arrayType{x.Elem, len(x.Shape)}}
	}
	return out
}

// word is s as a part of a name in C: an underscore replaces each character that C lacks.
func word(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

// cTypes are the types of C for scalars. Those of f16 are its bits.
var cTypes = map[scalar.Type]string{
	scalar.I8: "int8_t", scalar.I16: "int16_t", scalar.I32: "int32_t", scalar.I64: "int64_t",
	scalar.U8: "uint8_t", scalar.U16: "uint16_t", scalar.U32: "uint32_t", scalar.U64: "uint64_t",
	scalar.F16: "uint16_t", scalar.F32: "float", scalar.F64: "double", scalar.Bool: "bool",
}

// elements are the scalar types in the order of text.c.
var elements = []scalar.Type{
	scalar.I8, scalar.I16, scalar.I32, scalar.I64,
	scalar.U8, scalar.U16, scalar.U32, scalar.U64,
	scalar.F16, scalar.F32, scalar.F64, scalar.Bool,
}

// element is a scalar type's constant in text.c.
func element(t scalar.Type) string { return "LAMINA_" + strings.ToUpper(t.String()) }
