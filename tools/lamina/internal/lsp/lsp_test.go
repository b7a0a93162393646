package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/lamina-lang/lamina/driver"
)

// serve, in the environment, makes the test's executable a server.
const serve = "LAMINA_TEST_LSP"

func TestMain(m *testing.M) {
	if os.Getenv(serve) != "" {
		d, err := driver.New()
		if err == nil {
			err = Serve(context.Background(), d, os.Stdin, os.Stdout, "test")
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// client drives a server in a process of its own, over its standard input and output.
type client struct {
	*testing.T
	conn   *jsonrpc2.Conn
	wait   func() error
	folder string
	told   chan publishDiagnostics
}

type pipes struct {
	io.Reader
	io.WriteCloser
}

func newClient(t *testing.T, files map[string]string) *client {
	c := &client{T: t, folder: t.TempDir(), told: make(chan publishDiagnostics, 100)}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(c.folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serve+"=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c.wait = cmd.Wait
	c.conn = jsonrpc2.NewConn(t.Context(), jsonrpc2.NewBufferedStream(pipes{out, in}, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
			var d publishDiagnostics
			if r.Method == "textDocument/publishDiagnostics" && json.Unmarshal(*r.Params, &d) == nil {
				c.told <- d
			}
			return nil, nil
		}), jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	var got struct {
		Capabilities map[string]any `json:"capabilities"`
	}
	c.call("initialize", map[string]any{"rootUri": uriOf(c.folder), "capabilities": map[string]any{}}, &got)
	if got.Capabilities["hoverProvider"] != true {
		t.Fatalf("the server can do %v", got.Capabilities)
	}
	c.notify("initialized", map[string]any{})
	return c
}

// end ends the session as the protocol demands; the process must exit with 0.
func (c *client) end() {
	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
	if err := c.wait(); err != nil {
		c.Errorf("the server ended with %v", err)
	}
}

func (c *client) call(method string, params, result any) {
	c.Helper()
	if err := c.try(method, params, result); err != nil {
		c.Fatalf("%s: %v", method, err)
	}
}

func (c *client) try(method string, params, result any) error {
	return c.conn.Call(c.Context(), method, params, result)
}

func (c *client) notify(method string, params any) {
	c.Helper()
	if err := c.conn.Notify(c.Context(), method, params); err != nil {
		c.Fatalf("%s: %v", method, err)
	}
}

func (c *client) uri(name string) string { return uriOf(filepath.Join(c.folder, name)) }

func (c *client) open(name, content string) {
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "languageId": "futhark", "version": 1, "text": content}})
}

// at are the parameters of a request about the place in name, whose text is content, that a
// bar marks in the given piece of it.
func (c *client) at(name, content, marked string) map[string]any {
	c.Helper()
	before, after, _ := strings.Cut(marked, "|")
	i := strings.Index(content, before+after)
	if i < 0 {
		c.Fatalf("%q is not in the text", before+after)
	}
	lines := strings.Split(content[:i+len(before)], "\n")
	return map[string]any{
		"textDocument": map[string]any{"uri": c.uri(name)},
		"position":     position{len(lines) - 1, units(lines[len(lines)-1])},
	}
}

// diagnostics waits for those of a version of a document.
func (c *client) diagnostics(name string, version int) []diagnostic {
	c.Helper()
	for {
		select {
		case d := <-c.told:
			if d.URI == c.uri(name) && d.Version == version {
				return d.Diagnostics
			}
		case <-c.Context().Done():
			c.Fatalf("no diagnostics of version %d of %s", version, name)
		}
	}
}

const library = `-- | The sum of products.
def dot [n] (xs: [n]f32) (ys: [n]f32) : f32 =
  reduce (+) 0 (map2 (*) xs ys)
`

const program = `import "library"

def matvec [n][m] (a: [n][m]f32) (v: [m]f32) =
  let π = map (\row -> dot row v) a
  let doubled = map (* 2) π
  in doubled

entry main [n] (a: [n][n]f32) (v: [n]f32) =
  let w = matvec a v
  let w[0] = dot w v
  in matvec a w
`

func newProgram(t *testing.T) *client {
	c := newClient(t, map[string]string{"library.fut": library, "program.fut": program})
	c.open("program.fut", program)
	return c
}

func TestDiagnosticsWhileTyping(t *testing.T) {
	c := newProgram(t)
	defer c.end()
	if d := c.diagnostics("program.fut", 1); len(d) != 0 {
		t.Fatalf("a program without mistakes has %v", d)
	}
	// Behind a character of two bytes, and one of two UTF-16 units in a comment.
	change := func(version int, marked, text string) {
		p := c.at("program.fut", program, marked)
		end := p["position"].(position)
		c.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": c.uri("program.fut"), "version": version},
			"contentChanges": []any{map[string]any{"range": textRange{end, end}, "text": text}},
		})
	}
	change(2, "(* 2) π|", "x {- 𝛑 -}")
	d := c.diagnostics("program.fut", 2)
	if len(d) == 0 || d[0].Severity != severityError || d[0].Range.Start.Line != 4 {
		t.Fatalf("the mistake is told as %v", d)
	}
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri("program.fut"), "version": 3},
		"contentChanges": []any{map[string]any{"text": "entry main (x: i32) =\n  let unused = x + 1\n  in maps x\n"}},
	})
	d = c.diagnostics("program.fut", 3)
	if len(d) != 1 || !strings.Contains(d[0].Message, `Unknown name "maps"`) || d[0].Range != (textRange{position{2, 5}, position{2, 9}}) {
		t.Errorf("the unknown name is told as %v", d)
	}
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri("program.fut"), "version": 4},
		"contentChanges": []any{map[string]any{"text": "entry main (x: i32) =\n  let unused = x + 1\n  in x\n"}},
	})
	d = c.diagnostics("program.fut", 4)
	if len(d) != 1 || d[0].Code != "unused" || d[0].Severity != severityWarning || !slices.Equal(d[0].Tags, []int{tagUnnecessary}) {
		t.Errorf("the unused name is told as %v", d)
	}
}

// TestDiagnosticsOfUnsavedImports: what is open counts, also before its first change, and its file when it is closed.
func TestDiagnosticsOfUnsavedImports(t *testing.T) {
	c := newProgram(t)
	defer c.end()
	if d := c.diagnostics("program.fut", 1); len(d) != 0 {
		t.Fatalf("a program without mistakes has %v", d)
	}
	c.open("library.fut", strings.Replace(library, "def dot", "def product", 1))
	if d := c.diagnostics("program.fut", 1); len(d) == 0 || !strings.Contains(d[0].Message, `Unknown name "dot"`) {
		t.Errorf("with the name gone from the library, there are %v", d)
	}
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri("library.fut")}})
	if d := c.diagnostics("program.fut", 1); len(d) != 0 {
		t.Errorf("with the library as it is on disk, there are %v", d)
	}
}

func TestHover(t *testing.T) {
	c := newProgram(t)
	defer c.end()
	for marked, want := range map[string]string{
		"let |doubled":  "doubled : [n]f32",
		"(* 2) π|":      "π : [n]f32",
		"= matvec| a v": "matvec : [n][n]f32 -> [n]f32 -> *[n]f32\nmatvec : [n] [m]. [n][m]f32 -> [m]f32 -> *[n]f32",
		"def mat|vec":   "matvec : [n] [m]. [n][m]f32 -> [m]f32 -> *[n]f32",
		"do|t row":      "dot : [m]f32 -> [m]f32 -> f32\ndot : [n]. [n]f32 -> [n]f32 -> f32",
		"(\\r|ow":       "row : [m]f32",
		"main [n|]":     "n : i64",
		"(* |2) π":      "f32",
		"map (|\\row":   "[m]f32 -> f32",
	} {
		var got hover
		c.call("textDocument/hover", c.at("program.fut", program, marked), &got)
		if text := strings.TrimSuffix(strings.TrimPrefix(got.Contents.Value, "```futhark\n"), "\n```"); text != want && !strings.HasPrefix(text, want+"\n```") {
			t.Errorf("at %q: %q, want %q", marked, text, want)
		}
	}
	var got hover
	c.call("textDocument/hover", c.at("program.fut", program, "do|t row"), &got)
	if !strings.HasSuffix(got.Contents.Value, "The sum of products.") {
		t.Errorf("the documentation is not in %q", got.Contents.Value)
	}
	var none *hover
	c.call("textDocument/hover", c.at("program.fut", program, "import| "), &none)
	if none != nil {
		t.Errorf("a keyword has the type %v", none)
	}
}

// TestHoverWithErrors: what is right in a program with mistakes keeps its types.
func TestHoverWithErrors(t *testing.T) {
	c := newClient(t, nil)
	defer c.end()
	const wrong = "def good (x: i64) = replicate 3 x\n\ndef bad = good nothing\n\ndef unread = let in\n\nentry main = good 1\n"
	c.open("wrong.fut", wrong)
	var got hover
	c.call("textDocument/hover", c.at("wrong.fut", wrong, "main = go|od"), &got)
	if !strings.Contains(got.Contents.Value, "good : (x: i64) -> *[3]i64") {
		t.Errorf("got %q", got.Contents.Value)
	}
}

func TestDefinitionAndReferences(t *testing.T) {
	c := newProgram(t)
	defer c.end()
	for marked, want := range map[string]location{
		"(* 2) π|":      {c.uri("program.fut"), textRange{position{3, 6}, position{3, 7}}},
		"= mat|vec a v": {c.uri("program.fut"), textRange{position{2, 4}, position{2, 10}}},
		"dot| row v":    {c.uri("library.fut"), textRange{position{1, 4}, position{1, 7}}},
	} {
		var got location
		c.call("textDocument/definition", c.at("program.fut", program, marked), &got)
		if got != want {
			t.Errorf("%q is defined at %v, want %v", marked, got, want)
		}
	}
	var prelude *location
	c.call("textDocument/definition", c.at("program.fut", program, "= m|ap (* 2)"), &prelude)
	if prelude != nil {
		t.Errorf("the prelude's map is at %v", prelude)
	}
	p := c.at("program.fut", program, "do|t row")
	p["context"] = map[string]bool{"includeDeclaration": true}
	var uses []location
	c.call("textDocument/references", p, &uses)
	var places []string
	for _, u := range uses {
		places = append(places, fmt.Sprintf("%s:%d:%d", filepath.Base(u.URI), u.Range.Start.Line, u.Range.Start.Character))
	}
	slices.Sort(places)
	if want := []string{"library.fut:1:4", "program.fut:3:23", "program.fut:9:13"}; !slices.Equal(places, want) {
		t.Errorf("dot is used at %v, want %v", places, want)
	}
}

// renamed are the texts after a rename.
func (c *client) renamed(marked, name string) (map[string]string, error) {
	p := c.at("program.fut", program, marked)
	p["newName"] = name
	var edit workspaceEdit
	if err := c.try("textDocument/rename", p, &edit); err != nil {
		return nil, err
	}
	out := map[string]string{"program.fut": program, "library.fut": library}
	for uri, edits := range edit.Changes {
		file := filepath.Base(fileOf(uri))
		slices.SortFunc(edits, func(a, b textEdit) int {
			return newText(out[file]).offset(b.Range.Start) - newText(out[file]).offset(a.Range.Start)
		})
		for _, e := range edits {
			t := newText(out[file])
			content := out[file]
			out[file] = content[:t.offset(e.Range.Start)] + e.NewText + content[t.offset(e.Range.End):]
		}
	}
	return out, nil
}

func TestRename(t *testing.T) {
	c := newProgram(t)
	defer c.end()
	for _, r := range []struct {
		marked, name string
		file         string
		old, new     []string
	}{
		{"= mat|vec a v", "apply_matrix", "program.fut", []string{"matvec"}, []string{"apply_matrix"}},
		{"do|t row", "inner'", "program.fut", []string{"dot row", "dot w"}, []string{"inner' row", "inner' w"}},
		{"do|t row", "inner'", "library.fut", []string{"def dot"}, []string{"def inner'"}},
		{"let |w = ", "u", "program.fut", []string{"let w =", "w[0] = dot w v", "matvec a w"}, []string{"let u =", "u[0] = dot u v", "matvec a u"}},
		{"matvec [n|]", "rows", "program.fut", []string{"matvec [n][m] (a: [n]"}, []string{"matvec [rows][m] (a: [rows]"}},
	} {
		got, err := c.renamed(r.marked, r.name)
		if err != nil {
			t.Errorf("%s to %s: %v", r.marked, r.name, err)
			continue
		}
		want := map[string]string{"program.fut": program, "library.fut": library}[r.file]
		for i := range r.old {
			want = strings.ReplaceAll(want, r.old[i], r.new[i])
		}
		if got[r.file] != want {
			t.Errorf("%s to %s: %s is\n%s\nwant\n%s", r.marked, r.name, r.file, got[r.file], want)
		}
	}
	for marked, name := range map[string]string{
		"let |doubled": "in",    // a keyword
		"= m|ap (* 2)": "other", // of the prelude
		"(\\r|ow":      "v",     // would capture the use of v
		"def mat|vec":  "dot",   // would hide the import's
		"let |π":       "1x",
	} {
		if got, err := c.renamed(marked, name); err == nil {
			t.Errorf("%s was renamed to %s:\n%s", marked, name, got["program.fut"])
		}
	}
}

func TestCompletion(t *testing.T) {
	c := newProgram(t)
	defer c.end()
	content := program + "\ndef more (first: i64) =\n  let second = f32.sq\n  let third = fir\n  in matv\n"
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri("program.fut"), "version": 2},
		"contentChanges": []any{map[string]any{"text": content}},
	})
	for marked, want := range map[string]string{"f32.sq|": "sqrt", "= fir|": "first", "in matv|": "matvec", "let w = mat|": "match", "do|t row": "dot"} {
		var items []completionItem
		c.call("textDocument/completion", c.at("program.fut", content, marked), &items)
		if !slices.ContainsFunc(items, func(i completionItem) bool { return i.Label == want }) {
			t.Errorf("at %q there are %v, not %s", marked, items, want)
		}
	}
}

func TestSignatureHelp(t *testing.T) {
	c := newProgram(t)
	defer c.end()
	for marked, want := range map[string]int{"matvec| a v": -1, "matvec |a v": 0, "matvec a |v": 1, "dot row |v": 1} {
		var got *signatureHelp
		c.call("textDocument/signatureHelp", c.at("program.fut", program, marked), &got)
		switch {
		case want < 0 && got != nil && strings.HasPrefix(got.Signatures[0].Label, "matvec"):
			t.Errorf("at %q: %v", marked, got)
		case want >= 0 && (got == nil || got.ActiveParameter != want || len(got.Signatures[0].Parameters) != 2):
			t.Errorf("at %q: %v, want parameter %d of 2", marked, got, want)
		}
	}
}

func TestFormattingAndHints(t *testing.T) {
	c := newProgram(t)
	defer c.end()
	const messy = "entry main (xs:[]i32)=\n  let ys=map (+1) xs\n  in ys\n"
	c.open("messy.fut", messy)
	var edits []textEdit
	c.call("textDocument/formatting", c.at("messy.fut", messy, "entry|"), &edits)
	if len(edits) != 1 || edits[0].NewText != "entry main (xs: []i32) =\n  let ys = map (+ 1) xs\n  in ys\n" {
		t.Errorf("formatting makes %v", edits)
	}
	p := c.at("program.fut", program, "import|")
	p["range"] = textRange{position{0, 0}, position{20, 0}}
	var hints []inlayHint
	c.call("textDocument/inlayHint", p, &hints)
	hints = slices.DeleteFunc(hints, func(h inlayHint) bool { return h.Kind != 1 }) // what is copied comes when it is known
	typed := func(line, col int) inlayHint {
		return inlayHint{Position: position{line, col}, Label: ": [n]f32", Kind: 1}
	}
	want := []inlayHint{typed(3, 7), typed(4, 13), typed(8, 7)}
	if !slices.Equal(hints, want) {
		t.Errorf("the hints are %v, want %v", hints, want)
	}
	var symbols []symbol
	c.call("textDocument/documentSymbol", p, &symbols)
	if len(symbols) != 2 || symbols[0].Name != "matvec" || symbols[1].Name != "main" {
		t.Errorf("the symbols are %v", symbols)
	}
}

// TestHintsOfMemory waits for the hints of what a program allocates and copies: the result, and the array that
// is given twice. After a mistake there are none.
func TestHintsOfMemory(t *testing.T) {
	const program = "entry main [n] (xs: [n]i32) : [2][n]i32 =\n  -- π\n  [xs, xs]\n"
	c := newClient(t, map[string]string{"copies.fut": program})
	defer c.end()
	c.open("copies.fut", program)
	p := c.at("copies.fut", program, "entry|")
	p["range"] = textRange{position{0, 0}, position{9, 0}}
	var hints []inlayHint
	for ; len(hints) == 0 && c.Context().Err() == nil; time.Sleep(20 * time.Millisecond) {
		c.call("textDocument/inlayHint", p, &hints)
	}
	var found []string
	for _, h := range hints {
		if h.Position != (position{2, 10}) {
			t.Errorf("a hint is at %v", h.Position)
		}
		found = append(found, h.Label+": "+h.Tooltip)
	}
	text := strings.Join(found, "\n")
	if strings.Count(text, "copies xs: [n]i32: 4·n bytes") != 2 || !strings.Contains(text, "allocates ") {
		t.Errorf("the hints are\n%s", text)
	}
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri("copies.fut"), "version": 2},
		"contentChanges": []any{map[string]any{"text": strings.Replace(program, "[xs, xs]", "[xs, ys]", 1)}},
	})
	c.diagnostics("copies.fut", 2)
	hints = nil
	if c.call("textDocument/inlayHint", p, &hints); len(hints) != 0 {
		t.Errorf("a program with a mistake has the hints %v", hints)
	}
}

// TestRequestsThatFail: they are answered with an error, and the server goes on.
func TestRequestsThatFail(t *testing.T) {
	c := newProgram(t)
	defer c.end()
	for method, params := range map[string]any{
		"textDocument/hover":      map[string]any{"textDocument": map[string]any{"uri": c.uri("closed.fut")}},
		"textDocument/completion": []int{1},
		"workspace/nothing":       nil,
	} {
		if err := c.try(method, params, nil); err == nil {
			t.Errorf("%s is answered", method)
		}
	}
	for _, p := range []position{{1000, 0}, {0, 1000}, {-1, -1}, {3, 8}} {
		for m := range methods {
			if !strings.HasPrefix(m, "textDocument/") || strings.HasPrefix(m, "textDocument/did") {
				continue
			}
			err := c.try(m, map[string]any{"textDocument": map[string]any{"uri": c.uri("program.fut")}, "position": p, "newName": "x"}, nil)
			if err != nil && strings.Contains(err.Error(), "internal error") {
				t.Errorf("%s at %v: %v", m, p, err)
			}
		}
	}
	c.open("broken.fut", "\xff\xfe")
	c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("broken.fut")}}, nil)
}
