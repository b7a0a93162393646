package fut

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lamina-lang/lamina/core/ir"
)

// Imports are relative to the file that they are in; what a file imports it does not export.
func TestImports(t *testing.T) {
	library := map[string]string{
		"a":                   "import \"sub/c\"\nentry fa (x: i64) = fc x + 1",
		"sub/b":               "import \"../a\"\nopen import \"c\"\ndef fb (x: i64) = fa x",
		"sub/c":               "def fc (x: i64) = x * 10",
		"lib/x.org/sort/sort": "import \"../util/util\"\nmodule sort = { def one (x: i64) = util.one x }",
		"lib/x.org/util/util": "import \"/sub/c\"\nmodule util = { def one (x: i64) = fc x }",
		"itself":              "import \"itself\"",
		"circle":              "import \"sub/back\"",
		"sub/back":            "import \"../circle\"",
		"wrong":               "def f (x: i64) =\n  x + true",
		"malformed":           "def f =\n  = 2",
		"entries":             "entry main (x: i64) = x\nentry other (x: i64) = x",
	}
	for _, c := range []struct{ program, err string }{
		{"import \"a\"\nentry main (x: i64) = fa x", ""},
		{"module b = import \"sub/b\"\nentry main (x: i64) = b.fb (b.fc x)", ""},
		{"import \"sub/b\"\nimport \"sub/c\"\nimport \"a\"\nentry main (x: i64) = fa (fb (fc x))", ""},
		{"import \"lib/x.org/sort/sort\"\nentry main (x: i64) = sort.one x", ""},
		{"local open import \"/sub/c\"\nentry main (x: i64) = fc x", ""},
		{"import \"entries\"\nentry mine (x: i64) = main x", ""},
		{"import \"a\"\nentry main (x: i64) = fc x", "dir/p.fut:2:23: Unknown name \"fc\""},
		{"import \"none\"\nentry main (x: i64) = x", "dir/p.fut:1:1: Could not read file \"none\", which is imported here: open none.fut: file does not exist"},
		{"import \"itself\"", "dir/itself.fut:1:1: File \"itself\" imports itself"},
		{"import \"circle\"", "dir/sub/back.fut:1:1: File \"../circle\" imports itself, through sub/back"},
		{"import \"p\"", "dir/p.fut:1:1: File \"p\" imports itself"},
		{"import \"wrong\"\nentry main (x: i64) = x", "dir/wrong.fut:2:7: Cannot apply \"+\" to \"true\" (invalid type): the right operand has type bool, but i64 is expected\n  2 |   x + true\n"},
		{"import \"malformed\"\nentry main (x: i64) = x", "dir/malformed.fut:2:3: Unexpected \"=\"; expected an expression\n  2 |   = 2\n"},
	} {
		files := fstest.MapFS{}
		for name, text := range library {
			files[name+".fut"] = &fstest.MapFile{Data: []byte(text)}
		}
		p, _, err := CompileFiles(context.Background(), "dir/p.fut", []byte(c.program), func(name string) ([]byte, error) { return fs.ReadFile(files, name) })
		switch {
		case c.err == "" && err != nil:
			t.Errorf("%s\n%v", c.program, err)
		case c.err == "" && entries(p) != 1:
			t.Errorf("%s\nhas %d entry points, want its own alone", c.program, entries(p))
		case c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), c.err)):
			t.Errorf("%s\ngot %v, want %s", c.program, err, c.err)
		}
	}
}

func entries(p *ir.Program) int {
	n := 0
	for _, f := range p.Funs {
		if f.Entry != nil {
			n++
		}
	}
	return n
}
