// Package lint finds what is allowed in a program but likely a mistake. It looks at programs
// without errors only.
//
// A warning has a name, by which it is silenced: #[nowarn(name)] before a declaration or an
// expression holds within it, and #[nowarn] silences all warnings there. Programs that say in
// their first comment that they are generated get none.
package lint

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// Warning is a likely mistake.
type Warning struct {
	Name string // of the kind
	*source.Error
}

// Kind is a kind of warning.
type Kind struct {
	Name, Summary string
	find          func(*linter, *syntax.ValDecl)
}

// Kinds are the kinds of warning.
var Kinds = []Kind{
	{"unused", "a name that is bound by let or a loop, or a definition, that nothing uses; names that begin with _ may be unused", (*linter).unused},
	{"shadowed", "a name in a case that a variable has already: the case matches everything and does not compare", (*linter).shadowed},
	{"unreachable", "a case that matches nothing, as those before it match all that it does", (*linter).unreachable},
	{"noncommutative", "an operator of hist, reduce_by_index or reduce_comm whose operands cannot be exchanged", (*linter).noncommutative},
	{"nonassociative", "an operator of reduce, scan or hist for which (a ∘ b) ∘ c is not a ∘ (b ∘ c)", (*linter).nonassociative},
	{"nonneutral", "an initial value of reduce, scan or hist that changes what it is combined with", (*linter).nonneutral},
}

// generated is the first line of a generated program, in Go's form.
var generated = regexp.MustCompile(`^-- Code generated .* DO NOT EDIT\.\s*$`)

// linter is the state of a search.
type linter struct {
	names *names.Program
	info  *types.Info
	kind  string
	// localUses are the names within definitions that something uses, and uses the definitions.
	localUses map[syntax.Node]bool
	uses      map[*syntax.ValDecl]bool
	silent    []silence
	found     []Warning
}

// silence is a part of the text in which some kinds of warning, or with "" all, are not wanted.
type silence struct {
	within syntax.Span
	kind   string
}

// Check returns the warnings of the program in a file, in the order of the text.
func Check(file *syntax.File, resolved *names.Program, checked *types.Program) []Warning {
	for line := range strings.Lines(file.Source.Text) {
		if generated.MatchString(line) {
			return nil
		}
		if !strings.HasPrefix(line, "--") {
			break
		}
	}
	l := &linter{names: resolved, info: checked.Info, localUses: map[syntax.Node]bool{}, uses: map[*syntax.ValDecl]bool{}}
	for _, u := range resolved.Uses {
		if u.Local != nil {
			l.localUses[u.Local] = true
		}
		for v := u.Value; v != nil; v = v.Impl {
			if v.Def != nil {
				l.uses[v.Def] = true
			}
		}
	}
	own := map[*syntax.ValDecl]bool{}
	resolvedHere := map[*syntax.ValDecl]bool{}
	for _, d := range resolved.Decls {
		if v, ok := d.(*names.Value); ok && v.Kind == names.Defined {
			resolvedHere[v.Def] = true
		}
	}
	each(file.Decls, func(d *syntax.ValDecl) {
		own[d] = resolvedHere[d] // not so the bodies of functors, which are copied
		if own[d] {
			l.attributes(d)
		}
	})
	if len(resolved.Entries) > 0 {
		l.kind = "unused"
		l.definitions(file, own)
	}
	for _, k := range Kinds {
		l.kind = k.Name
		each(file.Decls, func(d *syntax.ValDecl) {
			if own[d] {
				k.find(l, d)
			}
		})
	}
	slices.SortStableFunc(l.found, func(a, b Warning) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return l.found
}

// each visits the definitions of values in declarations and in the structures among them.
func each(ds []syntax.Decl, visit func(*syntax.ValDecl)) {
	for _, d := range ds {
		switch d := d.(type) {
		case *syntax.ValDecl:
			visit(d)
		case *syntax.LocalDecl:
			each([]syntax.Decl{d.Decl}, visit)
		case *syntax.ModDecl:
			if len(d.Params) == 0 {
				inModule(d.Body, visit)
			}
		case *syntax.OpenDecl:
			inModule(d.Module, visit)
		}
	}
}

func inModule(m syntax.ModExp, visit func(*syntax.ValDecl)) {
	switch m := m.(type) {
	case *syntax.ModStruct:
		each(m.Decls, visit)
	case *syntax.ModAscript:
		inModule(m.Module, visit)
	}
}

// attributes collects where warnings are silenced.
func (l *linter) attributes(d *syntax.ValDecl) {
	for _, a := range d.Attrs {
		l.silence(a, d.Span())
	}
	syntax.Inspect(d.Body, func(n syntax.Node) bool {
		if a, ok := n.(*syntax.Attributed); ok {
			l.silence(a.Attr, a.Span())
		}
		return true
	})
}

func (l *linter) silence(a *syntax.Attr, within syntax.Span) {
	if a.Name != "nowarn" {
		return
	}
	if len(a.Args) == 0 {
		l.silent = append(l.silent, silence{within, ""})
	}
	for _, arg := range a.Args {
		l.silent = append(l.silent, silence{within, arg.Name})
	}
}

// report adds a warning about a node, unless it is silenced there.
func (l *linter) report(at syntax.Node, format string, args ...any) *source.Error {
	err := source.Errorf(at.Pos(), format, args...).Until(syntax.EndOf(at))
	here := syntax.Place{Line: int32(err.Pos.Line), Col: int32(err.Pos.Col)}
	for _, s := range l.silent {
		if (s.kind == "" || s.kind == l.kind) && !before(here, s.within.Begin) && before(here, s.within.End) {
			return err
		}
	}
	l.found = append(l.found, Warning{l.kind, err})
	return err
}

func before(a, b syntax.Place) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}

// String is the message with its name, as in "prog.fut:3:5: warning: … [unused]".
func (w Warning) String() string {
	e := *w.Error
	e.Msg = fmt.Sprintf("warning: %s [%s]", e.Msg, w.Name)
	return e.Error()
}
