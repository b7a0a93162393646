package ops_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

func TestEveryOperationIsDefinedOnce(t *testing.T) {
	var defined []string
	for _, d := range ops.Default().Defs() {
		defined = append(defined, d.Name)
	}
	slices.Sort(defined)
	if d := cmp.Diff(ir.Operations(), defined); d != "" {
		t.Errorf("the operations of core/ir and the registry differ (-ir +registry):\n%s", d)
	}
}

func TestANameIsDefinedOnce(t *testing.T) {
	d := &ops.Def{Name: "twice"}
	if _, err := ops.NewRegistry(d, d); err == nil {
		t.Error("no error")
	}
}

// labels is a Visitor that collects the labels of the parts, "" for those
// without one.
type labels []string

func (l *labels) add(label string)                     { *l = append(*l, label) }
func (l *labels) Atom(label string, _ *ir.Atom)        { l.add(label) }
func (l *labels) Atoms(label string, _ *[]ir.Atom)     { l.add(label) }
func (l *labels) Var(label string, _ *name.Name)       { l.add(label) }
func (l *labels) Vars(label string, _ *[]name.Name)    { l.add(label) }
func (l *labels) Int(label string, _ *int)             { l.add(label) }
func (l *labels) Ints(label string, _ *[]int)          { l.add(label) }
func (l *labels) Flag(label string, _ *bool)           { l.add(label) }
func (l *labels) Fn(*scalar.Op)                        { l.add("") }
func (l *labels) Elem(*scalar.Type)                    { l.add("") }
func (l *labels) Type(label string, _ *ir.Type)        { l.add(label) }
func (l *labels) FunName(*string)                      { l.add("") }
func (l *labels) Message(*[]ir.MessagePart)            { l.add("") }
func (l *labels) Trace(*[]source.Pos)                  { l.add("at") }
func (l *labels) Slice(label string, _ *[]ir.SliceDim) { l.add(label) }
func (l *labels) FlatDims(s string, _ *[]ir.FlatDim)   { l.add(s) }
func (l *labels) Dests(label string, _ *[]ir.Dest)     { l.add(label) }
func (l *labels) HistOps(label string, _ *[]ir.HistOp) { l.add(label) }
func (l *labels) MemSpace(label string, _ *ir.Space)   { l.add(label) }
func (l *labels) Parallel(label string, _ *ir.Parallel) {
	l.add(label)
}
func (l *labels) LoopHeader(*ir.Loop)                { l.add("") }
func (l *labels) IndexSpace(*[]ir.SpaceDim)          { l.add("") }
func (l *labels) Lambda(label string, _ **ir.Lambda) { l.add(label) }
func (l *labels) Body(label string, _ **ir.Body)     { l.add(label) }

func TestPartsAreWhatVisitShows(t *testing.T) {
	for _, d := range ops.Default().Defs() {
		e, ok := ir.New(d.Name)
		if !ok {
			continue // TestEveryOperationIsDefinedOnce reports it
		}
		var shown labels
		e.Visit(&shown)
		if len(shown) != len(d.Parts) {
			t.Errorf("%s: %d parts are documented, %d are shown", d.Name, len(d.Parts), len(shown))
			continue
		}
		for i, label := range shown {
			if label != "" && label != d.Parts[i].Name {
				t.Errorf("%s: part %d is documented as %s, shown as %s", d.Name, i, d.Parts[i].Name, label)
			}
		}
	}
}

func TestPage(t *testing.T) {
	page := find(t, filepath.Join("docs", "ops.md"))
	want := ops.Default().Page()
	if os.Getenv("LAMINA_UPDATE") != "" {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(got), want); d != "" {
		t.Errorf("docs/ops.md is stale; write it with LAMINA_UPDATE=1 go test ./core/ops (-page +registry):\n%s", d)
	}
}

// find returns the path of a file of the module, from the module's root.
func find(t *testing.T, file string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, filepath.Dir(file), "semantics.md")); err == nil {
			return filepath.Join(up, file)
		}
		if up == filepath.Dir(up) {
			t.Fatalf("no %s in %s or above", filepath.Dir(file), dir)
		}
	}
}

const queries = `lamina kernel
fun safe(x: i32) -> (y: i32) { in (x) }
fun checked(c: bool) -> () {
  assert(c, ["no"])
  in ()
}
fun indirect(n: i64, c: bool) -> () {
  segmap(i < n) {
    call checked(c)
    in ()
  }
  in ()
}
fun filter(n_1: i64, xs_1: *[n_1]i32) -> (m_2: i64, ys_2: [m_2]i32) { in (n_1, xs_1) }
fun main(n_3: i64, xs_3: *[n_3]i32, zs: [n_3]i32) -> () {
  let (m_4: i64, ys_4: [m_4]i32) = call filter(n_3, xs_3)
  let (s: [n_3][3]i64) = segmap(i_5 < n_3, j_5 < 3i64) { in (i_5) }
  let (r: [m_4]i32) = loop(k < 10i32, a: *[m_4]i32 = ys_4, b: [n_3]i32 = zs) do {
    let (a_2: [m_4]i32) = update(a, [0i64], k)
    in (a_2, b)
  }
  let (v: [n_3]i32) = slice(zs, [0i64 :+ n_3])
  let (w: [n_3]i32) = copy(zs)
  in ()
}`

func TestQueries(t *testing.T) {
	p, err := ir.Parse("queries.lir", queries)
	if err != nil {
		t.Fatal(err)
	}
	typeOf := map[name.Name]ir.Type{}
	w := ir.Walker{Binders: func(ps []ir.Param) {
		for _, q := range ps {
			typeOf[q.Name] = q.Type
		}
	}}
	main := p.Fun("main")
	w.Params(main.Params)
	for _, s := range main.Body.Stms {
		w.Params(s.Pat)
	}
	lookup := func(n name.Name) (ir.Type, bool) { typ, ok := typeOf[n]; return typ, ok }
	wants := []struct{ types, consumes, view string }{
		{"i64 [m_2]i32", "xs_3", ""},
		{"[n_3][3]i64", "", ""},
		{"[m_4]i32 [n_3]i32", "ys_4", ""},
		{"[n_3]i32", "", "zs"},
		{"[n_3]i32", "", ""},
	}
	for i, s := range main.Body.Stms {
		got, err := ops.Default().ResultTypes(p, s.Exp, lookup)
		if err != nil {
			t.Errorf("%s: %v", s.Brief(), err)
		}
		d := ops.Default().Of(s.Exp)
		if show(got) != wants[i].types {
			t.Errorf("%s has types %s, want %s", s.Brief(), show(got), wants[i].types)
		}
		if c := show(d.Consumes(s.Exp, p.Fun)); c != wants[i].consumes {
			t.Errorf("%s consumes %s, want %s", s.Brief(), c, wants[i].consumes)
		}
		if v, _ := d.ViewOf(s.Exp); v.String() != wants[i].view {
			t.Errorf("%s is a view of %s, want %s", s.Brief(), v, wants[i].view)
		}
	}
	failing := ops.Failing(p)
	for f, want := range map[string]bool{"safe": false, "checked": true, "indirect": true, "main": false, "absent": true} {
		if failing(f) != want {
			t.Errorf("whether %s can fail: %v, want %v", f, !want, want)
		}
	}
}

func show[T interface{ String() string }](xs []T) string {
	s := ""
	for _, x := range xs {
		s += " " + x.String()
	}
	return s[min(1, len(s)):]
}

// What is known of an operation fits together.
func TestDefinitionsAreComplete(t *testing.T) {
	for _, d := range ops.Default().Defs() {
		e, _ := ir.New(d.Name)
		form := ops.FormOf(e)
		switch {
		case (d.Effect == ops.SegOp) != (form != nil && form.Space != nil):
			t.Errorf("%s: it is of class %s, but its form has an index space: %v", d.Name, d.Effect, form != nil && form.Space != nil)
		case d.Effect == ops.View:
			if !d.IsView() {
				t.Errorf("%s is a view of nothing", d.Name)
			}
		}
		if !d.IsCombinator() {
			continue
		}
		s := ops.Segmented(e, []ir.SpaceDim{{}}, new(ir.Body))
		k := ops.KernelOf(s)
		if k == nil || k.Folded() != form.Folded() || k.Prefixes != form.Prefixes || len(k.Folds) != len(form.Folds) || len(k.Writes) != len(form.Writes) {
			t.Errorf("%s becomes the segmented operator %s, which is put together otherwise", d.Name, s.Op())
		}
	}
}
