package syntax

// Free are the variables that e uses and does not bind, operations excepted, in the order of their first
// uses.
func Free(e Exp) []string {
	f := &freeNames{bound: map[string]int{}, seen: map[string]bool{}}
	f.one(e)
	return f.names
}

// Each calls f for e and for each expression in it.
func Each(e Exp, f func(Exp)) {
	for let, ok := e.(*Let); ok; let, ok = e.(*Let) {
		f(let)
		Each(let.Value, f)
		e = let.Body
	}
	f(e)
	for _, part := range parts(e) {
		Each(part, f)
	}
}

// parts are the expressions in e, which is no let.
func parts(e Exp) []Exp {
	switch x := e.(type) {
	case *Fn:
		return []Exp{x.Body}
	case *App:
		return []Exp{x.Fun, x.Arg}
	case *Vector:
		return x.Elems
	case *Op:
		return x.Args
	case *Results:
		return x.Elems
	case *If:
		return []Exp{x.Cond, x.Then, x.Else}
	}
	return nil
}

type freeNames struct {
	bound map[string]int // how often each name is bound where the walk is
	seen  map[string]bool
	names []string
}

func (f *freeNames) one(e Exp) {
	var bound []string
	for let, ok := e.(*Let); ok; let, ok = e.(*Let) {
		f.one(let.Value)
		f.bound[let.Name]++
		bound, e = append(bound, let.Name), let.Body
	}
	switch x := e.(type) {
	case *Var:
		if f.bound[x.Name] == 0 && !f.seen[x.Name] && !IsOp(x.Name) {
			f.seen[x.Name] = true
			f.names = append(f.names, x.Name)
		}
	case *Fn:
		f.bound[x.Param.Name]++
		f.one(x.Body)
		f.bound[x.Param.Name]--
	default:
		for _, part := range parts(e) {
			f.one(part)
		}
	}
	for _, name := range bound {
		f.bound[name]--
	}
}
