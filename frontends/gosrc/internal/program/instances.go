package program

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Instance is one choice of types for the type parameters of a generic function, or of the type
// that a method belongs to.
type Instance struct {
	// Key tells the instances of a program apart as reflection does at run time; "" if it cannot.
	Key   string
	Types []types.Type
	// identity tells them apart by the paths of packages, which reflection knows of all but commands.
	identity string
}

// instances collects the instances that a program has.
type instances struct {
	of    map[string][]Instance
	uses  map[string][]use // in the code of generic functions and types, by what encloses them
	count int
}

// use is a mention of something generic, whose type arguments may be parameters of what is around.
type use struct {
	of     string
	args   []types.Type
	params *types.TypeParamList // of what is around
}

// mostInstances ends the search in programs that Go itself refuses: instances without end.
const mostInstances = 10000

// findInstances collects the instances of generic functions and types that packages mention, also
// through other generic code.
func findInstances(pkgs []*packages.Package) map[string][]Instance {
	in := &instances{of: map[string][]Instance{}, uses: map[string][]use{}}
	var concrete []use
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			for _, d := range file.Decls {
				for _, part := range parts(d) {
					around, params := enclosing(pkg, part)
					for _, u := range usesIn(pkg, part) {
						u.params = params
						if around == "" {
							concrete = append(concrete, u)
						} else {
							in.uses[around] = append(in.uses[around], u)
						}
					}
				}
			}
		}
	}
	for _, u := range concrete {
		in.add(u.of, u.args)
	}
	for _, list := range in.of {
		slices.SortFunc(list, func(a, b Instance) int { return strings.Compare(a.identity, b.identity) })
		withoutClashes(list)
	}
	return in.of
}

// withoutClashes takes the keys away of instances whose types reflection calls the same: those of two
// commands.
func withoutClashes(list []Instance) {
	count := map[string]int{}
	for _, i := range list {
		count[i.Key]++
	}
	for k := range list {
		if count[list[k].Key] > 1 {
			list[k].Key = ""
		}
	}
}

// add notes an instance, and those that its code mentions.
func (in *instances) add(of string, args []types.Type) {
	i := Instance{Key: keyOf(args, atRunTime), Types: args, identity: identityOf(args)}
	same := func(j Instance) bool { return j.identity == i.identity }
	if slices.ContainsFunc(in.of[of], same) || in.count > mostInstances {
		return
	}
	in.count++
	in.of[of] = append(in.of[of], i)
	for _, u := range in.uses[of] {
		s := scopeOf(nil, u.params, args)
		inner := make([]types.Type, len(u.args))
		for i, t := range u.args {
			inner[i] = s.Subst(t)
		}
		in.add(u.of, inner)
	}
}

// parts are a function declaration, or the specifications of another.
func parts(d ast.Decl) []ast.Node {
	g, ok := d.(*ast.GenDecl)
	if !ok {
		return []ast.Node{d}
	}
	var out []ast.Node
	for _, s := range g.Specs {
		out = append(out, s)
	}
	return out
}

// enclosing names the generic function or type that a declaration belongs to, "" if it is not generic,
// and its type parameters as they are called there.
func enclosing(pkg *packages.Package, n ast.Node) (string, *types.TypeParamList) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if f, ok := pkg.TypesInfo.Defs[n.Name].(*types.Func); ok {
			return genericOf(f)
		}
	case *ast.TypeSpec:
		if t, ok := pkg.TypesInfo.Defs[n.Name].(*types.TypeName); ok {
			if named, ok := t.Type().(*types.Named); ok && named.TypeParams().Len() > 0 {
				return qualified(t), named.TypeParams()
			}
		}
	}
	return "", nil
}

// genericOf names what has the type parameters of a function: itself, or the type of its receiver.
func genericOf(f *types.Func) (string, *types.TypeParamList) {
	sig := f.Signature()
	switch {
	case sig.TypeParams().Len() > 0:
		return f.FullName(), sig.TypeParams()
	case sig.RecvTypeParams().Len() > 0:
		t := types.Unalias(sig.Recv().Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		return qualified(t.(*types.Named).Obj()), sig.RecvTypeParams()
	}
	return "", nil
}

func qualified(t *types.TypeName) string {
	if t.Pkg() == nil {
		return t.Name()
	}
	return t.Pkg().Path() + "." + t.Name()
}

// usesIn lists the mentions of generic functions and types with their arguments.
func usesIn(pkg *packages.Package, n ast.Node) []use {
	var out []use
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		inst, ok := pkg.TypesInfo.Instances[id]
		if !ok {
			return true
		}
		u := use{args: Scope{}.list(inst.TypeArgs)}
		switch obj := pkg.TypesInfo.Uses[id].(type) {
		case *types.Func:
			u.of = obj.Origin().FullName()
		case *types.TypeName:
			u.of = qualified(obj)
		}
		out = append(out, u)
		return true
	})
	return out
}

// scopeOf is code in which type parameters stand for types.
func scopeOf(pkg *packages.Package, params *types.TypeParamList, args []types.Type) Scope {
	out := Scope{Pkg: pkg}
	if params.Len() > 0 {
		out.Targs = map[*types.TypeParam]types.Type{}
		for i := range min(params.Len(), len(args)) {
			out.Targs[params.At(i)] = args[i]
		}
	}
	return out
}
