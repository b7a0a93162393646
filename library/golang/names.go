package golang

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
	"unicode"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/embedded"
)

// packageName returns the name of the package.
func packageName(o Options) (string, error) {
	if o.Package != "" {
		if !token.IsIdentifier(o.Package) || o.Package == "_" || o.Package == "main" {
			return "", fmt.Errorf("--package: %q cannot be the name of a package that others import", o.Package)
		}
		return o.Package, nil
	}
	name := strings.ToLower(strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return -1
	}, o.Name))
	if !token.IsIdentifier(name) || name == "main" {
		return "", fmt.Errorf("the package cannot be called %q after the program's file; name it with --package", name)
	}
	return name, nil
}

// words splits a name of the source at underscores. A prime becomes a word.
func words(name string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(name, "'", "_prime"), func(r rune) bool { return r == '_' })
}

// exported returns the Go name of an entry point: dot_product is DotProduct. It is "" if there
// is none.
func exported(name string) string {
	var b strings.Builder
	for _, w := range words(name) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	if out := b.String(); token.IsIdentifier(out) && token.IsExported(out) {
		return out
	}
	return ""
}

// scope holds the names of a method's variables.
type scope map[string]bool

func newScope() scope {
	return scope{"p": true, "ctx": true, "err": true, "context": true, "embedded": true, "arguments": true}
}

// fresh returns a name for a variable that is called name in the source, or fallback.
func (s scope) fresh(name, fallback string) string {
	var b strings.Builder
	for i, w := range words(name) {
		if i > 0 {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		b.WriteString(w)
	}
	out := b.String()
	if r := []rune(out); len(r) > 0 {
		out = string(unicode.ToLower(r[0])) + string(r[1:])
	}
	if !token.IsIdentifier(out) && !token.IsKeyword(out) {
		out = fallback
	}
	for s[out] || token.IsKeyword(out) || types.Universe.Lookup(out) != nil {
		out += "_"
	}
	s[out] = true
	return out
}

// plainType returns the Go type of a scalar or array, and by which of three functions it is passed.
func plainType(l entry.Leaf, scalar, slice, array string) (name, pass string, err error) {
	name = goTypes[l.Elem]
	switch {
	case l.Rank == 0:
		return name, scalar, nil
	case l.Rank == 1:
		return "[]" + name, slice, nil
	case l.Rank <= 4:
		return fmt.Sprintf("embedded.Array%d[%s]", l.Rank, name), array, nil
	case l.Rank <= embedded.MaxRank:
		return fmt.Sprintf("embedded.Array[%s, [%d]int]", name, l.Rank), array, nil
	}
	return "", "", fmt.Errorf("an array of type %s has %d dimensions; packages in Go pass arrays of at most %d", entry.PlainType(l.Elem, l.Rank).Name, l.Rank, embedded.MaxRank)
}

var goTypes = map[scalar.Type]string{
	scalar.I8: "int8", scalar.I16: "int16", scalar.I32: "int32", scalar.I64: "int64",
	scalar.U8: "uint8", scalar.U16: "uint16", scalar.U32: "uint32", scalar.U64: "uint64",
	scalar.F16: "embedded.Float16", scalar.F32: "float32", scalar.F64: "float64", scalar.Bool: "bool",
}

// lines splits a documentation comment.
func lines(doc string) []string {
	if doc = strings.TrimSpace(doc); doc == "" {
		return nil
	}
	return strings.Split(doc, "\n")
}
