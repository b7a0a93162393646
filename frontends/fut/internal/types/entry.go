package types

import (
	"slices"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// entry checks what entry points must be.
func (c *checker) entry(b *Binding, d *syntax.ValDecl) {
	if len(b.Params) > 0 {
		panic(c.errorf(d, "Entry point functions may not be polymorphic: the type of %q mentions type %s", b.Name, b.Params[0]).WithHint("give its parameters types without type parameters"))
	}
	t := b.Type
	constructive := dimensions{}
	for f, ok := Find(t).(*Func); ok; f, ok = Find(t).(*Func) {
		constructive.add(f.From)
		if err := c.mustBeData(f.From, why{}); err != nil {
			panic(c.errorf(d, "Entry point functions may not be higher-order: a parameter of %q is a function", b.Name).WithHint("entry points take and return values only"))
		}
		if holdsNothing(f.From) {
			panic(c.errorf(d, "A parameter of entry point %q is an array of values without parts, whose size no caller can give", b.Name).WithHint("take the size, an i64, instead"))
		}
		t = f.Result
	}
	if err := c.mustBeData(t, why{}); err != nil {
		panic(c.errorf(d, "Entry point functions may not be higher-order: %q returns a function among other values", b.Name).WithHint("entry points take and return values only"))
	}
	for _, z := range b.Sizes {
		if !constructive[z] && z.Name == "" {
			panic(c.errorf(d, "Entry point size parameter is only used non-constructively: the result of %q has a size that nothing determines", b.Name).
				WithHint("write the size with :>, and take what it is computed from as a parameter"))
		}
		if !constructive[z] {
			panic(c.errorf(d, "Entry point size parameter [%s] is only used non-constructively: it is the size of no parameter", z.displayName()).
				WithHint("make it a parameter of type i64, or write the sizes with :>"))
		}
	}
}

// dimensions are the sizes by name that dimensions of types have.
type dimensions map[*Binding]bool

func (ds dimensions) add(t Type) {
	switch t := Find(t).(type) {
	case *Array:
		if v, ok := findSize(t.Dim).(*SizeVar); ok {
			ds[v.Binding] = true
		}
		ds.add(t.Elem)
	case *Record:
		for _, f := range t.Fields {
			ds.add(f.Type)
		}
	case *Sum:
		ds.add(t.Constructors)
	case *Unique:
		ds.add(t.Type)
	}
}

// holdsNothing reports whether t has an array of a type without scalars in it.
func holdsNothing(t Type) bool {
	switch t := Find(Strip(t)).(type) {
	case *Array:
		return !hasScalars(t)
	case *Record:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return holdsNothing(f.Type) })
	case *Sum:
		return holdsNothing(t.Constructors)
	}
	return false
}

func hasScalars(t Type) bool {
	switch t := Find(Strip(t)).(type) {
	case *Array:
		return hasScalars(t.Elem)
	case *Record:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return hasScalars(f.Type) })
	}
	return true
}
