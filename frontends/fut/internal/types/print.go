package types

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

func (Scalar) isType()    {}
func (*Param) isType()    {}
func (*Abstract) isType() {}
func (*Array) isType()    {}
func (*Record) isType()   {}
func (*Sum) isType()      {}
func (*Func) isType()     {}
func (*Unique) isType()   {}

func (SizeConst) isSize() {}
func (*SizeVar) isSize()  {}
func (*SizeOp) isSize()   {}
func (*SizeExp) isSize()  {}

// IsTuple reports whether r is a tuple, the unit type included.
func (r *Record) IsTuple() bool {
	for i, f := range r.Fields {
		if f.Name != strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// Tuple makes the type of a tuple.
func Tuple(elems ...Type) *Record {
	r := &Record{Fields: make([]Field, len(elems))}
	for i, t := range elems {
		r.Fields[i] = Field{Name: strconv.Itoa(i), Type: t}
	}
	return r
}

func (s Scalar) String() string { return s.Type.String() }
func (p *Param) String() string { return p.Name }

// String shows the arguments in the order of the type's parameters.
func (a *Abstract) String() string {
	out := a.Of.Name
	types, sizes := 0, 0
	for _, p := range a.Of.Params {
		if p.Size {
			out += " [" + dimString(a.Sizes[sizes]) + "]"
			sizes++
		} else {
			out += " " + AtomString(a.Types[types])
			types++
		}
	}
	return out
}
func (a *Array) String() string { return "[" + dimString(a.Dim) + "]" + AtomString(a.Elem) }
func (u *Unique) String() string {
	return "*" + AtomString(u.Type)
}

func (r *Record) String() string {
	tuple := r.IsTuple()
	var parts []string
	for _, f := range r.Fields {
		if tuple {
			parts = append(parts, f.Type.String())
		} else {
			parts = append(parts, f.Name+": "+f.Type.String())
		}
	}
	if tuple {
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (s *Sum) String() string {
	var parts []string
	for _, c := range s.Constructors.Fields {
		part := "#" + c.Name
		for _, p := range c.Type.(*Record).Fields {
			part += " " + AtomString(p.Type)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " | ")
}

func (f *Func) String() string {
	from := f.From.String()
	switch {
	case f.Param != nil:
		from = "(" + f.Param.Name + ": " + from + ")"
	case IsFunc(f.From):
		from = "(" + from + ")"
	}
	var unknown strings.Builder
	if len(f.Unknown) > 0 {
		unknown.WriteString("?")
		for _, u := range f.Unknown {
			unknown.WriteString("[" + u.Name + "]")
		}
		unknown.WriteString(".")
	}
	return from + " -> " + unknown.String() + f.Result.String()
}

// dimString prints a dimension as it is written in types: nothing for a size
// without a name.
func dimString(s Size) string {
	if v, ok := FindSize(s).(*SizeVar); ok && v.Binding.Name == "" {
		return ""
	}
	return s.String()
}

// IsFunc reports whether t is the type of functions.
func IsFunc(t Type) bool {
	_, ok := Find(t).(*Func)
	return ok
}

// HasFunctions reports whether values of type t hold functions, whatever its type parameters stand for.
func HasFunctions(t Type) bool {
	switch t := Find(t).(type) {
	case *Func:
		return true
	case *Record:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return HasFunctions(f.Type) })
	case *Sum:
		return HasFunctions(t.Constructors)
	case *Unique:
		return HasFunctions(t.Type)
	}
	return false
}

// Signature prints the type of b after the size and type parameters over which it is general, as
// in "[n] 'a. [n]a -> a". Sizes without a name get one.
func Signature(b *Binding) string {
	taken := map[string]bool{}
	for _, z := range b.Sizes {
		taken[z.Name] = true
	}
	named := &Substitution{Types: map[*Param]Type{}, Sizes: map[*Binding]Size{}}
	var params []string
	for _, z := range b.Sizes {
		name := z.Name
		if name == "" {
			name = freeName(taken)
			named.Sizes[z] = &SizeVar{&Binding{Name: name, Kind: SizeParam, Type: I64}}
		}
		params = append(params, "["+name+"]")
	}
	for _, p := range b.Params {
		params = append(params, "'"+p.Name)
	}
	t := named.Apply(b.Type)
	if len(params) == 0 {
		return t.String()
	}
	return strings.Join(params, " ") + ". " + t.String()
}

// freeName takes a name for a size.
func freeName(taken map[string]bool) string {
	for i := 0; ; i++ {
		name := "nmkl"[i%4 : i%4+1]
		if i >= 4 {
			name += strconv.Itoa(i / 4)
		}
		if !taken[name] {
			taken[name] = true
			return name
		}
	}
}

// AtomString is t in parentheses where that is needed after [] or *.
func AtomString(t Type) string {
	_, isSum := Find(t).(*Sum)
	if isSum || IsFunc(t) {
		return "(" + t.String() + ")"
	}
	return t.String()
}

func (c SizeConst) String() string { return strconv.FormatInt(int64(c), 10) }
func (o *SizeOp) String() string {
	return sizeOperand(o.Left) + " " + o.Op + " " + sizeOperand(o.Right)
}

// word is a name in an expression.
var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_']*`)

func (e *SizeExp) String() string {
	return word.ReplaceAllStringFunc(syntax.ExpString(e.Exp), func(name string) string {
		for i, b := range e.Names {
			if b.Name != name {
				continue
			}
			arg := e.Args[i].String()
			if strings.Contains(arg, " ") {
				arg = "(" + arg + ")"
			}
			return arg
		}
		return name
	})
}

func (v *SizeVar) String() string {
	if v.Binding.Name == "" {
		return "?"
	}
	return v.Binding.Name
}

func sizeOperand(s Size) string {
	if _, ok := s.(*SizeOp); ok {
		return "(" + s.String() + ")"
	}
	return s.String()
}

// Named returns the type of a field.
func (r *Record) Named(name string) (Type, bool) {
	for _, f := range r.Fields {
		if f.Name == name {
			return f.Type, true
		}
	}
	return nil, false
}

// Constructor returns a constructor with its payload, a tuple.
func (s *Sum) Constructor(name string) (Field, bool) {
	fields := s.Constructors.Fields
	at, ok := slices.BinarySearchFunc(fields, name, CompareConstructor)
	if !ok {
		return Field{}, false
	}
	return fields[at], true
}

func CompareConstructor(f Field, name string) int { return strings.Compare(f.Name, name) }
