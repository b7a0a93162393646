package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// sameSize reports whether a and b are equal by form: whether they are the same constants, names
// and operations on them. That n + m is m + n, only a coercion finds out.
func (c *checker) sameSize(a, b types.Size) bool {
	a, b = types.FindSize(a), types.FindSize(b)
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *types.SizeVar:
		b, ok := b.(*types.SizeVar)
		return ok && a.Binding == b.Binding
	case *types.SizeOp:
		if b, ok := b.(*types.SizeOp); ok {
			return a.Op == b.Op && c.sameSize(a.Left, b.Left) && c.sameSize(a.Right, b.Right)
		}
		_, ok := b.(*types.SizeExp)
		return ok && c.atom(a) == c.atom(b)
	case *types.SizeExp:
		switch b.(type) {
		case *types.SizeOp, *types.SizeExp:
			return c.atom(a) == c.atom(b)
		}
	}
	return false
}

// atom is a text, without spaces, that two sizes share only if they are equal by form.
func (c *checker) atom(s types.Size) string {
	switch s := types.FindSize(s).(type) {
	case types.SizeConst:
		return s.String()
	case *types.SizeVar:
		return fmt.Sprintf("%p", s.Binding)
	case *types.SizeMeta:
		return fmt.Sprintf("%p", s)
	case *types.SizeExp:
		return c.atomExp(s.Exp, s)
	case *types.SizeOp:
		return "(" + c.atom(s.Left) + s.Op + c.atom(s.Right) + ")"
	}
	return "?"
}

// sizeOf is the value of e, of type i64, as a size; false when e is too complex
// to stand in a type.
func (c *checker) sizeOf(e syntax.Exp) (types.Size, bool) {
	if s, ok := c.arithmetic(e); ok {
		return s, true
	}
	return c.sizeExp(e)
}

// arithmetic is sizeOf for constants, names and operators on them.
func (c *checker) arithmetic(e syntax.Exp) (types.Size, bool) {
	switch e := e.(type) {
	case *syntax.IntLit:
		return types.SizeConst(e.Value), true
	case *syntax.Neg:
		s, ok := c.sizeOf(e.Exp)
		return &types.SizeOp{Op: "-", Left: types.SizeConst(0), Right: s}, ok
	case *syntax.Ascript:
		return c.sizeOf(e.Exp)
	case *syntax.Attributed:
		return c.sizeOf(e.Exp)
	case *syntax.Var:
		if use := c.info.Uses[e]; use != nil {
			return &types.SizeVar{Binding: use.Binding}, len(use.Types) == 0 && (isVariable(use.Binding) || use.Binding.Kind == types.Global)
		}
	case *syntax.BinOp:
		if use := c.info.Uses[e.Op]; use != nil && use.Binding.Kind == types.Operator {
			l, okl := c.sizeOf(e.Left)
			r, okr := c.sizeOf(e.Right)
			if okl && okr {
				return &types.SizeOp{Op: use.Binding.Name, Left: l, Right: r}, true
			}
		}
	}
	return nil, false
}

// isVariable reports whether b is bound inside a definition.
func isVariable(b *types.Binding) bool {
	return b.Kind == types.Local || b.Kind == types.SizeParam || b.Kind == types.Unknown
}

// sizeParts are the parts of an expression that may stand in a type, and a text
// that tells it from every other expression with the same parts. Those are the
// expressions that bind no names and change no array: they may be evaluated
// again, wherever the names in them are in scope.
func (c *checker) sizeParts(e syntax.Exp) (label string, parts []syntax.Exp, ok bool) {
	switch e := e.(type) {
	case *syntax.Var:
		return c.denoted(e), nil, true
	case *syntax.IntLit:
		return fmt.Sprint(cmp.Or(e.Wide, fmt.Sprint(e.Value)), e.Suffix), nil, true
	case *syntax.FloatLit:
		return e.Text + "f" + e.Suffix, nil, true
	case *syntax.BoolLit:
		return fmt.Sprint(e.Value), nil, true
	case *syntax.CharLit:
		return fmt.Sprint("'", e.Value), nil, true
	case *syntax.Apply:
		return "@", append([]syntax.Exp{e.Fun}, e.Args...), !c.consumesArgument(e)
	case *syntax.BinOp:
		return "@", []syntax.Exp{e.Op, e.Left, e.Right}, true
	case *syntax.Neg:
		return "-", []syntax.Exp{e.Exp}, true
	case *syntax.Not:
		return "!", []syntax.Exp{e.Exp}, true
	case *syntax.If:
		return "if", []syntax.Exp{e.Cond, e.Then, e.Else}, true
	case *syntax.Tuple:
		return "tuple", e.Elems, true
	case *syntax.Array:
		return "array", e.Elems, true
	case *syntax.LeftSection:
		return "left", []syntax.Exp{e.Op, e.Left}, true
	case *syntax.RightSection:
		return "right", []syntax.Exp{e.Op, e.Right}, true
	case *syntax.Project:
		return "." + e.Field, []syntax.Exp{e.Exp}, true
	case *syntax.PathSection:
		return pathParts(e.Path)
	case *syntax.Ascript:
		named, ok := e.Type.(*syntax.NamedType)
		return "", []syntax.Exp{e.Exp}, ok && len(named.Args) == 0
	case *syntax.Attributed:
		return "", []syntax.Exp{e.Exp}, true
	case *syntax.Index:
		parts := []syntax.Exp{e.Exp}
		for _, d := range e.Slice {
			if d.Slice {
				return "", nil, false
			}
			parts = append(parts, d.Index)
		}
		return "[", parts, true
	}
	return "", nil, false
}

// denoted tells what a name denotes from whatever else a name may denote.
func (c *checker) denoted(v *syntax.Var) string {
	use := c.info.Uses[v]
	if use == nil {
		return fmt.Sprintf("%p", v)
	}
	name := fmt.Sprintf("%p", use.Binding)
	if use.Binding.Kind == types.Conversion || use.Binding.Kind == types.Constant {
		name = use.Binding.Name // each use has a binding of its own
	}
	for _, t := range use.Types {
		name += "{" + strings.ReplaceAll(types.Find(t).String(), " ", "") + "}"
	}
	return name
}

// consumesArgument reports whether a call consumes one of its arguments.
func (c *checker) consumesArgument(e *syntax.Apply) bool {
	t := c.info.Types[e.Fun]
	for range e.Args {
		f, ok := types.Find(types.StripOuter(t)).(*types.Func)
		if !ok {
			return false
		}
		if types.Strip(f.From) != types.Find(f.From) {
			return true
		}
		t = f.Result
	}
	return false
}

// sizeExp is e as it may stand in a type; false when it may not.
func (c *checker) sizeExp(e syntax.Exp) (types.Size, bool) {
	s := &types.SizeExp{Exp: e}
	return s, c.addNames(s, e)
}

// addNames adds the variables in e to s; it returns false when e may not stand
// in a type.
func (c *checker) addNames(s *types.SizeExp, e syntax.Exp) bool {
	if v, ok := e.(*syntax.Var); ok {
		if use := c.info.Uses[v]; use != nil && isVariable(use.Binding) && !slices.Contains(s.Names, use.Binding) {
			s.Names = append(s.Names, use.Binding)
			s.Args = append(s.Args, &types.SizeVar{Binding: use.Binding})
		}
		return true
	}
	_, parts, ok := c.sizeParts(e)
	for _, p := range parts {
		ok = ok && c.addNames(s, p)
	}
	return ok
}

// argument stands for a parameter in sizes when e is its argument.
func (c *checker) argument(e syntax.Exp, param *types.Binding) (types.Size, bool) {
	if types.Find(param.Type) == types.Type(types.I64) {
		return c.sizeOf(e)
	}
	if v, ok := e.(*syntax.Var); ok {
		if use := c.info.Uses[v]; use != nil && isVariable(use.Binding) {
			return &types.SizeVar{Binding: use.Binding}, true
		}
	}
	return c.sizeExp(e)
}

// inside is a part of s, of type i64, if it is arithmetic.
func (c *checker) inside(e syntax.Exp, s *types.SizeExp) (types.Size, bool) {
	if types.Find(c.info.Types[e]) != types.Type(types.I64) {
		return nil, false
	}
	z, ok := c.arithmetic(e)
	if !ok {
		return nil, false
	}
	sizes := map[*types.Binding]types.Size{}
	for i, b := range s.Names {
		sizes[b] = s.Args[i]
	}
	return (&types.Substitution{Sizes: sizes}).ApplySize(z), true
}

// atomExp is a text, without spaces, that two parts of sizes share only if they
// have the same value.
func (c *checker) atomExp(e syntax.Exp, s *types.SizeExp) string {
	if z, ok := c.inside(e, s); ok {
		return c.atom(z)
	}
	if v, ok := e.(*syntax.Var); ok {
		if use := c.info.Uses[v]; use != nil {
			if a, ok := s.Arg(use.Binding); ok {
				return c.atom(a)
			}
		}
	}
	label, parts, ok := c.sizeParts(e)
	if !ok {
		return fmt.Sprintf("%p", e)
	}
	if len(parts) == 0 {
		return label
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = c.atomExp(p, s)
	}
	if label == "" {
		return texts[0]
	}
	return "(" + label + "@" + strings.Join(texts, "@") + ")"
}

// unifyExps unifies the parts e and f of the sizes s and t, which are computed
// alike, by their arguments.
func (c *checker) unifyExps(e syntax.Exp, s *types.SizeExp, f syntax.Exp, t *types.SizeExp) bool {
	x, okX := c.inside(e, s)
	y, okY := c.inside(f, t)
	if okX && okY {
		return c.unifySize(x, y) == nil
	}
	label, parts, ok := c.sizeParts(e)
	label2, parts2, ok2 := c.sizeParts(f)
	if !ok || !ok2 || len(parts) != len(parts2) {
		return false
	}
	if len(parts) == 0 {
		return c.atomExp(e, s) == c.atomExp(f, t)
	}
	for i := range parts {
		if !c.unifyExps(parts[i], s, parts2[i], t) {
			return false
		}
	}
	return label == label2
}

// pathParts is the section of a path as parts does it. A slice is not compared.
func pathParts(path syntax.Path) (name string, indices []syntax.Exp, ok bool) {
	for _, s := range path {
		if s.Slice == nil {
			name += "." + s.Field
			continue
		}
		name += fmt.Sprintf("[%d]", len(s.Slice))
		for _, d := range s.Slice {
			if d.Slice {
				return "", nil, false
			}
			indices = append(indices, d.Index)
		}
	}
	return name, indices, true
}
