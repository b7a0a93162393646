package fut

import (
	"reflect"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Tree is a program as its syntax, which tools may change: it prints as a program
// whatever is done to it, if not always as one that means something.
type Tree struct {
	// Comments are the comment lines of the program, test blocks among them, in
	// front of it.
	Comments []string
	File     *syntax.File
}

// ParseTree reads a program.
func ParseTree(name, text string) (*Tree, error) {
	f, err := syntax.Parse(&source.File{Name: name, Text: text})
	if err != nil {
		return nil, err
	}
	t := &Tree{File: f}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "--") {
			t.Comments = append(t.Comments, strings.TrimRight(line, "\r\n"))
		} else if n := len(t.Comments); n > 0 && t.Comments[n-1] != "" {
			t.Comments = append(t.Comments, "")
		}
	}
	return t, nil
}

// Text prints the program, an empty line after each run of comments, bindings on
// lines of their own.
func (t *Tree) Text() string {
	var b strings.Builder
	for _, c := range t.Comments {
		b.WriteString(c + "\n")
	}
	b.WriteString(t.layout(syntax.Print(t.File)))
	return b.String()
}

// layout breaks the lines of a printed program in front of bindings, where that
// leaves the same program.
func (t *Tree) layout(text string) string {
	broken := strings.ReplaceAll(strings.ReplaceAll(text, " in let ", "\n  let "), " in ", "\n  in ")
	if again, err := syntax.Parse(&source.File{Text: broken}); err != nil || syntax.Print(again) != text {
		return text
	}
	return broken
}

// Root is the part that may be changed.
func (t *Tree) Root() any { return t }

// Leaves are the smallest expressions and patterns.
func (t *Tree) Leaves() []any {
	out := []any{&syntax.WildPat{}, &syntax.Tuple{}, &syntax.Array{}}
	for _, v := range []string{"0", "1"} {
		out = append(out, &syntax.IntLit{Text: v, Value: uint64(v[0] - '0')})
	}
	return append(out, &syntax.FloatLit{Text: "0.0"}, &syntax.BoolLit{Value: true}, &syntax.BoolLit{})
}

// Edits are changes that no single node allows: types of results are left out; a
// parameter of a function and the arguments for it; a binding, or a function, is
// put in the place of the uses of its name.
func (t *Tree) Edits() []func() (undo func()) {
	var edits []func() func()
	function := func(name string, params *[]syntax.Pat) {
		for k := range slices.Backward(*params) {
			edits = append(edits, func() func() { return t.dropParam(name, params, k) })
		}
	}
	for _, d := range t.File.Decls {
		v, ok := d.(*syntax.ValDecl)
		if !ok {
			continue
		}
		edits = append(edits, func() func() { return dropType(&v.Ret) }, func() func() { return t.inlineFunction(v) })
		function(v.Name.Name, &v.Params)
		for _, at := range places(&v.Body) {
			switch e := (*at).(type) {
			case *syntax.LetFun:
				edits = append(edits, func() func() { return dropType(&e.Ret) })
				function(e.Name.Name, &e.Params)
			case *syntax.Lambda:
				edits = append(edits, func() func() { return dropType(&e.Ret) })
			case *syntax.Let:
				edits = append(edits, func() func() { return inlineLet(at) })
			}
		}
	}
	return edits
}

// dropParam leaves out parameter k of a function, and argument k where it is
// applied.
func (t *Tree) dropParam(name string, params *[]syntax.Pat, k int) func() {
	if k >= len(*params) {
		return nil
	}
	old := *params
	*params = slices.Delete(slices.Clone(old), k, k+1)
	undo := []func(){func() { *params = old }}
	for _, d := range t.File.Decls {
		v, ok := d.(*syntax.ValDecl)
		if !ok {
			continue
		}
		syntax.Inspect(v.Body, func(n syntax.Node) bool {
			a, ok := n.(*syntax.Apply)
			if !ok || k >= len(a.Args) {
				return true
			}
			if f, ok := a.Fun.(*syntax.Var); ok && f.Name == name && f.Module == "" {
				args := a.Args
				a.Args = slices.Delete(slices.Clone(args), k, k+1)
				undo = append(undo, func() { a.Args = args })
			}
			return true
		})
	}
	return func() {
		for _, u := range undo {
			u()
		}
	}
}

// dropType leaves out the type of a result.
func dropType(at *syntax.TypeExp) (undo func()) {
	old := *at
	if old == nil {
		return nil
	}
	*at = nil
	return func() { *at = old }
}

// inlineFunction puts a function that is applied in one place there, with its
// parameters bound by let, and leaves out the definition.
func (t *Tree) inlineFunction(f *syntax.ValDecl) (undo func()) {
	var uses []*syntax.Exp
	for _, d := range t.File.Decls {
		if v, ok := d.(*syntax.ValDecl); ok {
			for _, at := range places(&v.Body) {
				if applied, name := application(*at); applied >= len(f.Params) && name == f.Name.Name {
					uses = append(uses, at)
				}
			}
		}
	}
	if len(uses) == 0 || f.Entry {
		return nil
	}
	at := uses[0]
	old, decls := *at, t.File.Decls
	body := f.Body
	if a, ok := old.(*syntax.Apply); ok {
		for k, p := range slices.Backward(f.Params) {
			body = &syntax.Let{Pat: p, Exp: a.Args[k], Body: body}
		}
		if rest := a.Args[len(f.Params):]; len(rest) > 0 {
			body = &syntax.Apply{Fun: body, Args: rest}
		}
	}
	*at = body
	t.File.Decls = slices.DeleteFunc(slices.Clone(decls), func(d syntax.Decl) bool { return d == f })
	return func() { *at, t.File.Decls = old, decls }
}

// application tells what a name is applied to how many arguments, if e is that.
func application(e syntax.Exp) (args int, name string) {
	if a, ok := e.(*syntax.Apply); ok {
		if v, ok := a.Fun.(*syntax.Var); ok && v.Module == "" {
			return len(a.Args), v.Name
		}
	}
	if v, ok := e.(*syntax.Var); ok && v.Module == "" {
		return 0, v.Name
	}
	return 0, ""
}

// inlineLet turns let x = e in body into body with e for x.
func inlineLet(at *syntax.Exp) (undo func()) {
	l, ok := (*at).(*syntax.Let)
	if !ok {
		return nil
	}
	p, ok := l.Pat.(*syntax.NamePat)
	if !ok {
		return nil
	}
	var uses []*syntax.Exp
	for _, use := range places(&l.Body) {
		if v, ok := (*use).(*syntax.Var); ok && v.Name == p.Name && v.Module == "" {
			uses = append(uses, use)
		}
	}
	for _, use := range uses {
		*use = l.Exp
	}
	*at = l.Body
	return func() {
		*at = l
		for _, use := range uses {
			*use = &syntax.Var{Name: p.Name}
		}
	}
}

// places are all that hold an expression below root, a pointer.
func places(root any) []*syntax.Exp {
	var out []*syntax.Exp
	var walk func(reflect.Value)
	walk = func(v reflect.Value) {
		if e, ok := v.Addr().Interface().(*syntax.Exp); ok && *e != nil {
			out = append(out, e)
		}
		for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return
			}
			v = v.Elem()
		}
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() && v.Field(i).CanAddr() {
					walk(v.Field(i))
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		}
	}
	walk(reflect.ValueOf(root).Elem())
	return out
}
