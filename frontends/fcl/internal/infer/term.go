package infer

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
)

// term checks a term.
func (c *checker) term(t syntax.Term) (core.Expr, types.Type) {
	switch t := t.(type) {
	case *syntax.Lit:
		return &core.Lit{Value: t.Value, Pos: t.Pos}, types.Base{Of: t.Value.Type}
	case *syntax.Unit:
		return &core.Unit{Pos: t.Pos}, types.Unit{}
	case *syntax.Var:
		return c.variable(t)
	case *syntax.Pair:
		a, ta := c.term(t.First)
		b, tb := c.term(t.Second)
		return &core.Pair{First: a, Second: b, Pos: t.Pos}, types.Pair{First: ta, Second: tb}
	case *syntax.Lam:
		return c.lambda(t)
	case *syntax.App:
		return c.apply(t)
	case *syntax.Let:
		return c.let(t)
	case *syntax.If:
		return c.conditional(t)
	}
	panic(fmt.Sprintf("%T is no term", t))
}

// variable instantiates the scheme of a name.
func (c *checker) variable(t *syntax.Var) (core.Expr, types.Type) {
	var b *core.Binder
	if !t.BuiltIn {
		b = c.find(t.Text)
	}
	builtin := c.builtins[t.Text]
	if b == nil && builtin == nil {
		c.unknown(t.Name)
	}
	scheme := (*types.Scheme)(nil)
	if b != nil {
		scheme = b.Scheme
	} else {
		scheme = builtin.Scheme
	}
	if t.Levels != nil && len(t.Levels) != len(scheme.Levels) {
		c.fail(t.Pos, "its type is "+c.machine.SchemeText(scheme), "%s takes %s, but gets %d", t.Text, levelCount(len(scheme.Levels)), len(t.Levels))
	}
	s := types.Substitution{Types: map[*types.Var]types.Type{}, Levels: map[*types.LevelVar]types.Level{}}
	inst := core.Inst{}
	for i, v := range scheme.Levels {
		l := types.Level{Base: &types.LevelVar{}}
		if t.Levels != nil {
			l = c.level(t.Levels[i])
		} else {
			c.open = append(c.open, pending{l, t.Text, t.Pos})
		}
		inst.Levels = append(inst.Levels, l)
		s.Levels[v] = l
	}
	for _, v := range scheme.Vars {
		fresh := &types.Var{Kind: v.Kind}
		inst.Types = append(inst.Types, fresh)
		s.Types[v] = fresh
	}
	if b != nil {
		return &core.Var{Of: b, Inst: inst, Pos: t.Pos}, s.Type(scheme.Type)
	}
	return &core.Prim{Of: builtin, Inst: inst, Pos: t.Pos}, s.Type(scheme.Type)
}

func levelCount(n int) string {
	switch n {
	case 0:
		return "no levels"
	case 1:
		return "one level"
	}
	return fmt.Sprint(n, " levels")
}

// push declares a variable; what it returns ends its scope.
func (c *checker) push(b *core.Binder) func() {
	c.scope = append(c.scope, b)
	return func() { c.scope = c.scope[:len(c.scope)-1] }
}

func (c *checker) lambda(t *syntax.Lam) (core.Expr, types.Type) {
	param := &types.Var{}
	b := &core.Binder{Name: t.Param.Text, Scheme: &types.Scheme{Type: param}, Pos: t.Param.Pos}
	defer c.push(b)()
	body, result := c.term(t.Body)
	return &core.Lam{Param: b, Body: body, Pos: t.Pos}, types.Fun{Arg: param, Result: result}
}

func (c *checker) apply(t *syntax.App) (core.Expr, types.Type) {
	f, tf := c.term(t.Fun)
	x, tx := c.term(t.Arg)
	fun, ok := types.Prune(tf).(types.Fun)
	if !ok {
		v, isVar := types.Prune(tf).(*types.Var)
		if !isVar || v.Rigid {
			c.fail(t.Fun.At(), "", "%s is applied to an argument, but is no function", c.machine.Text(tf))
		}
		fun = types.Fun{Arg: &types.Var{}, Result: &types.Var{}}
		c.expect(tf, fun, t.Fun.At(), "a function")
	}
	pos := t.Arg.At()
	if t.Pos != t.Fun.At() { // x |> f
		pos = t.Fun.At()
	}
	c.expect(fun.Arg, tx, pos, what(t.Fun))
	return &core.App{Fun: f, Arg: x, Pos: t.Pos}, fun.Result
}

// doBlock is what takes the actions of a do block.
const doBlock = "the do block"

// what names the function that an argument is for.
func what(t syntax.Term) string {
	for {
		switch f := t.(type) {
		case *syntax.App:
			t = f.Fun
			continue
		case *syntax.Var:
			if f.BuiltIn && f.Text != "neg" {
				return doBlock
			}
			return f.Text
		}
		return "the function"
	}
}

// expect makes types equal, or reports that they are not; who takes the first one.
func (c *checker) expect(want, got types.Type, pos source.Pos, who string) {
	wanted, there := c.machine.Text(want), c.machine.Text(got)
	said := who + " takes " + wanted + ", but this is " + there
	if wanted == "_" {
		said = who + " cannot take " + there
	}
	c.unify(want, got, pos, said)
}

// unify makes types equal, or reports that they are not: said says what stands where.
func (c *checker) unify(want, got types.Type, pos source.Pos, said string) {
	bad := c.machine.Unify(want, got)
	if bad == nil {
		return
	}
	switch {
	case bad.Level:
		c.fail(pos, c.levelHint(bad), "%s: level %s stands where level %s is needed", said, c.machine.LevelText(bad.Got), c.machine.LevelText(bad.Want))
	case bad.Reason != "":
		c.fail(pos, "", "%s: %s", said, bad.Reason)
	}
	c.fail(pos, c.typeHint(want, got), "%s", said)
}

// tail is the place of the expression that a term's value comes from.
func tail(t syntax.Term) source.Pos {
	for {
		switch u := t.(type) {
		case *syntax.Let:
			t = u.Body
			continue
		case *syntax.App:
			if body, ok := u.Arg.(*syntax.Lam); ok && what(u) == doBlock {
				t = body.Body
				continue
			}
			if u.Pos != u.Fun.At() { // x |> f
				return u.Fun.At()
			}
			if what(u) == doBlock {
				t = u.Arg
				continue
			}
		}
		return t.At()
	}
}

// levelHint says how values come to another level.
func (c *checker) levelHint(m *types.Mismatch) string {
	want, got := types.PruneLevel(m.Want), types.PruneLevel(m.Got)
	switch {
	case want.Base != got.Base:
		return "a level variable stands for every level: let the signature say this one, or make it the function's parameter"
	case want.Succ > got.Succ:
		return "interleave and concat take programs one level up"
	}
	return "work at an outer level cannot be done inside an inner one: each level starts the one below it, with interleave or concat"
}

// typeHint says how to get from the one kind of array to the other.
func (c *checker) typeHint(want, got types.Type) string {
	if f, ok := types.Prune(got).(types.Fun); ok {
		if _, wantsFun := types.Prune(want).(types.Fun); !wantsFun {
			return "an argument is missing: it still takes " + c.machine.Text(f.Arg)
		}
	}
	if _, ok := types.Prune(want).(types.Fun); ok {
		return "this takes no argument, or one too few: fn x => … takes one"
	}
	switch w := types.Prune(want).(type) {
	case types.Base:
		if g, ok := types.Prune(got).(types.Base); ok && w != g && w.Of != scalar.Bool && g.Of != scalar.Bool {
			return "toInt, toI32, toFloat and toDouble convert numbers; a literal may have its type behind it, as in 1i32"
		}
		if _, ok := types.Prune(got).(types.Pull); ok {
			return "index arr i is an element of an array"
		}
	case types.Pair:
		if _, ok := types.Prune(got).(types.Pull); ok {
			return "fst and snd take pairs, as splitAt and halve return; index arr 0 is the first element of an array"
		}
	case types.Pull:
		switch g := types.Prune(got).(type) {
		case types.Push:
			return "a push array cannot be indexed: force it, and use the array that it is then"
		case types.Program:
			return "in a do block, name its result: x <- …"
		case types.Pull:
			if _, ok := types.Prune(w.Elem).(types.Program); ok {
				return "map a function to programs over it, such as fn x => return<block> (push<block> x)"
			}
			return c.typeHint(w.Elem, g.Elem)
		}
	case types.Push:
		if _, ok := types.Prune(got).(types.Pull); ok {
			return "give it an iteration scheme: push<" + c.named(w.Level) + ">"
		}
		if _, ok := types.Prune(got).(types.Program); ok {
			return "in a do block, name its result: x <- …"
		}
	case types.Program:
		g, ok := types.Prune(got).(types.Program)
		if _, isPush := types.Prune(got).(types.Push); isPush {
			return "force<" + c.named(w.Level) + "> writes it to memory, return<" + c.named(w.Level) + "> gives it as it is"
		}
		if !ok {
			return "make it a program: return<" + c.named(w.Level) + ">"
		}
		return c.typeHint(w.Of, g.Of)
	}
	return ""
}

// named is the name of a level, as an example where it is not known.
func (c *checker) named(l types.Level) string {
	if l = types.PruneLevel(l); l.Base != nil && !l.Base.Rigid {
		return "block"
	}
	return c.machine.LevelText(l)
}

func (c *checker) let(t *syntax.Let) (core.Expr, types.Type) {
	scheme := &types.Scheme{}
	end := c.bindLevels(t.Levels, scheme)
	value, tv := c.term(t.Value)
	end()
	scheme.Type, scheme.Vars = tv, c.generalise(tv)
	b := &core.Binder{Name: t.Name.Text, Scheme: scheme, Pos: t.Name.Pos}
	defer c.push(b)()
	body, tb := c.term(t.Body)
	return &core.Let{Name: b, Value: value, Body: body, Pos: t.Pos}, tb
}

func (c *checker) conditional(t *syntax.If) (core.Expr, types.Type) {
	cond, tc := c.term(t.Cond)
	c.expect(types.Base{Of: scalar.Bool}, tc, t.Cond.At(), "if")
	a, ta := c.term(t.Then)
	b, tb := c.term(t.Else)
	c.expect(ta, tb, t.Else.At(), "the branch before this one")
	if bad := c.machine.Restrict(ta, types.BT); bad != nil {
		c.fail(t.Then.At(), "put the if inside: choose between elements, generate n (fn i => if … then … else …)",
			"the branches of an if are numbers, truth values or pairs of these, not %s", c.machine.Text(ta))
	}
	return &core.If{Cond: cond, Then: a, Else: b, Type: ta, Pos: t.Pos}, ta
}
