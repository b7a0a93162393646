// Package infer finds the types of FCL programs (figure 5.6 of the thesis): unification of types
// and levels, with kinds on variables. Types are principal; level variables are quantified where
// a program declares them.
package infer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/library"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
)

// checker checks a program.
type checker struct {
	machine  types.Machine
	builtins map[string]*core.Builtin
	sigs     map[string]*syntax.Sig
	later    map[string]source.Pos // functions that are declared further on
	scope    []*core.Binder        // innermost last
	levels   map[string]types.Level
	open     []pending // level arguments that nobody wrote
	current  string
}

// pending is a level that has to be known at the end of a function.
type pending struct {
	level types.Level
	what  string
	pos   source.Pos
}

// failed carries an error up to Program.
type failed struct{ err *source.Error }

func (c *checker) fail(pos source.Pos, hint, format string, args ...any) {
	e := source.Errorf(pos, format, args...)
	if hint != "" {
		e = e.WithHint("%s", hint)
	}
	panic(failed{e})
}

// libraryText is the library as a tree; it is parsed once.
var libraryText = sync.OnceValues(func() (*syntax.Program, error) {
	return syntax.Parse(library.File, library.Functions)
})

var builtinText = sync.OnceValues(func() (*syntax.Program, error) {
	return syntax.Parse("builtins.fcl", library.Builtins)
})

// Program checks a program on top of the library. The error is a *source.Error without its text.
func Program(tree *syntax.Program) (out *core.Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(failed)
			if !ok {
				panic(r)
			}
			out, err = nil, f.err
		}
	}()
	built, err1 := builtinText()
	lib, err2 := libraryText()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	c := &checker{builtins: map[string]*core.Builtin{}, levels: map[string]types.Level{}}
	c.declareMachine(tree)
	for _, b := range library.Operators() {
		c.builtins[b.Name] = b
	}
	for _, s := range built.Sigs {
		role := library.Roles[s.Name.Text]
		c.builtins[s.Name.Text] = &core.Builtin{Name: s.Name.Text, Role: role.Role, Arity: role.Arity, Scheme: c.signature(s)}
	}
	out = &core.Program{Machine: c.machine}
	for _, t := range []*syntax.Program{lib, tree} {
		c.declareFunctions(t)
		for _, f := range t.Funs {
			out.Defs = append(out.Defs, c.function(f))
		}
	}
	return out, nil
}

// declareMachine notes the levels that the file declares.
func (c *checker) declareMachine(tree *syntax.Program) {
	c.machine = types.Default
	if tree.Levels != nil {
		c.machine = nil
		for _, n := range tree.Levels {
			c.machine = append(c.machine, n.Text)
		}
		if got := strings.Join(c.machine, " "); got != "thread warp block grid" && got != "thread block grid" {
			c.fail(tree.Levels[0].Pos, "levels thread warp block grid", "the levels of a machine are thread, perhaps warp, block and grid, in this order, not %s", got)
		}
	}
	for i, n := range c.machine {
		c.levels[n] = types.Level{Succ: i}
	}
}

// declareFunctions notes the signatures and names of a file.
func (c *checker) declareFunctions(t *syntax.Program) {
	c.sigs, c.later = map[string]*syntax.Sig{}, map[string]source.Pos{}
	for _, f := range t.Funs {
		if before, twice := c.later[f.Name.Text]; twice {
			panic(failed{source.Errorf(f.Name.Pos, "%s is defined twice", f.Name.Text).WithNote(before, "the first definition")})
		}
		c.later[f.Name.Text] = f.Name.Pos
	}
	for _, s := range t.Sigs {
		if _, there := c.later[s.Name.Text]; !there {
			c.fail(s.Name.Pos, "", "there is no function %s for this signature", s.Name.Text)
		}
		if c.sigs[s.Name.Text] != nil {
			c.fail(s.Name.Pos, "", "%s has two signatures", s.Name.Text)
		}
		c.sigs[s.Name.Text] = s
	}
}

// find finds a variable.
func (c *checker) find(name string) *core.Binder {
	for i := len(c.scope) - 1; i >= 0; i-- {
		if c.scope[i].Name == name {
			return c.scope[i]
		}
	}
	return nil
}

// instead says of functions that other languages have how one does that here.
var instead = map[string]string{
	"reduce": "in a thread foldl adds up an array; in a block zipWith f adds its halves, again and again by power (docs/fcl.md)",
	"fold":   "in a thread foldl adds up an array; in a block zipWith f adds its halves, again and again by power (docs/fcl.md)",
	"foldr":  "in a thread foldl adds up an array; foldl f z (reverse arr) does from the right",
	"sum":    "in a thread foldl (+) 0 adds up an array; in a block zipWith (+) adds its halves, again and again by power (docs/fcl.md)",
	"scan":   "in a thread scanl scans an array; in a block power does, in steps (docs/fcl.md)",
	"filter": "arrays have sizes that are known before a kernel starts; write zero, say, where an element is not wanted",
	"repeat": "generate n (fn i => x) has x in each place", "replicate": "generate n (fn i => x) has x in each place",
}

// unknown reports a name that is not in scope.
func (c *checker) unknown(n syntax.Name) {
	if n.Text == c.current {
		c.fail(n.Pos, "use while, power, poweri or seqfor", "%s calls itself: functions are not recursive", n.Text)
	}
	if at, ok := c.later[n.Text]; ok {
		panic(failed{source.Errorf(n.Pos, "%s is used before it is defined", n.Text).WithNote(at, "the definition").WithHint("move the definition up")})
	}
	if hint := instead[strings.ToLower(n.Text)]; hint != "" {
		c.fail(n.Pos, hint, "there is no %s", source.Cut(n.Text))
	}
	hint, best := "", len(n.Text)/3+2
	consider := func(name string) {
		if d := source.Distance(name, n.Text); d < best || d == best && hint != "" && name < hint {
			hint, best = name, d
		}
	}
	for _, b := range c.scope {
		consider(b.Name)
	}
	for name := range c.builtins {
		consider(name)
	}
	if hint != "" {
		hint = "did you mean " + hint + "?"
	}
	c.fail(n.Pos, hint, "there is no %s", source.Cut(n.Text))
}

// signature is the scheme of a signature. Its variables are rigid.
func (c *checker) signature(s *syntax.Sig) *types.Scheme {
	out := &types.Scheme{}
	vars := map[string]*types.Var{}
	for _, v := range s.Vars {
		k, ok := types.TYP, true
		if v.Kind != "" {
			if k, ok = types.ParseKind(v.Kind); !ok {
				c.fail(v.Pos, "kinds are TYP, GT, BT, SCALAR, NUM, INT, FLOAT", "there is no kind %s", source.Cut(v.Kind))
			}
		}
		if vars[v.Text] != nil {
			c.fail(v.Pos, "", "%s is declared twice", v.Text)
		}
		vars[v.Text] = &types.Var{Name: v.Text, Kind: k, Rigid: true, Fixed: v.Kind != ""}
		out.Vars = append(out.Vars, vars[v.Text])
	}
	defer c.bindLevels(s.Levels, out)()
	out.Type = c.typ(s.Type, vars)
	return out
}

// bindLevels declares level variables; what it returns ends their scope. The scheme quantifies
// them; it may have them already.
func (c *checker) bindLevels(names []syntax.Name, s *types.Scheme) func() {
	before := make(map[string]types.Level, len(c.levels))
	for n, l := range c.levels {
		before[n] = l
	}
	for i, n := range names {
		if _, named := c.machine.Level(n.Text); named || n.Text == "Z" {
			c.fail(n.Pos, "name the variable otherwise, as in <l>", "%s is a level, not a level variable", n.Text)
		}
		if i == len(s.Levels) {
			s.Levels = append(s.Levels, &types.LevelVar{Name: n.Text, Rigid: true})
		}
		c.levels[n.Text] = types.Level{Base: s.Levels[i]}
	}
	return func() { c.levels = before }
}

// level is a level as written.
func (c *checker) level(l *syntax.Level) types.Level {
	out := types.Level{}
	if l.Base.Text != "" {
		var ok bool
		if out, ok = c.levels[l.Base.Text]; !ok {
			hint := fmt.Sprintf("levels are %s; declare a level variable: forall <%s>", strings.Join(c.machine, ", "), l.Base.Text)
			if l.Base.Text == "warp" {
				hint = "declare the machine at the beginning of the file: levels thread warp block grid"
			}
			c.fail(l.Base.Pos, hint, "there is no level %s", source.Cut(l.Base.Text))
		}
	}
	out.Succ += l.Succ
	if out.Base == nil && out.Succ > c.machine.Grid() {
		c.fail(l.Pos, "", "there is no level above %s", c.machine[c.machine.Grid()])
	}
	return out
}

// typ is a type as written.
func (c *checker) typ(t *syntax.Type, vars map[string]*types.Var) types.Type {
	args := make([]types.Type, len(t.Args))
	for i, a := range t.Args {
		args[i] = c.typ(a, vars)
	}
	of := func(k types.Kind) types.Type {
		if bad := c.machine.Restrict(args[0], k); bad != nil {
			where := map[string]string{"[": "in an array", "Program": "as the result of a program"}[t.Op]
			if t.Level != nil && t.Op == "[" {
				where = "in a push array"
			}
			c.fail(t.Args[0].Pos, "", "%s cannot stand %s: %s", c.machine.Text(args[0]), where, bad.Reason)
		}
		return args[0]
	}
	switch t.Op {
	case "'":
		if v := vars[t.Text]; v != nil {
			return v
		}
		c.fail(t.Pos, "forall "+t.Text+".", "there is no type variable %s", source.Cut(t.Text))
	case "->":
		return types.Fun{Arg: args[0], Result: args[1]}
	case ",":
		return types.Pair{First: args[0], Second: args[1]}
	case "[":
		if t.Level == nil {
			return types.Pull{Elem: of(types.GT)}
		}
		return types.Push{Elem: of(types.BT), Level: c.level(t.Level)}
	case "Program":
		return types.Program{Of: of(types.GT), Level: c.level(t.Level)}
	}
	out, ok := types.ByName(t.Text)
	if !ok {
		c.fail(t.Pos, "base types are int, double, bool, i8 to i64, u8 to u64, f32 and f64; type variables begin with '", "there is no type %s", source.Cut(t.Text))
	}
	return out
}

// function checks a function.
func (c *checker) function(f *syntax.Fun) *core.Def {
	c.current = f.Name.Text
	delete(c.later, f.Name.Text)
	def := &core.Def{Binder: &core.Binder{Name: f.Name.Text, Pos: f.Name.Pos}, Entry: f.Entry, Local: f.Local, Groups: f.Groups}
	for i, p := range f.Params {
		if slices.ContainsFunc(f.Params[:i], func(q syntax.Name) bool { return q.Text == p.Text && p.Text != "_" }) {
			c.fail(p.Pos, "", "two parameters are called %s", p.Text)
		}
		def.Params = append(def.Params, p.Text)
	}
	scheme := &types.Scheme{}
	sig := c.sigs[f.Name.Text]
	if sig != nil {
		scheme = c.signature(sig)
		if f.Levels != nil && len(f.Levels) != len(scheme.Levels) {
			c.fail(f.Name.Pos, "", "%s has %d level parameters, but its signature has %d", f.Name.Text, len(f.Levels), len(scheme.Levels))
		}
	}
	names := f.Levels
	if names == nil && sig != nil {
		names = sig.Levels
	}
	end := c.bindLevels(names, scheme)
	if sig == nil {
		var t types.Type
		def.Value, t = c.term(f.Function())
		scheme.Type, scheme.Vars = t, c.generalise(t)
	} else {
		def.Value = c.against(f, f.Params, scheme.Type)
	}
	end()
	c.settle()
	def.Scheme = scheme
	c.scope = append(c.scope, def.Binder)
	c.current = ""
	return def
}

// against checks a function's body for the rest of its parameters against its signature.
func (c *checker) against(f *syntax.Fun, params []syntax.Name, t types.Type) core.Expr {
	if len(params) == 0 {
		body, got := c.term(f.Body)
		c.unify(t, got, tail(f.Body), fmt.Sprintf("the signature of %s says %s, but this is %s", f.Name.Text, c.machine.Text(t), c.machine.Text(got)))
		return body
	}
	fun, ok := t.(types.Fun)
	if !ok {
		c.fail(params[0].Pos, "", "%s has %d parameters, but its signature has %d", f.Name.Text, len(f.Params), len(f.Params)-len(params))
	}
	b := &core.Binder{Name: params[0].Text, Scheme: &types.Scheme{Type: fun.Arg}, Pos: params[0].Pos}
	defer c.push(b)()
	return &core.Lam{Param: b, Body: c.against(f, params[1:], fun.Result), Pos: b.Pos}
}

// settle reports level arguments that nothing determines.
func (c *checker) settle() {
	for _, p := range c.open {
		if l := types.PruneLevel(p.level); l.Base != nil && !l.Base.Rigid {
			c.fail(p.pos, "write "+p.what+"<block>, say, or a level variable that the function declares",
				"nothing determines the level of %s", p.what)
		}
	}
	c.open = nil
}

// generalise quantifies the variables of a type that are free in no variable in scope.
func (c *checker) generalise(t types.Type) (out []*types.Var) {
	bound := map[*types.Var]bool{}
	for _, b := range c.scope {
		for _, v := range b.Scheme.Vars {
			bound[v] = true
		}
		types.EachVar(b.Scheme.Type, func(v *types.Var) { bound[v] = true }, nil)
	}
	types.EachVar(t, func(v *types.Var) {
		if !bound[v] && !v.Rigid {
			bound[v] = true
			v.Name, v.Rigid = "'"+letters(len(out)), true
			out = append(out, v)
		}
	}, nil)
	return out
}

// letters are a, b, …, z, a1, and so on.
func letters(i int) string {
	s := string(rune('a' + i%26))
	if i >= 26 {
		s += fmt.Sprint(i / 26)
	}
	return s
}
