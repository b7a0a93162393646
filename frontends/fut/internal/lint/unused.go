package lint

import (
	"strings"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// definitions reports those at top level that no entry point leads to. A file without entry
// points is a library.
func (l *linter) definitions(file *syntax.File, own map[*syntax.ValDecl]bool) {
	for _, d := range file.Decls {
		if local, ok := d.(*syntax.LocalDecl); ok {
			d = local.Decl
		}
		v, ok := d.(*syntax.ValDecl)
		if ok && own[v] && !v.Entry && v.Name.Name != "main" && mustBeUsed(v.Name.Name) && !l.uses[v] {
			l.report(&v.Name, "nothing uses %q", v.Name.Name).WithHint("remove it, make it an entry point, or begin its name with _")
		}
	}
}

func mustBeUsed(name string) bool { return !strings.HasPrefix(name, "_") }

// unused reports the names of lets and loops that nothing uses. Of a pattern of several names it
// is enough that one is used; parameters and the names in cases say what something is and
// need no use.
func (l *linter) unused(d *syntax.ValDecl) {
	syntax.Inspect(d.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Let:
			for i := range n.Sizes {
				if l.localUses[&n.Sizes[i]] {
					return true // let [n] xs = … in n
				}
			}
			l.unusedIn(n.Pat, "the expression is computed for nothing; remove it, or begin the name with _")
		case *syntax.Loop:
			l.unusedIn(n.Pat, "each iteration makes a new value without looking at the one before; begin the name with _ if that is meant")
		case *syntax.LetFun:
			if mustBeUsed(n.Name.Name) && !l.localUses[n] {
				l.report(&n.Name, "nothing uses the function %q", n.Name.Name).WithHint("remove it, or begin its name with _")
			}
		}
		return true
	})
}

// unusedIn reports the names in a pattern if none is used.
func (l *linter) unusedIn(p syntax.Pat, hint string) {
	var unused []*syntax.NamePat
	used := false
	syntax.Inspect(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.NamePat:
			if l.localUses[n] {
				used = true
			} else if mustBeUsed(n.Name) {
				unused = append(unused, n)
			}
		case syntax.TypeExp:
			return false
		}
		return true
	})
	if used {
		return
	}
	for _, n := range unused {
		l.report(n, "nothing uses %q", n.Name).WithHint("%s", hint)
	}
}
