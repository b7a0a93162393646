package syntax

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

// programs calls f for each program of the examples and the conformance suite.
func programs(t *testing.T, f func(name, text string)) {
	n := 0
	for _, root := range []string{"../../../../examples", "../../../../conformance", "../.."} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".fut" {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			n++
			f(name, string(text))
			return nil
		})
		if os.IsNotExist(err) {
			t.Skip("the programs are not here: under Bazel a test sees only its own files; go test checks this")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 100 {
		t.Errorf("only %d programs", n)
	}
}

// lost says what of f's text, or of its nodes, is not in its lossless tree.
func lost(f *File) string {
	root := f.Lossless()
	var b strings.Builder
	root.Write(&b)
	if b.String() != f.Source.Text {
		return "the tree prints as " + b.String()
	}
	in := map[Node]bool{}
	var walk func(e *Element)
	walk = func(e *Element) {
		if e.Node != nil {
			in[e.Node] = true
			first, last := e.edge(0), e.edge(-1)
			if first.Text == "" || last.Text == "" {
				return
			}
		}
		for _, p := range e.Parts {
			walk(p)
		}
	}
	walk(root)
	missing := ""
	var nodes func(v reflect.Value)
	nodes = func(v reflect.Value) {
		for _, n := range nodesIn(v) {
			if !in[n] {
				missing = reflect.TypeOf(n).String() + " at " + n.Pos().String()
			}
			nodes(reflect.ValueOf(n).Elem())
		}
	}
	nodes(reflect.ValueOf(f.Decls))
	if missing != "" {
		return missing + " is in no element"
	}
	return ""
}

// edge is the first token of e, or with -1 the last.
func (e *Element) edge(i int) *Element {
	for len(e.Parts) > 0 {
		if i == 0 {
			e = e.Parts[0]
		} else {
			e = e.Parts[len(e.Parts)-1]
		}
	}
	return e
}

func TestLosslessTreesOfPrograms(t *testing.T) {
	kinds := map[reflect.Type]bool{}
	programs(t, func(name, text string) {
		f, err := Parse(&source.File{Name: name, Text: text})
		if f == nil {
			t.Fatal(err)
		}
		if what := lost(f); what != "" {
			t.Errorf("%s: %s", name, what)
		}
		var walk func(e *Element)
		walk = func(e *Element) {
			if e.Node != nil {
				kinds[reflect.TypeOf(e.Node)] = true
			}
			for _, p := range e.Parts {
				walk(p)
			}
		}
		walk(f.Lossless())
	})
	// Every kind of node has a span: where a part of the parser forgot it, the kind is missing here.
	for _, n := range []Node{
		&ValDecl{}, &TypeDecl{}, &Ident{}, &TypeParam{}, &Attr{},
		&NamePat{}, &WildPat{}, &LitPat{}, &TuplePat{}, &RecordPat{}, &FieldPat{}, &TypedPat{}, &ConstructPat{},
		&NamedType{}, &ArrayType{}, &Dim{}, &TupleType{}, &RecordType{}, &FieldType{}, &SumType{}, &ConstructorType{}, &FuncType{}, &UniqueType{}, &ExistsType{},
		&IntLit{}, &FloatLit{}, &BoolLit{}, &CharLit{}, &Hole{}, &StringLit{}, &Var{}, &Open{}, &Tuple{}, &Record{}, &Field{}, &Construct{}, &Array{}, &Range{},
		&Project{}, &Index{}, &DimIndex{}, &Update{}, &Step{}, &Apply{}, &BinOp{}, &Neg{}, &Not{}, &Lambda{},
		&LeftSection{}, &RightSection{}, &PathSection{}, &Let{}, &LetFun{}, &If{}, &Match{}, &Case{}, &Loop{},
		&Assert{}, &Ascript{}, &Coerce{}, &Attributed{},
	} {
		if !kinds[reflect.TypeOf(n)] {
			t.Errorf("no program has an element for a %T", n)
		}
	}
}

func TestSpans(t *testing.T) {
	text := "def f x =\n  let y = (x + 1) * 2 -- why\n  in g (y[0]) {a = -y}"
	f, err := Parse(&source.File{Name: "t", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"*syntax.BinOp +":  "x + 1",
		"*syntax.BinOp *":  "(x + 1) * 2",
		"*syntax.Let":      "let y = (x + 1) * 2 -- why\n  in g (y[0]) {a = -y}",
		"*syntax.Apply":    "g (y[0]) {a = -y}",
		"*syntax.Index":    "y[0]",
		"*syntax.Field":    "a = -y",
		"*syntax.ValDecl":  text,
		"*syntax.TuplePat": "",
	}
	got := map[string]string{}
	var walk func(e *Element)
	walk = func(e *Element) {
		if e.Node != nil {
			var b strings.Builder
			e.Write(&b)
			key := reflect.TypeOf(e.Node).String()
			if op, ok := e.Node.(*BinOp); ok {
				key += " " + op.Op.Name
			}
			got[key] = strings.TrimPrefix(b.String(), e.edge(0).Space)
		}
		for _, p := range e.Parts {
			walk(p)
		}
	}
	walk(f.Lossless())
	for key, w := range want {
		if got[key] != w {
			t.Errorf("%s: got %q, want %q", key, got[key], w)
		}
	}
}

// Whatever the text is, nothing of it is lost, and a file that is read without errors has no Bad.
func FuzzLossless(f *testing.F) {
	for _, seed := range []string{
		"def f [n] 'a (xs: [n]a) : *[n]a = map (\\x -> x) xs |> copy -- end",
		"entry main (x: i32) =\n\tlet a = ( in\r\n let b[0] = } in loop (a, b) = (1, 2) for i < 10 do",
		"type t [n] 'a = ? [ def g = \"a\n '' 0x \\ def h = 1 +",
		"let x = 1\nlet y = match x case {a, 0} -> 1 case -1 -> (`f` 2) let z = (a.b) with [1] = c with d = {e}",
		"type t = #a (i32, #b) | -- c\n #d\n let x = match # a case #a #b (#c 1) _ -> #a (#b) case #[x] #d : t -> # | #",
		"#[a(b)] def f ((x)) = ((if a then b else if c then d else e)) : (i32) -> *i32",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse(&source.File{Name: "t", Text: text})
		if file == nil {
			if err == nil {
				t.Fatal("no file and no error")
			}
			return
		}
		if what := lost(file); what != "" {
			t.Fatalf("%q: %s", text, what)
		}
		if err == nil && strings.Contains(Print(file), "???") && !strings.Contains(text, "???") {
			t.Fatalf("%q: read without errors as\n%s", text, Print(file))
		}
	})
}
