package lsp

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/frontends/fut"
)

// workspace are files whose modules use each other: a module type and a functor, modules of that type,
// and programs that import them.
var workspace = map[string]string{
	"monoid.fut": `-- | An operation and its neutral element.
module type monoid = {
  type t
  -- | The operation.
  val combine: t -> t -> t
  val zero: t
}

-- | Sums of many.
module mk_sum (M: monoid) = {
  module inner = { def id (x: M.t) = x }
  def sum [n] (xs: [n]M.t) : M.t = reduce M.combine M.zero (map inner.id xs)
}
`,
	"add.fut": `open import "monoid"

module add : monoid with t = i32 = {
  type t = i32
  def combine (a: t) (b: t) = a + b
  def zero = 0i32
}

module max_i32 = {
  module deep = { def twice (x: i32) = 2 * x }
  type t = i32
  def combine = i32.max
  def zero = i32.lowest
}
`,
	"main.fut": `import "add"
module sums = mk_sum add
module maxima = mk_sum max_i32
open sums

entry total (xs: []i32) = sum xs + maxima.sum xs
entry twice (xs: []i32) = map max_i32.deep.twice xs
entry none = add.zero i32.+ max_i32.(zero - 1)
`,
}

func newWorkspace(t *testing.T) *client {
	c := newClient(t, workspace)
	for _, name := range slices.Sorted(maps.Keys(workspace)) {
		c.open(name, workspace[name])
		if d := c.diagnostics(name, 1); len(d) > 0 {
			t.Fatalf("%s: %v", name, d)
		}
	}
	return c
}

// in are the parameters of a request about a place in a file of the workspace: "main.fut: s|um".
func (c *client) in(marked string) map[string]any {
	file, marked, _ := strings.Cut(marked, ": ")
	return c.at(file, workspace[file], marked)
}

// shown is a place as text: the file, and the name with what is before it on its line.
func (c *client) shown(l location) string {
	file := filepath.Base(l.URI)
	line := newText(workspace[file])[l.Range.Start.Line]
	return fmt.Sprintf("%s:%d: %s|%s", file, l.Range.Start.Line+1, strings.TrimSpace(line[:l.Range.Start.Character]), line[l.Range.Start.Character:l.Range.End.Character])
}

func TestDefinitionsThroughModules(t *testing.T) {
	c := newWorkspace(t)
	defer c.end()
	for marked, want := range map[string]string{
		"main.fut: mk_s|um add":          "monoid.fut:10: module|mk_sum",
		"main.fut: mk_sum a|dd":          "add.fut:3: module|add",
		"main.fut: open su|ms":           "main.fut:2: module|sums",
		"main.fut: = su|m xs":            "monoid.fut:12: def|sum",
		"main.fut: max|ima.sum xs":       "main.fut:3: module|maxima",
		"main.fut: maxima.su|m xs":       "monoid.fut:12: def|sum",
		"main.fut: max_i3|2.deep.twice":  "add.fut:9: module|max_i32",
		"main.fut: max_i32.de|ep.twice":  "add.fut:10: module|deep",
		"main.fut: max_i32.deep.twi|ce":  "add.fut:10: module deep = { def|twice",
		"main.fut: max_i32.(ze|ro":       "add.fut:13: def|zero",
		"main.fut: max_i|32.(zero":       "add.fut:9: module|max_i32",
		"main.fut: add.ze|ro":            "add.fut:6: def|zero",
		"main.fut: import \"a|dd":        "add.fut:1: |",
		"add.fut: open import \"mo|noid": "monoid.fut:1: |",
		"add.fut: add : mono|id with":    "monoid.fut:2: module type|monoid",
		"add.fut: with |t = i32":         "monoid.fut:3: type|t",
		"monoid.fut: (M: mon|oid)":       "monoid.fut:2: module type|monoid",
		"monoid.fut: reduce |M.combine":  "monoid.fut:10: module mk_sum (|M",
		"monoid.fut: reduce M.comb|ine":  "monoid.fut:5: val|combine",
		"monoid.fut: (xs: [n]M.|t)":      "monoid.fut:3: type|t",
		"monoid.fut: inn|er.id xs":       "monoid.fut:11: module|inner",
	} {
		var got location
		c.call("textDocument/definition", c.in(marked), &got)
		if got.URI == "" {
			t.Errorf("%q has no definition", marked)
		} else if c.shown(got) != want {
			t.Errorf("%q is defined at %s, want %s", marked, c.shown(got), want)
		}
	}
}

func TestReferencesThroughModules(t *testing.T) {
	c := newWorkspace(t)
	defer c.end()
	for marked, want := range map[string][]string{
		"main.fut: = su|m xs":    {"main.fut:6: entry total (xs: []i32) = sum xs + maxima.|sum", "main.fut:6: entry total (xs: []i32) =|sum", "monoid.fut:12: def|sum"},
		"add.fut: module a|dd":   {"add.fut:3: module|add", "main.fut:2: module sums = mk_sum|add", "main.fut:8: entry none =|add"},
		"monoid.fut: M: mono|id": {"add.fut:3: module add :|monoid", "monoid.fut:10: module mk_sum (M:|monoid", "monoid.fut:2: module type|monoid"},
		// What the module type demands belongs together with what the modules have.
		"add.fut: zer|o = 0i32": {
			"add.fut:13: def|zero", "add.fut:6: def|zero", "main.fut:8: entry none = add.zero i32.+ max_i32.(|zero", "main.fut:8: entry none = add.|zero",
			"monoid.fut:12: def sum [n] (xs: [n]M.t) : M.t = reduce M.combine M.|zero", "monoid.fut:6: val|zero",
		},
		"main.fut: \"ad|d\"": {"main.fut:1: import|\"add\""},
	} {
		p := c.in(marked)
		p["context"] = map[string]bool{"includeDeclaration": true}
		var got []location
		c.call("textDocument/references", p, &got)
		var places []string
		for _, l := range got {
			places = append(places, c.shown(l))
		}
		slices.Sort(places)
		if !slices.Equal(places, want) {
			t.Errorf("%q is used at\n\t%s\nwant\n\t%s", marked, strings.Join(places, "\n\t"), strings.Join(want, "\n\t"))
		}
	}
}

// TestRenameThroughModules: the new name stands wherever the old one was, and nowhere else; the programs
// stay right.
func TestRenameThroughModules(t *testing.T) {
	c := newWorkspace(t)
	defer c.end()
	for _, r := range []struct {
		marked, name string
		places       map[string]int // how often the new name is written in each file
	}{
		{"main.fut: maxima.su|m xs", "fold", map[string]int{"main.fut": 2, "monoid.fut": 1}},
		{"main.fut: mk_sum a|dd", "plus", map[string]int{"main.fut": 2, "add.fut": 1}},
		{"monoid.fut: (M: mono|id)", "semigroup", map[string]int{"monoid.fut": 2, "add.fut": 1}},
		{"monoid.fut: reduce M.comb|ine", "op", map[string]int{"monoid.fut": 2, "add.fut": 2}},
		{"add.fut: def z|ero = 0i32", "none", map[string]int{"monoid.fut": 2, "add.fut": 2, "main.fut": 3}},
		{"monoid.fut: reduce |M.combine", "Op", map[string]int{"monoid.fut": 6}},
		{"main.fut: max_i32.de|ep.twice", "below", map[string]int{"main.fut": 1, "add.fut": 1}},
		{"main.fut: open su|ms", "adding", map[string]int{"main.fut": 2}},
		{"add.fut: with |t = i32", "elem", map[string]int{"monoid.fut": 8, "add.fut": 5}},
	} {
		p := c.in(r.marked)
		p["newName"] = r.name
		var edit workspaceEdit
		if err := c.try("textDocument/rename", p, &edit); err != nil {
			t.Errorf("%s to %s: %v", r.marked, r.name, err)
			continue
		}
		after := maps.Clone(workspace)
		for uri, edits := range edit.Changes {
			file := filepath.Base(fileOf(uri))
			after[file] = applied(after[file], edits)
		}
		word := regexp.MustCompile(`\b` + r.name + `\b`)
		for file, text := range after {
			want := r.places[file]
			if file == "main.fut" && r.name == "none" {
				want = 3 // with the entry point of this name
			}
			if got := len(word.FindAllString(text, -1)); got != want {
				t.Errorf("%s to %s: %d times in %s, want %d:\n%s", r.marked, r.name, got, file, want, text)
			}
			read := func(name string) ([]byte, error) { return []byte(after[name]), nil }
			if err := fut.Analyse(file, []byte(text), read).Err; err != nil {
				t.Errorf("%s to %s: %v", r.marked, r.name, err)
			}
		}
	}
	for marked, name := range map[string]string{
		"main.fut: module maxi|ma":      "sums",   // taken
		"main.fut: max_i32.deep.twi|ce": "in",     // a keyword
		"main.fut: \"ad|d\"":            "others", // a file
	} {
		p := c.in(marked)
		p["newName"] = name
		if err := c.try("textDocument/rename", p, nil); err == nil {
			t.Errorf("%s was renamed to %s", marked, name)
		}
	}
}

// applied is a text after edits.
func applied(content string, edits []textEdit) string {
	slices.SortFunc(edits, func(a, b textEdit) int {
		return newText(content).offset(b.Range.Start) - newText(content).offset(a.Range.Start)
	})
	for _, e := range edits {
		t := newText(content)
		content = content[:t.offset(e.Range.Start)] + e.NewText + content[t.offset(e.Range.End):]
	}
	return content
}

func TestHoverOnModules(t *testing.T) {
	c := newWorkspace(t)
	defer c.end()
	for marked, want := range map[string]string{
		"main.fut: mk_s|um add":         "```futhark\nmodule mk_sum (M: monoid)\n  module inner\n  def sum [n] (xs: [n]M.t) : M.t\n```\n\nSums of many.",
		"monoid.fut: (M: mono|id)":      "```futhark\nmodule type monoid\n  type t\n  val combine: t -> t -> t\n  val zero: t\n```\n\nAn operation and its neutral element.",
		"main.fut: max_i32.de|ep.twice": "```futhark\nmodule deep\n  def twice : i32 -> i32\n```",
		"main.fut: maxima.su|m xs":      "```futhark\nsum : []i32 -> i32\nsum : [n]. [n]i32 -> i32\n```",
		"monoid.fut: reduce M.comb|ine": "```futhark\ncombine : t -> t -> t\n```\n\nThe operation.",
	} {
		var got hover
		c.call("textDocument/hover", c.in(marked), &got)
		if got.Contents.Value != want {
			t.Errorf("%s: %q, want %q", marked, got.Contents.Value, want)
		}
	}
}

// TestCompletionInModules: while a line is typed, and so the program has an error.
func TestCompletionInModules(t *testing.T) {
	c := newWorkspace(t)
	defer c.end()
	version := 1
	for _, r := range []struct{ file, typed, after, want, not string }{
		{"main.fut", "def more = add.", "open sums", "combine", "sum"},
		{"main.fut", "def more = max_i32.", "open sums", "deep", "map"},
		{"main.fut", "def more = max_i32.deep.tw", "open sums", "twice", "combine"},
		{"main.fut", "def more (x: add.", "open sums", "t", "map"},
		{"main.fut", "def more = su", "open sums", "sum", "map"},
		{"main.fut", "def more = s", "import \"add\"", "scan", "sum"}, // not opened yet
		{"main.fut", "def more = total.", "entry total (xs: []i32) = sum xs + maxima.sum xs", "", "sum"},
		{"main.fut", "module other = mk_sum ma", "open sums", "max_i32", "deep"},
		{"monoid.fut", "  def double x = M.co", "  module inner = { def id (x: M.t) = x }", "combine", "sum"},
		{"monoid.fut", "  def double x = inner.", "  module inner = { def id (x: M.t) = x }", "id", "sum"},
		{"monoid.fut", "module other (N: mon", "}", "monoid", "M"},
	} {
		text := strings.Replace(workspace[r.file], r.after+"\n", r.after+"\n"+r.typed+"\n", 1)
		version++
		c.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": c.uri(r.file), "version": version},
			"contentChanges": []any{map[string]any{"text": text}},
		})
		var items []completionItem
		c.call("textDocument/completion", c.at(r.file, text, r.typed+"|"), &items)
		has := func(name string) bool {
			return slices.ContainsFunc(items, func(i completionItem) bool { return i.Label == name })
		}
		if r.want != "" && !has(r.want) || has(r.not) {
			t.Errorf("behind %q there are %v; want %s, and not %s", r.typed, items, r.want, r.not)
		}
		c.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": c.uri(r.file), "version": version},
			"contentChanges": []any{map[string]any{"text": workspace[r.file]}},
		})
	}
}

func TestSignatureHelpThroughModules(t *testing.T) {
	c := newWorkspace(t)
	defer c.end()
	var got *signatureHelp
	c.call("textDocument/signatureHelp", c.in("main.fut: maxima.sum |xs"), &got)
	if got == nil || got.ActiveParameter != 0 || !strings.Contains(got.Signatures[0].Label, "sum : ") {
		t.Errorf("got %v", got)
	}
}
