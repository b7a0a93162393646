package docpages

import (
	"bytes"
	"context"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/tools/browser"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

const library = `-- | Vectors. *All* of them.

-- | A vector <b>of</b> some length.
type vec [n] = [n]f32

-- | The sum of products.
def dot [n] (xs: vec [n]) (ys: vec [n]) = reduce (+) 0 (map2 (*) xs ys)

local def hidden = 1i32

module plane = {
  def origin : vec [2] = [0, 0]
}
`

const program = `import "lib/vectors"

-- | How long a vector is.
entry norm [n] (xs: vec [n]) : f32 = f32.sqrt (dot xs xs)

entry main (x: f32) : f32 = norm [x, plane.origin[0]]
`

// folder holds a program and the library that it imports.
func folder(t *testing.T) string {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "lib"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"program.fut": program, "lib/vectors.fut": library} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// made are the pages of the program and its library, by name.
func made(t *testing.T) map[string]string {
	s, err := collect(context.Background(), nil, []string{filepath.Join(folder(t), "program.fut")})
	if err != nil || s.mistakes != nil {
		t.Fatal(err, s.mistakes)
	}
	all, err := s.pages()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, p := range all {
		out[p.url] = string(p.content)
	}
	return out
}

// TestMembersOfScalars: a member of a scalar's module leads to its declaration, unless the program has a module
// of that name.
func TestMembersOfScalars(t *testing.T) {
	text := made(t)["program.fut.source.html"]
	if want := `f32.<a href="prelude/scalars.fut.html#f32.sqrt"`; !strings.Contains(text, want) {
		t.Errorf("%s is not in\n%s", want, text)
	}
	file := filepath.Join(t.TempDir(), "own.fut")
	if err := os.WriteFile(file, []byte("module f32 = f64\nentry main (x: f64) = f32.sqrt x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := collect(context.Background(), nil, []string{file})
	if err != nil || s.mistakes != nil {
		t.Fatal(err, s.mistakes)
	}
	all, err := s.pages()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.url == "own.fut.source.html" && strings.Contains(string(p.content), "#f32.sqrt") {
			t.Errorf("f32 is f64 there:\n%s", p.content)
		}
	}
}

// TestEveryLinkLeadsSomewhere follows all links of all pages, those of the prelude too.
func TestEveryLinkLeadsSomewhere(t *testing.T) {
	all := made(t)
	links := regexp.MustCompile(`href="([^"]*)"`)
	count := 0
	for name, text := range all {
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			count++
			to, id, _ := strings.Cut(html.UnescapeString(m[1]), "#")
			if to == "" {
				to = name
			} else {
				to = filepath.Join(filepath.Dir(name), to)
			}
			target, ok := all[to]
			if !ok {
				t.Errorf("%s leads to %s, which does not exist", name, m[1])
			} else if id, err := url.PathUnescape(id); err != nil || id != "" && !strings.Contains(target, `id="`+html.EscapeString(id)+`"`) {
				t.Errorf("%s leads to %s, and that place does not exist", name, m[1])
			}
		}
	}
	if count < 50 {
		t.Errorf("there are only %d links", count)
	}
}

func TestNamesLeadToTheirDeclarations(t *testing.T) {
	all := made(t)
	for page, wanted := range map[string][]string{
		"program.fut.html": {
			`<a href="lib/vectors.fut.html#type:vec"`, // in a signature
			`<a href="lib/vectors.fut.html">import`,
			"<p>How long a vector is.</p>",
		},
		"program.fut.source.html": {
			`<a href="lib/vectors.fut.html#dot" title="[n]f32 -&gt; [n]f32 -&gt; f32">dot</a>`,
		},
		"lib/vectors.fut.html": {
			"dot : [n]. [n]f32 -&gt; [n]f32 -&gt; f32", // the result is not written
			"<em>All</em>", `id="plane.origin"`,
		},
		"lib/vectors.fut.source.html": {`<a href="../prelude/prelude.fut.html#reduce"`, "hidden"},
		namesFile:                     {`{"name":"plane.origin","kind":"def","file":"lib/vectors.fut","url":"lib/vectors.fut.html#plane.origin"}`},
	} {
		for _, want := range wanted {
			if !strings.Contains(all[page], want) {
				t.Errorf("%s lacks %s", page, want)
			}
		}
	}
	if strings.Contains(all["lib/vectors.fut.html"], ">hidden<") {
		t.Error("what is local is documented")
	}
	if strings.Contains(all["lib/vectors.fut.html"], "<b>of</b>") {
		t.Error("HTML of a comment is in the page")
	}
}

func TestSearchInABrowser(t *testing.T) {
	all := made(t)
	page := strings.Replace(all["program.fut.html"], `<script src="names.js"></script>`, "<script>"+all[namesFile]+"</script>", 1)
	for _, size := range []browser.Size{browser.Phone, browser.Desktop} {
		var got struct {
			First  string
			Link   string
			Wide   bool
			Nobody string
		}
		browser.Run(t, []byte(page), size, `
			const find = document.getElementById("find"), found = document.getElementById("found");
			const type = text => { find.value = text; find.dispatchEvent(new Event("input")); };
			type("dot");
			const a = found.querySelector("a");
			const answer = {First: a.querySelector("b").textContent, Link: a.getAttribute("href"), Wide: document.documentElement.scrollWidth > innerWidth};
			type("nonsuch");
			answer.Nobody = found.textContent;
			return answer;`, &got)
		if got.First != "dot" || got.Link != "lib/vectors.fut.html#dot" || got.Wide || got.Nobody != "There is no such name." {
			t.Errorf("at %v the search gives %+v", size, got)
		}
	}
}

// TestServing asks a server for pages, before and after a change, and ends it.
func TestServing(t *testing.T) {
	dir := folder(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- serve(ctx, &verb.Tool{Streams: verb.Streams{Out: in}}, "localhost:0", []string{dir})
	}()
	told := make([]byte, 200)
	n, err := out.Read(told)
	if err != nil {
		t.Fatal(err)
	}
	root := regexp.MustCompile(`http://\S+/`).FindString(string(told[:n]))
	get := func(page string) (int, string) {
		r, err := http.Get(root + page)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		var text bytes.Buffer
		if _, err := text.ReadFrom(r.Body); err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, text.String()
	}
	if code, text := get(""); code != 200 || !strings.Contains(text, "program.fut.html") {
		t.Errorf("the first page is %d %.200s", code, text)
	}
	if code, _ := get("nowhere.html"); code != 404 {
		t.Errorf("a page that does not exist gives %d", code)
	}
	change := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "program.fut"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	change("def anew = 1i32")
	if _, text := get("program.fut.html"); !strings.Contains(text, "anew") {
		t.Error("the page is not made anew")
	}
	change("def anew = maps")
	if code, text := get(""); code != 200 || !strings.Contains(html.UnescapeString(text), `Unknown name "maps"`) {
		t.Errorf("the first page is %d beside a mistake: %s", code, text)
	}
	if code, text := get("program.fut.html"); code != 404 || !strings.Contains(text, `Unknown name "maps"`) {
		t.Errorf("the page of a file with a mistake gives %d %s", code, text)
	}
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("the server does not end")
	}
}
