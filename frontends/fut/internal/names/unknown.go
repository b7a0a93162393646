package names

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// errorf makes an error at a node.
func errorf(at syntax.Node, format string, args ...any) *source.Error {
	return source.Errorf(at.Pos(), format, args...).Until(syntax.EndOf(at))
}

// report records an error. Each unknown name is told once.
func (p *program) report(err *source.Error) {
	if strings.HasPrefix(err.Msg, "Unknown ") {
		if p.told[err.Msg] {
			return
		}
		p.told[err.Msg] = true
	}
	p.Errs = append(p.Errs, err)
}

// unknownName is the error for a name that is not in scope.
func (r *resolver) unknownName(v *syntax.Var) *source.Error {
	name := v.Name
	e := errorf(v, "Unknown name %q", name)
	if r.isComment(v) {
		return e.WithHint("comments begin with --")
	}
	if word := r.takenForFunction(v); word != "" {
		return e.WithHint("what is defined with %s in front is a function of that name: leave %[1]s out; names keep their values, and definitions at top level may call themselves", word)
	}
	if d, ok := r.later[name]; ok {
		return e.WithNote(d, "it is defined here").WithHint("definitions come before their uses; functions may call themselves, but not each other, and constants may not")
	}
	if _, ok := r.lookup(key{terms, name}).(*Module); ok {
		return r.isModule(e, name)
	}
	if hint, ok := foreignValues[name]; ok {
		return e.WithHint("%s", hint)
	}
	if r.lookup(key{typeNames, name}) != nil {
		return e.WithHint("%s is a type: a record is written by its fields alone, {x = …}, and a value is given it by a colon, x : %[1]s", name)
	}
	if name == "unsafe" {
		return e.WithHint("write #[unsafe] in front of the expression")
	}
	if t, ok := conversion(name); ok {
		return e.WithHint("numbers are converted by functions, to the first type from the second: %s", t)
	}
	if has := r.typesWith(name); has != nil {
		return r.memberOf(e, v, name, strings.Join(has, " or "))
	}
	if near, ok := Nearest(name, r.inScope(terms)); ok {
		return e.WithHint("did you mean %q?", near)
	}
	if near, ok := Nearest(name, members(r.scalarModule(scalar.F32))); ok {
		return r.memberOf(e, v, near, strconv.Quote("f32."+near))
	}
	if r.size == v {
		e.WithHint("size parameters are declared in front of the others: [%s]", name)
	}
	return e
}

// Member is a name without the module of a scalar type that has it.
type Member struct {
	err  *source.Error
	name string
	of   *resolver
}

// memberOf is the error for a name that modules of scalar types have, or have a similar one: some of them.
// Where the types of a use are known, Suit names one that fits.
func (r *resolver) memberOf(e *source.Error, v *syntax.Var, name, some string) *source.Error {
	if r.Members == nil {
		r.Members = map[*syntax.Var]Member{}
	}
	r.Members[v] = Member{e, name, r}
	return e.WithHint("did you mean %s? The functions of scalar types are members of their modules", some)
}

// Suit has the hint name the member of a type's module, if that has one.
func (m Member) Suit(t scalar.Type) {
	if x, _ := m.of.scalarModule(t).find(key{terms, m.name}).(*Value); x != nil {
		m.err.WithHint("did you mean %q? The functions of scalar types are members of their modules", t.String()+"."+m.name)
	}
}

// conversion is how numbers are converted to the type that a name ends with, as to_f64 or asI32.
func conversion(name string) (string, bool) {
	for _, prefix := range []string{"to", "as", "from"} {
		rest, ok := strings.CutPrefix(strings.ToLower(name), prefix)
		if t, isType := scalar.ParseType(strings.TrimPrefix(rest, "_")); ok && isType {
			from := scalar.I64
			if t == from {
				from = scalar.I32
			}
			return t.String() + "." + from.String() + " x", true
		}
	}
	return "", false
}

// takenForFunction is the word that other languages have between let and a name, where a program has it in front of one that
// it then does not find: here that defines a function called as the word.
func (r *resolver) takenForFunction(v *syntax.Var) string {
	for _, f := range r.Files {
		found := regexp.MustCompile(`\b(?:let|def)\s+(rec|mut|var|const)\s+` + regexp.QuoteMeta(v.Name) + `\b`).FindStringSubmatch(f.Text)
		if f.Name == v.Position.File && found != nil {
			return found[1]
		}
	}
	return ""
}

// isComment reports whether words behind // look like a comment: they are two or more, with nothing between them.
func (r *resolver) isComment(v *syntax.Var) bool {
	i := slices.IndexFunc(r.Files, func(f *source.File) bool { return f.Name == v.Position.File })
	if i < 0 {
		return false
	}
	before, text, found := strings.Cut(r.Files[i].Line(v.Position.Line), "//")
	words := strings.Fields(text)
	return found && v.Position.Col > len(before) && len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool {
		return strings.ContainsAny(w[:len(w)-1], "()[]{}<>=+*/") // but for a last sign, of punctuation
	})
}

// typesWith are the members of that name of a module of floats and of one of integers, or of other
// scalars where these have none.
func (r *resolver) typesWith(name string) (found []string) {
	has := func(t scalar.Type) bool {
		x, _ := r.scalarModule(t).find(key{terms, name}).(*Value)
		return x != nil
	}
	for _, t := range []scalar.Type{scalar.F32, scalar.I64} {
		if has(t) {
			found = append(found, fmt.Sprintf("%q", t.String()+"."+name))
		}
	}
	for t := scalar.I8; found == nil && t <= scalar.Bool; t++ {
		if has(t) {
			found = append(found, fmt.Sprintf("%q", t.String()+"."+name))
		}
	}
	return found
}

// inScope lists the names of a space.
func (r *resolver) inScope(s space) []string {
	var out []string
	for k, l := range r.locals {
		if l.node != nil && k.space == s {
			out = append(out, k.name)
		}
	}
	r.outside.each(func(k key) {
		if x := r.outside.find(k); k.space == s && x != nil && !isModule(x) { // not all is exported
			out = append(out, k.name)
		}
	})
	return out
}

func (r *resolver) unknownType(t *syntax.NamedType) *source.Error {
	e := errorf(t, "Unknown type %q", t.Name)
	if hint, ok := foreignTypes[t.Name]; ok {
		return e.WithHint("%s", hint)
	}
	if x := r.lookup(key{terms, t.Name}); isModule(x) {
		return e.WithHint("%s is a module: name one of its types, as in %s.t", t.Name, t.Name)
	} else if x != nil {
		e.WithHint("%s is a value; behind a colon stands a type", t.Name)
		return e
	}
	if near, ok := Nearest(t.Name, r.inScope(typeNames)); ok {
		return e.WithHint("did you mean %q?", near)
	}
	return e.WithHint("declare a type parameter '%s, or a type of this name", t.Name)
}

// unknownMember is the error for a name that a module lacks.
func (r *resolver) unknownMember(v *syntax.Var, m *Module) *source.Error {
	if m.functor != nil {
		return errorf(v, "Cannot have parametric module here: %q must be applied to a module first", v.Module)
	}
	e := errorf(v, "Unknown name %q", v.Module+"."+v.Name)
	if m == r.intrinsics {
		return e.WithHint("the functions of the prelude have no module: write %s", v.Name)
	}
	if near, ok := Nearest(v.Name, members(m)); ok {
		return e.WithHint("did you mean %s.%s?", v.Module, near)
	}
	if has := r.typesWith(v.Name); has != nil && r.isScalar(v.Module) {
		return e.WithHint("%s has none; convert its values, and write %s", v.Module, strings.Join(has, " or "))
	}
	return e
}

// members lists the values of a module.
func members(m *Module) []string {
	var out []string
	m.each(func(k key) {
		if k.space == terms && !isModule(m.find(k)) {
			out = append(out, k.name)
		}
	})
	return out
}

func isModule(what any) bool {
	_, ok := what.(*Module)
	return ok
}

// unknownModule is the error for a path that begins with no module's name, but perhaps with a value's.
func (r *resolver) unknownModule(pos source.Pos, path, first string, value bool) *source.Error {
	if value {
		return source.Errorf(pos, "Unknown name %q: %s is a value here, which hides a module of this name", path, first).
			WithHint("give the value or the module another name")
	}
	e := source.Errorf(pos, "Unknown name %q: there is no module of this name", path)
	var known []string
	r.outside.each(func(k key) {
		if k.space == terms && isModule(r.outside.find(k)) {
			known = append(known, k.name)
		}
	})
	if near, ok := Nearest(first, known); ok {
		return e.WithHint("did you mean %q?", near)
	}
	return e.WithHint("modules are declared with module, or imported; those of the scalar types, such as f32, are always there")
}

// Nearest finds the name closest to the one that was not found, or else the longest that abbreviates
// it, unless none is similar.
func Nearest(name string, names []string) (string, bool) {
	sort.Strings(names)
	names = slices.Compact(names)
	best, distance := "", max(len(name)/3, 1)+1
	if len(name) == 1 {
		return "", false
	}
	for _, n := range names {
		if d := editDistance(name, n, distance); d < distance {
			best, distance = n, d
		}
	}
	if best == "" {
		for _, n := range names {
			if len(n) > len(best) && abbreviates(n, name) {
				best = n
			}
		}
	}
	return best, best != ""
}

// abbreviates reports whether short, of three letters or more, has the first and the last letter of
// long, and its other letters are some of those between, in their order.
func abbreviates(short, long string) bool {
	if len(short) < 3 || len(short) >= len(long) || short[0] != long[0] || short[len(short)-1] != long[len(long)-1] {
		return false
	}
	at := 0
	for i := range len(short) {
		next := strings.IndexByte(long[at:], short[i])
		if next < 0 {
			return false
		}
		at += next + 1
	}
	return true
}

// editDistance counts the letters to insert, drop, replace or swap with their
// neighbour to turn a into b; it gives up at limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
