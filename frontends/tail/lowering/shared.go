package lowering

import "github.com/lamina-lang/lamina/frontends/tail/syntax"

// isShared reports whether a variable is used more than once in e, or in a function, which may
// be applied more than once.
func isShared(name string, e syntax.Exp) bool {
	n := 0
	count(name, e, 1, &n)
	return n > 1
}

// count adds the uses of a variable, each of which counts for weight. It stops at two.
func count(name string, e syntax.Exp, weight int, n *int) {
	for *n < 2 {
		switch x := e.(type) {
		case *syntax.Var:
			if x.Name == name {
				*n += weight
			}
			return
		case *syntax.Let:
			count(name, x.Value, weight, n)
			if x.Name == name {
				return
			}
			e = x.Body
			continue
		case *syntax.Fn:
			if x.Param.Name != name {
				count(name, x.Body, 2, n)
			}
		case *syntax.App:
			count(name, x.Fun, weight, n)
			count(name, x.Arg, weight, n)
		case *syntax.Vector:
			countAll(name, x.Elems, weight, n)
		case *syntax.Op:
			countAll(name, x.Args, weight, n)
		case *syntax.Results:
			countAll(name, x.Elems, weight, n)
		case *syntax.If:
			countAll(name, []syntax.Exp{x.Cond, x.Then, x.Else}, weight, n)
		}
		return
	}
}

func countAll(name string, es []syntax.Exp, weight int, n *int) {
	for _, e := range es {
		count(name, e, weight, n)
	}
}
