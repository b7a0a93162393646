package names

import (
	"path"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// functor makes a module of another one. A functor that is declared is a function of trees: what
// it makes is read from a copy of its body.
type functor struct {
	apply func(caller *builder, arg *Module, at source.Pos) *Module
	made  map[made]*Module
}

// application is a functor applied to a module.
type application struct {
	functor *functor
	arg     *Module
}

// made tells what a functor has made from what else it has made.
type made struct {
	arg   *Module
	nth   int
	check bool
}

// module is the meaning of a module expression. One with an error is broken.
func (b *builder) module(e syntax.ModExp) *Module {
	b.at = e.Pos()
	switch e := e.(type) {
	case *syntax.ModPath:
		if m := b.resolver(b.scope).module(e.Path, e.Position); m != nil {
			return m
		}
	case *syntax.ModImport:
		return b.importFile(e.File, e)
	case *syntax.ModStruct:
		inner := &builder{program: b.program, scope: b.scope.within(), in: b.in}
		inner.in.entries, inner.in.inside = false, true
		inner.see(e.Span().Begin)
		stop := b.scope.frame
		inner.decls(e.Decls)
		return &Module{top: inner.scope, stop: stop}
	case *syntax.ModApply:
		f, arg := b.module(e.Fun), b.module(e.Arg)
		if f.broken || arg.broken {
			break
		}
		if f.functor == nil {
			b.report(errorf(e, "Cannot apply a module that is not parametric"))
			break
		}
		return b.apply(f.functor, arg, e.Position)
	case *syntax.ModAscript:
		return b.seal(b.module(e.Module), b.signature(e.Type), e.Position)
	case *syntax.ModLambda:
		return b.functors([]*syntax.ModParam{e.Param}, e.Sig, e.Body)
	}
	return &Module{broken: true}
}

// functors is a module with parameters, of which there may be none.
func (b *builder) functors(params []*syntax.ModParam, sig syntax.ModTypeExp, body syntax.ModExp) *Module {
	if len(params) == 0 {
		m := b.module(body)
		if sig != nil {
			m = b.seal(m, b.signature(sig), body.Pos())
		}
		return m
	}
	outside, in, param := b.scope, b.in, params[0]
	f := &functor{made: map[made]*Module{}}
	f.apply = func(caller *builder, arg *Module, at source.Pos) *Module {
		inner := &builder{program: b.program, scope: outside, in: in}
		inner.in.eager, inner.in.copied, inner.in.entries, inner.in.check = false, true, false, caller.in.check
		view := caller.match(arg, inner.signature(param.Type), at)
		inner.scope = outside.within().withModule(&param.Name, view)
		return inner.functors(params[1:], sig, body)
	}
	if in.eager {
		inner := &builder{program: b.program, scope: outside, in: in}
		inner.in.copied, inner.in.entries, inner.in.check = true, false, true
		view := inner.assume(inner.signature(param.Type))
		inner.in.params++
		inner.scope = outside.within().withModule(&param.Name, view)
		inner.functors(params[1:], sig, body)
	}
	return &Module{functor: f}
}

// apply applies a functor. In what is made of functors, one applied to one module makes the same
// everywhere, so that functors that apply each other do not multiply; two applications beside
// each other make two. A functor that makes abstract types makes others each time.
func (b *builder) apply(f *functor, arg *Module, at source.Pos) *Module {
	if !b.in.copied || f.made == nil {
		return f.apply(b, arg, at)
	}
	if b.applied == nil {
		b.applied = map[application]int{}
	}
	a := application{f, arg}
	k := made{arg, b.applied[a], b.in.check}
	b.applied[a]++
	m := f.made[k]
	if m == nil {
		before := b.abstracts
		m = f.apply(b, arg, at)
		if b.abstracts == before {
			f.made[k] = m
		} else if b.distinct++; b.distinct > mostDistinct {
			panic(source.Errorf(at, "The functors of this program make more than %d modules whose abstract types differ", mostDistinct).
				WithHint("give a module that is used twice a name, and apply the functor to it once"))
		}
	}
	return m
}

// mostDistinct bounds the applications that make abstract types within functors: functors that
// each apply the one before twice double them.
const mostDistinct = 20_000

// baseName is the name of a file without its folder and its extension.
func baseName(name string) string { return strings.TrimSuffix(path.Base(name), ".fut") }

// importFile is a file as a module. It is read once, whoever imports it.
func (b *builder) importFile(file string, at syntax.Node) *Module {
	if preludeFiles[file] {
		return b.importPrelude(file, at)
	}
	name := path.Join(path.Dir(b.in.file), file)
	if strings.HasPrefix(file, "/") {
		name = strings.TrimPrefix(file, "/")
	}
	m, known := b.imported[name]
	if m != nil && m.file != "" {
		b.importNamed(file, at, m)
	}
	if known && m == nil {
		b.report(errorf(at, "File %q imports itself, through %s", file, b.in.file).
			WithHint("put what both files need into a third one"))
	}
	if known && m != nil {
		return m
	}
	if known || b.files.Import == nil {
		if !known {
			b.report(errorf(at, "Could not read file %q: this program has no files beside it", file))
		}
		return &Module{broken: true}
	}
	f, err := b.files.Import(name)
	if f != nil {
		b.Files = append(b.Files, f.Source)
	}
	if err != nil {
		b.importError(err, file, at)
		b.imported[name] = &Module{broken: true}
		return b.imported[name]
	}
	b.imported[name] = nil
	later := b.later
	b.later = nil
	inner := &builder{program: b.program, scope: b.base.within(), in: context{file: name, eager: true}}
	stop := b.base.frame
	inner.decls(f.Decls)
	b.later = later
	m = &Module{top: inner.scope, stop: stop, file: f.Source.Name}
	b.importNamed(file, at, m)
	b.imported[name] = m
	return m
}

// importError reports what is wrong with a file.
func (b *builder) importError(err error, file string, at syntax.Node) {
	switch err := err.(type) {
	case *source.Error:
		b.Errs = append(b.Errs, err)
	case source.Errors:
		b.Errs = append(b.Errs, err...)
	default:
		hint := "imports are relative to the file that they are in, without .fut"
		if strings.HasPrefix(file, "lib/") {
			hint = "`lamina pkg check` tells which packages are missing, and `lamina pkg add` adds one"
		}
		b.report(errorf(at, "Could not read file %q, which is imported here: %v", file, err).WithHint("%s", hint))
	}
}
