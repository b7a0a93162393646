// Package query answers what editors ask about a program: what stands at a place, what its
// type is, where it is defined, and where it is used.
//
// A definition is identified by the place of its name, which is the same in all copies that
// modules are taken apart into.
package query

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// Range is a piece of the text of a file, on one line or several. Columns count bytes.
type Range struct{ Start, End source.Pos }

// contains reports whether a place is in r or just after it.
func (r Range) contains(p syntax.Place) bool {
	return !before(p, place(r.Start)) && !before(place(r.End), p)
}

func place(p source.Pos) syntax.Place { return syntax.Place{Line: int32(p.Line), Col: int32(p.Col)} }

func before(a, b syntax.Place) bool { return compare(a, b) < 0 }

func compare(a, b syntax.Place) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// Occurrence is a name in the text: where it is bound, or a use.
type Occurrence struct {
	Range
	Name string
	// Target is where the name is bound, perhaps in another file.
	Target source.Pos
	IsDef  bool // it is where the name is bound
	// IsPun is set in {a}, which is short for {a = a}.
	IsPun bool
	// Type is what is known of the type here, and General the type of what the name denotes,
	// if that is more general; each may be "".
	Type, General string
	Doc           string
	// IsLocal is set if nothing outside of the definition around can name it.
	IsLocal bool
	// IsModule is set for the name of a module, a module type or an imported file.
	IsModule bool
	// InPrelude is set if the target is in no file of the user.
	InPrelude bool

	assumed bool // it is what is known while a functor is checked, not in one that has been applied
}

// Index describes one file of a program.
type Index struct {
	file        *syntax.File
	names       *names.Program
	info        *types.Info // nil if nothing is known
	lines       []string
	occurrences []Occurrence // in the order of the text
	bindings    map[source.Pos]*types.Binding
	docs        map[source.Pos]string
	same        map[source.Pos]source.Pos // of names that one piece of text binds and uses: let a[i] = v
	isPrelude   func(file string) bool
}

// New indexes the first file of a program. What could not be resolved or checked is nil.
func New(file *syntax.File, resolved *names.Program, checked *types.Program, isPrelude func(file string) bool) *Index {
	x := &Index{
		file: file, names: resolved, lines: strings.Split(file.Source.Text, "\n"),
		bindings: map[source.Pos]*types.Binding{}, docs: map[source.Pos]string{}, same: map[source.Pos]source.Pos{}, isPrelude: isPrelude,
	}
	if checked != nil {
		x.info = checked.Info
		for _, d := range checked.Defs {
			if d.Binding.Type != nil {
				x.bindings[d.Decl.Name.Position] = d.Binding
			}
			x.docs[d.Decl.Name.Position] = d.Decl.Doc
		}
		for n, b := range x.info.Names {
			x.bindings[n.Position] = b
		}
		for f, b := range x.info.Funs {
			x.bindings[f.Name.Position] = b
		}
	}
	x.binders(file.Lossless())
	if resolved != nil {
		x.uses()
	}
	slices.SortStableFunc(x.occurrences, inText)
	x.occurrences = slices.CompactFunc(x.occurrences, func(a, b Occurrence) bool { return a.Range == b.Range })
	return x
}

// inText orders occurrences as they stand in the text. Of those at one place the one comes first that
// binds the name, and then what is known of it in a functor that is not applied.
func inText(a, b Occurrence) int {
	return cmp.Or(compare(place(a.Start), place(b.Start)), first(a.IsDef, b.IsDef), first(a.assumed, b.assumed),
		first(a.Type != "", b.Type != ""), cmp.Compare(a.Target.File, b.Target.File), compare(place(a.Target), place(b.Target)))
}

func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// add adds an occurrence of a name that begins at or after pos, on the same line.
func (x *Index) add(name string, pos source.Pos, o Occurrence) {
	if pos.File != x.file.Source.Name || pos.Line < 1 || pos.Line > len(x.lines) || pos.Col < 1 {
		return
	}
	line := x.lines[pos.Line-1]
	if pos.Col > len(line)+1 {
		return
	}
	i := strings.Index(line[pos.Col-1:], name)
	if i < 0 {
		return
	}
	o.Name = name
	o.Start = source.Pos{File: pos.File, Line: pos.Line, Col: pos.Col + i}
	o.End = source.Pos{File: pos.File, Line: pos.Line, Col: pos.Col + i + len(name)}
	x.occurrences = append(x.occurrences, o)
}

// binders adds the names that are bound in e.
func (x *Index) binders(e *syntax.Element) {
	switch n := e.Node.(type) {
	case *syntax.NamePat:
		x.binder(n.Name, n.Position, true)
	case *syntax.LetFun:
		x.binder(n.Name.Name, n.Name.Position, true)
	case *syntax.TypeParam:
		x.binder(n.Name, n.Position, true)
	case *syntax.Ident:
		x.binder(n.Name, n.Position, true) // those of functions are there already, and stay
	case *syntax.RecordPat:
		for _, f := range n.Fields {
			if p, ok := f.Pat.(*syntax.NamePat); ok && p.Span() == (syntax.Span{}) {
				x.add(p.Name, p.Position, Occurrence{Target: p.Position, IsDef: true, IsPun: true, IsLocal: true})
			}
		}
	case *syntax.ValDecl:
		x.docs[n.Name.Position] = n.Doc
		x.binder(n.Name.Name, n.Name.Position, false)
	case *syntax.TypeDecl:
		x.docs[n.Name.Position] = n.Doc
		x.binder(n.Name.Name, n.Name.Position, false)
	case *syntax.ModDecl:
		x.docs[n.Name.Position] = n.Doc
		x.module(n.Name, false)
	case *syntax.ModTypeDecl:
		x.docs[n.Name.Position] = n.Doc
		x.module(n.Name, false)
	case *syntax.ModParam:
		x.module(n.Name, true)
	case *syntax.ModSpec:
		x.module(n.Name, false)
	case *syntax.ValSpec:
		x.docs[n.Name.Position] = n.Doc
		x.binder(n.Name.Name, n.Name.Position, false)
	case *syntax.TypeSpec:
		x.binder(n.Name.Name, n.Name.Position, false)
	case *syntax.ModTypeArrow:
		if n.Param.Name != "" {
			x.module(n.Param, true)
		}
	case *syntax.ModTypeWith:
		x.binders(&syntax.Element{Parts: withoutName(e.Parts, &n.Name)})
		return
	}
	for _, p := range e.Parts {
		x.binders(p)
	}
}

func (x *Index) binder(name string, pos source.Pos, local bool) {
	x.add(name, pos, Occurrence{Target: pos, IsDef: true, IsLocal: local})
}

// withoutName are the parts of an element but for the name of what is used, not bound, there.
func withoutName(parts []*syntax.Element, name *syntax.Ident) []*syntax.Element {
	return slices.DeleteFunc(slices.Clone(parts), func(p *syntax.Element) bool { return p.Node == syntax.Node(name) })
}

// module adds the name of a module, or of a module type, where it is declared.
func (x *Index) module(id syntax.Ident, local bool) {
	x.add(id.Name, id.Position, Occurrence{Target: id.Position, IsDef: true, IsLocal: local, IsModule: true})
}

// uses adds the uses of names.
func (x *Index) uses() {
	maps.Copy(x.same, x.names.Same)
	for at, u := range x.names.Modules {
		if at.File != x.file.Source.Name {
			continue
		}
		x.add(u.Name, at, Occurrence{Target: u.Target, IsModule: true, InPrelude: !u.Target.IsValid() || x.isPrelude(u.Target.File)})
		if u.Doc != "" {
			x.docs[u.Target] = u.Doc
		}
	}
	bound := map[source.Pos]bool{}
	for _, o := range x.occurrences {
		bound[o.Target] = true
	}
	for v, u := range x.names.Uses {
		if v.Position.File != x.file.Source.Name {
			continue
		}
		o := Occurrence{assumed: u.Value != nil && u.Value.Kind == names.Assumed}
		o.Target, o.IsLocal = target(u)
		o.InPrelude = u.Value != nil && (!o.Target.IsValid() || x.isPrelude(o.Target.File))
		if x.info != nil {
			if t := x.info.Types[v]; t != nil {
				o.Type = types.Strip(t).String()
			}
			if use := x.info.Uses[v]; use != nil && use.Binding.Type != nil && len(use.Binding.Params)+len(use.Binding.Sizes) > 0 {
				o.General = types.Signature(use.Binding)
			}
		}
		pos := v.Position
		if v.Span() == (syntax.Span{}) {
			if bound[pos] { // let a[i] = v, or loop a for …: the text binds the name anew
				x.same[pos] = o.Target
				continue
			}
			o.IsPun = true
		} else {
			begin := v.Span().Begin
			pos = source.Pos{File: pos.File, Line: int(begin.Line), Col: int(begin.Col)}
			if v.Module != "" {
				pos.Col += len(v.Module) + 1
			}
		}
		x.add(v.Name, pos, o)
	}
	for t, d := range x.names.Types {
		o := Occurrence{Target: d.Pos, assumed: d.Kind == names.AbstractType && d.Impl == nil, InPrelude: d.Kind == names.ScalarType || x.isPrelude(d.Pos.File)}
		if d.Def != nil {
			o.Target = d.Place()
			o.Type = "type " + syntax.TypeString(d.Def.Type)
		}
		if d.Param != nil {
			o.IsLocal = true
		}
		pos := t.Position
		if t.Module != "" {
			pos.Col += len(t.Module) + 1
		}
		x.add(t.Name, pos, o)
	}
}

// target is where what a use denotes is bound, and whether that is local to a definition.
func target(u names.Use) (pos source.Pos, local bool) {
	switch n := u.Local.(type) {
	case nil:
	case *syntax.LetFun:
		return n.Name.Position, true
	default:
		return n.Pos(), true
	}
	if u.Value == nil {
		return source.Pos{}, false
	}
	return u.Value.Place(), false
}

// At is the name at a place, or one that ends there.
func (x *Index) At(line, col int) (Occurrence, bool) {
	p := syntax.Place{Line: int32(line), Col: int32(col)}
	after := sort.Search(len(x.occurrences), func(i int) bool { return before(p, place(x.occurrences[i].Start)) })
	for i := after - 1; i >= max(0, after-2); i-- { // in a+b, both + and b are at the b
		if o := x.occurrences[i]; o.contains(p) && (isWord(o.Name) || place(o.Start) == p || i == max(0, after-2)) {
			return x.described(o), true
		}
	}
	return Occurrence{}, false
}

// isWord reports whether a name is no operator.
func isWord(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return first == '_' || unicode.IsLetter(first)
}

// described fills in the type and the documentation of an occurrence.
func (x *Index) described(o Occurrence) Occurrence {
	if b := x.bindings[o.Target]; b != nil && b.Type != nil {
		if o.IsDef {
			o.Type = types.Signature(b)
		}
	}
	if o.IsDef && o.Type == "" {
		for _, u := range x.occurrences {
			if u.Target == o.Target && u.Type != "" {
				o.Type = u.Type
				break
			}
		}
	}
	o.Doc = x.docs[o.Target]
	return o
}

// root is the definition that stands for a group of names which one piece of text links.
func (x *Index) root(p source.Pos) source.Pos {
	for range len(x.same) + 1 {
		next, ok := x.same[p]
		if !ok {
			break
		}
		p = next
	}
	return p
}

// References are the occurrences of what is bound at the targets. Names that are written once and
// stand for two, as in let a[i] = v, belong together, and so does what a module type demands with
// what modules have for it.
func (x *Index) References(targets ...source.Pos) (out []Occurrence) {
	want := map[source.Pos]bool{}
	for _, t := range targets {
		want[x.root(t)] = true
	}
	for _, o := range x.occurrences {
		if o.Target.IsValid() && want[x.root(o.Target)] {
			out = append(out, o)
		}
	}
	return out
}

// Linked are the places where the name at a place is declared, also in other files: more than
// one where a module type demands it, or one piece of text binds it twice.
func (x *Index) Linked(at source.Pos) []source.Pos {
	root := x.root(at)
	out := []source.Pos{root}
	for p := range x.same {
		if x.root(p) == root {
			out = append(out, p)
		}
	}
	return out
}

// InPrelude reports whether a place is in no file of the user.
func (x *Index) InPrelude(at source.Pos) bool { return x.isPrelude(at.File) }

// Name is a name in scope, Kind what it names.
type Name struct {
	Name string
	Kind names.NameKind
	Type string // of a value, if it is known
	Doc  string
}

// NamesAt lists the names in scope at a place that are not local to a definition, or those in a module.
func (x *Index) NamesAt(line, col int, module string) (out []Name) {
	if x.names == nil {
		return nil
	}
	for _, n := range x.names.InScopeAt(syntax.Place{Line: int32(line), Col: int32(col)}, module) {
		if !isWord(n.Name) || n.Name == syntax.Intrinsics {
			continue
		}
		name := Name{Name: n.Name, Kind: n.Kind, Doc: x.docs[n.At]}
		if b := x.bindings[n.At]; b != nil && b.Type != nil && n.At.IsValid() && n.Kind == names.ValueName {
			name.Type = types.Signature(b)
		}
		out = append(out, name)
	}
	return out
}

// Definitions are the names that are bound at top level, and in modules.
func (x *Index) Definitions() (out []Occurrence) {
	for _, o := range x.occurrences {
		if o.IsDef && !o.IsLocal {
			out = append(out, x.described(o))
		}
	}
	return out
}

// LocalsAround are the names that are bound within the top-level definition in which a line is,
// from its beginning to that line.
func (x *Index) LocalsAround(line int) (out []Occurrence) {
	first := 0
	for _, o := range x.occurrences {
		if o.IsDef && !o.IsLocal && o.Start.Line <= line {
			first = o.Start.Line
		}
	}
	for _, o := range x.occurrences {
		if o.IsDef && o.IsLocal && first <= o.Start.Line && o.Start.Line <= line {
			out = append(out, x.described(o))
		}
	}
	return out
}
