package program

import (
	"fmt"
	"go/types"
	"strings"
)

// naming is a package's name within the name of a type.
type naming func(*types.Package) string

// byPath tells all packages apart. A package and its variant for tests are one.
func byPath(p *types.Package) string { return p.Path() }

// atRunTime calls packages as reflection does: each command is main.
func atRunTime(p *types.Package) string {
	if p.Name() == "main" {
		return "main"
	}
	return p.Path()
}

// identityOf tells types apart, also those that have no key.
func identityOf(ts []types.Type) string {
	if key := keyOf(ts, byPath); key != "" {
		return key
	}
	var b strings.Builder
	for _, t := range ts {
		fmt.Fprintf(&b, "%s, ", types.TypeString(t, byPath))
		if n, ok := types.Unalias(t).(*types.Named); ok {
			fmt.Fprintf(&b, "declared at %d, ", n.Obj().Pos())
		}
	}
	return b.String()
}

// keyOf joins the names of types: "" if one has none that is its own. Those at run time are the names
// that accelerate.Instances gives them.
func keyOf(ts []types.Type, n naming) string {
	names := make([]string, len(ts))
	for i, t := range ts {
		if names[i] = n.key(t); names[i] == "" {
			return ""
		}
	}
	return strings.Join(names, ",")
}

func (n naming) key(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name() // uint8 for byte
	case *types.Named:
		return n.named(t)
	case *types.Slice:
		return n.prefixed("[]", t.Elem())
	case *types.Array:
		return n.prefixed(fmt.Sprintf("[%d]", t.Len()), t.Elem())
	case *types.Pointer:
		return n.prefixed("*", t.Elem())
	}
	return ""
}

func (n naming) prefixed(prefix string, elem types.Type) string {
	if key := n.key(elem); key != "" {
		return prefix + key
	}
	return ""
}

func (n naming) named(t *types.Named) string {
	obj := t.Obj()
	name := obj.Name()
	if t.TypeArgs().Len() > 0 {
		args := keyOf(Scope{}.list(t.TypeArgs()), n)
		if args == "" {
			return ""
		}
		name += "[" + args + "]"
	}
	switch {
	case obj.Pkg() == nil:
		return name
	case obj.Parent() != obj.Pkg().Scope() && t.TypeArgs().Len() == 0:
		return "" // a type of a function's own, which others may be named like
	}
	return n(obj.Pkg()) + "." + name
}
