package names

import "github.com/lamina-lang/lamina/frontends/fut/internal/syntax"

// callsItself reports whether a definition is in scope in its own body. Functions are; but where the name is known
// already, it keeps that meaning in a body that always gets to it, as in `def map f xs = map f xs`: it would call
// itself without end. Operators keep it in any case: one on vectors is made of that on their parts.
func callsItself(name string, params []syntax.Pat, body syntax.Exp, known bool) bool {
	if len(params) == 0 {
		return false
	}
	return !known || !syntax.IsOperator(name) && !always(name, body)
}

// always reports whether an evaluation of e gets to name, whatever its conditions are.
func always(name string, e syntax.Exp) (found bool) {
	var in func(n syntax.Node) bool
	look := func(parts ...syntax.Node) bool {
		for _, p := range parts {
			syntax.Inspect(p, in)
		}
		return false
	}
	in = func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var:
			found = found || n.Module == "" && n.Name == name
		case *syntax.If:
			return look(n.Cond)
		case *syntax.Match:
			return look(n.Exp)
		case *syntax.Loop:
			return look(n.Init, first(n.Form))
		case *syntax.Lambda:
			return false
		case *syntax.LetFun:
			return look(n.Body)
		case *syntax.BinOp:
			if n.Op.Name == "&&" || n.Op.Name == "||" {
				return look(n.Left)
			}
		}
		return !found
	}
	look(e)
	return found
}

// first is what a loop evaluates before it runs, or not.
func first(f syntax.LoopForm) syntax.Exp {
	switch f := f.(type) {
	case *syntax.ForLess:
		return f.Bound
	case *syntax.ForIn:
		return f.Exp
	case *syntax.While:
		return f.Cond
	}
	return nil
}
