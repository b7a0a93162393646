// Package dpia is the front end for DPIA, Data Parallel Idealised Algol (Atkey, Steuwer, Lindley
// and Dubach): functional programs that say how they are to run, and a translation to imperative
// code that takes no decisions.
//
// A program goes through
//
//	syntax      tokens and trees
//	elaborate   names bound, types inferred: functional phrases
//	check       the typing rules, with passive and active uses of variables
//	translate   stage 1, acceptors and continuations; stage 2, loops
//	emit        core/imp
//
// and each stage prints as a program that reads back (Stages).
package dpia

import (
	"context"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	rules "github.com/lamina-lang/lamina/frontends/dpia/internal/check"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/elaborate"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/emit"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/translate"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Options change how programs are launched, not what they compute. Zero leaves things as the
// program says.
type Options struct {
	Local, Groups int64 // work-items of a group, and groups
}

// mostPhrases bounds the size of a program with its definitions expanded.
const mostPhrases = 1_000_000

// Stages are the names of the stages that Stage prints, in order.
var Stages = []string{"dpia-functional", "dpia-intermediate", "dpia-imperative"}

// Compile translates a program. The error is a *source.Error, or a panic of the compiler's as one.
func Compile(ctx context.Context, file string, text []byte, o Options) (*imp.Program, error) {
	names := name.NewSupply(0)
	out := &imp.Program{Names: names}
	err := eachEntry(ctx, names, file, string(text), func(e *entry) error {
		if o.Local > 0 {
			e.options.Local = o.Local
		}
		if o.Groups > 0 {
			e.options.Groups = o.Groups
		}
		f, err := emit.Function(names, e.signature(), e.loops(), e.translator.Types, e.options)
		if err == nil {
			out.Funs = append(out.Funs, f)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := check.Imp(out); err != nil {
		return nil, fmt.Errorf("the translation of %s made a program that is not valid: %w", file, err)
	}
	return out, nil
}

// Stage prints the program's entry points after a stage of the translation, which is one of
// Stages. The text is a program.
func Stage(ctx context.Context, file string, text []byte, stage string) (string, error) {
	var b strings.Builder
	err := eachEntry(ctx, name.NewSupply(0), file, string(text), func(e *entry) error {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		switch stage {
		case "dpia-functional":
			b.WriteString(e.text(e.body, e.def.Result))
		case "dpia-intermediate":
			b.WriteString(e.text(e.commands(), types.Comm{}))
		case "dpia-imperative":
			b.WriteString(e.text(e.loops(), types.Comm{}))
		default:
			return fmt.Errorf("there is no stage %q of DPIA; there are: %s", stage, strings.Join(Stages, ", "))
		}
		return nil
	})
	return b.String(), err
}

// eachEntry elaborates and checks a program, and visits its entry points.
func eachEntry(ctx context.Context, names *name.Supply, file, text string, visit func(*entry) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = source.Internal(source.Pos{File: file}, r)
		}
	}()
	tree, err := syntax.Parse(file, text)
	if err != nil {
		return err
	}
	f := &source.File{Name: file, Text: text}
	defs, err := elaborate.Program(names, tree)
	if err != nil {
		return elaborate.InText(err, f)
	}
	found := false
	for _, d := range defs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := judge(d); err != nil {
			return elaborate.InText(err, f)
		}
		if !d.Tree.Entry {
			continue
		}
		found = true
		e, err := newEntry(names, d)
		if err == nil {
			err = visit(e)
		}
		if err != nil {
			return elaborate.InText(err, f)
		}
	}
	if !found {
		return source.Errorf(source.Pos{File: file, Line: 1, Col: 1}, "the program has no entry point").
			WithHint("entry main {n : nat} (xs : exp[n.f32]) : exp[n.f32] = …").In(f)
	}
	return nil
}

// judge checks a definition by the typing rules.
func judge(d *elaborate.Def) error {
	context := phrase.Context{}
	for _, p := range d.Params {
		context[p.Name] = p.Type
	}
	return rules.Phrase(context, d.Body, d.Result)
}

// entry is an entry point on its way.
type entry struct {
	def        *elaborate.Def
	body       phrase.Phrase // normalised
	outs       []elaborate.Param
	translator *translate.Translator
	options    emit.Options
}

func newEntry(names *name.Supply, d *elaborate.Def) (*entry, error) {
	if err := firstOrder(d); err != nil {
		return nil, err
	}
	body, ok := phrase.Normalise(names, d.Body, mostPhrases)
	if !ok {
		return nil, source.Errorf(d.Tree.Pos, "with its functions applied %s has more than %d phrases", d.Tree.Name, mostPhrases).
			WithHint("a function's argument is copied to where it is used: name a value that is used more than once, let x = … in …")
	}
	e := &entry{def: d, body: body, options: emit.Options{Local: d.Tree.Local, Groups: d.Tree.Groups}}
	e.translator = &translate.Translator{Names: names, Types: phrase.Context{}}
	for _, p := range d.Params {
		e.translator.Types[p.Name] = p.Type
		if _, isAcc := p.Type.(types.Acc); isAcc {
			e.outs = append(e.outs, p)
		}
	}
	if t, ok := d.Result.(types.Exp); ok {
		out := elaborate.Param{Name: names.Fresh("out"), Type: types.Acc(t), Pos: d.Tree.Pos}
		e.translator.Types[out.Name] = out.Type
		e.outs = []elaborate.Param{out}
	}
	return e, nil
}

// commands is stage 1 of the entry point.
func (e *entry) commands() phrase.Phrase {
	if _, isExp := e.def.Result.(types.Exp); isExp {
		return e.translator.Expression(e.body, &phrase.Var{Name: e.outs[0].Name, At: e.def.Tree.Pos})
	}
	out := e.translator.Command(e.body)
	for i := len(e.outs) - 1; i >= 0; i-- {
		out = e.translator.Filled(&phrase.Var{Name: e.outs[i].Name, At: e.outs[i].Pos}, out)
	}
	return out
}

// loops is stage 2.
func (e *entry) loops() phrase.Phrase { return e.translator.Loops(e.commands()) }

// firstOrder checks that callers outside the program can give an entry point its arguments and
// take its results.
func firstOrder(d *elaborate.Def) error {
	for _, v := range d.TypeParams {
		if v.Kind != types.KindNat {
			return source.Errorf(d.Tree.Pos, "an entry point takes no data types, but %s takes %s", d.Tree.Name, v.Var.Base).
				WithHint("make it a def, and call it from an entry point")
		}
	}
	_, isComm := d.Result.(types.Comm)
	_, isExp := d.Result.(types.Exp)
	if !isComm && !isExp {
		return source.Errorf(d.Tree.Pos, "an entry point is an expression or a command, but %s is of type %s", d.Tree.Name, types.String(d.Result))
	}
	outs := 0
	for _, p := range d.Params {
		switch p.Type.(type) {
		case types.Exp:
		case types.Acc:
			outs++
			if isExp {
				return source.Errorf(p.Pos, "%s is an acceptor, but %s is an expression, which writes nothing", p.Name.Base, d.Tree.Name)
			}
		default:
			return source.Errorf(p.Pos, "an entry point takes expressions and acceptors, but %s is of type %s", p.Name.Base, types.String(p.Type))
		}
	}
	if isComm && outs == 0 {
		return source.Errorf(d.Tree.Pos, "the command %s has no acceptor to leave a result in", d.Tree.Name).
			WithHint("give it a parameter (out : acc[…])")
	}
	return nil
}

// signature is the entry point as its callers see it.
func (e *entry) signature() emit.Signature {
	s := emit.Signature{Name: e.def.Tree.Name, Pos: e.def.Tree.Pos}
	for _, v := range e.def.TypeParams {
		s.Nats = append(s.Nats, emit.NatParam{Name: v.Var, Given: !v.Hidden})
	}
	for _, p := range e.def.Params {
		if t, ok := p.Type.(types.Exp); ok {
			s.Params = append(s.Params, emit.DataParam{Name: p.Name, Data: t.Data, Pos: p.Pos})
		}
	}
	for _, p := range e.outs {
		s.Outs = append(s.Outs, emit.DataParam{Name: p.Name, Data: p.Type.(types.Acc).Data, Pos: p.Pos})
	}
	_, s.Anonymous = e.def.Result.(types.Exp)
	return s
}

// text prints the entry point with another body, of type comm or its own.
func (e *entry) text(body phrase.Phrase, result types.Phrase) string {
	w := phrase.NewPrinter()
	var b strings.Builder
	if e.options.Local > 0 {
		fmt.Fprintf(&b, "#[local(%d)]\n", e.options.Local)
	}
	if e.options.Groups > 0 {
		fmt.Fprintf(&b, "#[groups(%d)]\n", e.options.Groups)
	}
	b.WriteString("entry " + e.def.Tree.Name)
	for _, v := range e.def.TypeParams {
		brackets := "()"
		if v.Hidden {
			brackets = "{}"
		}
		fmt.Fprintf(&b, " %c%s : nat%c", brackets[0], w.Name(v.Var), brackets[1])
	}
	params := e.def.Params
	if _, isComm := result.(types.Comm); isComm && len(params) > 0 || len(e.outs) > 0 && isComm {
		if _, wasExp := e.def.Result.(types.Exp); wasExp {
			params = append(params[:len(params):len(params)], e.outs...)
		}
	}
	for _, p := range params {
		fmt.Fprintf(&b, " (%s : %s)", w.Name(p.Name), types.Text(p.Type, w.Name))
	}
	fmt.Fprintf(&b, " : %s =\n  %s\n", types.Text(result, w.Name), w.Phrase(body, 2))
	return b.String()
}
