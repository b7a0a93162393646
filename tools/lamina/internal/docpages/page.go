package docpages

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark"

	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/markdown"
	"github.com/lamina-lang/lamina/tools/lamina/internal/pages"
)

// written is a page as it is written.
type written struct {
	url     string // from the root of all pages, not escaped
	content []byte
}

//go:embed search.js
var searchScript string

// namesFile holds the names that are searched, for all pages.
const namesFile = "names.js"

// pages are all pages, and the names that they search.
func (s *set) pages() ([]written, error) {
	names, err := s.names()
	if err != nil {
		return nil, err
	}
	out := []written{{namesFile, names}}
	add := func(url, title string, body string) error {
		var b bytes.Buffer
		root := strings.Repeat("../", strings.Count(url, "/"))
		err := pages.Write(&b, pages.Page{
			Title:   title,
			Head:    template.HTML(`<a href="` + root + `index.html">All files</a><input id="find" type="search" placeholder="find a name" aria-label="find a name"><div id="found" hidden></div>`),
			Body:    template.HTML(body),
			Script:  template.JS("const root = " + quoted(root) + ";\n" + searchScript),
			Scripts: []string{root + namesFile},
		})
		out = append(out, written{url, b.Bytes()})
		return err
	}
	if err := add("index.html", "Documentation", s.overview()); err != nil {
		return nil, err
	}
	for _, f := range s.files {
		w := &writer{set: s, file: f, from: f.page()}
		w.declarations()
		if err := add(f.page(), f.name, w.String()); err != nil {
			return nil, err
		}
		w = &writer{set: s, file: f, from: f.code()}
		w.source()
		if err := add(f.code(), "Source of "+f.name, w.String()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// quoted is a string of JavaScript, which cannot end a script element.
func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings can be marshalled
	}
	return string(text)
}

// names are all declarations, as a script that the search reads.
func (s *set) names() ([]byte, error) {
	type found struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
		File string `json:"file"`
		URL  string `json:"url"`
	}
	all := []found{}
	for _, f := range s.files {
		var add func(es []fut.Entity, path string)
		add = func(es []fut.Entity, path string) {
			for _, e := range es {
				inner := path
				if p, ok := s.anchors[at(e.At)]; ok {
					all = append(all, found{path + e.Name, e.Kind, f.name, link("", p)})
					inner = path + e.Name + "."
				}
				add(e.Members, inner)
			}
		}
		add(f.outline, "")
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("writing the names: %w", err)
	}
	return fmt.Appendf(nil, "const names = %s;\n", text), nil
}

// link is the URL of a place, seen from a page.
func link(from string, to place) string {
	u := url.URL{Path: strings.Repeat("../", strings.Count(from, "/")) + to.page, Fragment: to.id}
	if from == to.page {
		u.Path = ""
	}
	return strings.TrimPrefix(u.String(), "./") // which String puts before a colon
}

// overview is the body of the first page: all files, with the first sentence about each.
func (s *set) overview() string {
	var b strings.Builder
	row := func(f *file) {
		fmt.Fprintf(&b, `<tr><td><a href="%s">%s</a></td><td>%s</td></tr>`, html.EscapeString(link("", place{page: f.page()})), html.EscapeString(f.name), html.EscapeString(firstSentence(f.index.Doc())))
	}
	if s.mistakes != nil {
		fmt.Fprintf(&b, "<h2>Files with mistakes</h2><pre>%s</pre>", html.EscapeString(s.mistakes.Error()))
	}
	b.WriteString("<h2>Files</h2><table>")
	for _, f := range s.own() {
		row(f)
	}
	b.WriteString("</table><h2>What every program has in scope</h2><table>")
	for _, f := range s.files {
		if f.prelude {
			row(f)
		}
	}
	b.WriteString("</table>")
	return b.String()
}

// firstSentence is the beginning of a text, up to a full stop that ends a line or comes before a space.
func firstSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if i := strings.Index(text, ". "); i >= 0 {
		return text[:i+1]
	}
	return text
}

// writer writes the body of a page.
type writer struct {
	strings.Builder
	*set
	file *file
	from string // the page that is written
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// declarations writes what a file declares.
func (w *writer) declarations() {
	w.markdown(w.file.index.Doc())
	w.printf(`<p><a href="%s">Source</a></p>`, html.EscapeString(link(w.from, place{page: w.file.code()})))
	w.entities(w.file.outline)
}

func (w *writer) entities(es []fut.Entity) {
	for _, e := range es {
		p, named := w.anchors[at(e.At)]
		if named {
			w.printf(`<section id="%s">`, html.EscapeString(p.id))
		} else {
			w.printf("<section>")
		}
		w.printf("<pre>")
		w.head(e)
		w.printf("</pre>")
		w.markdown(e.Doc)
		if len(e.Members) > 0 {
			w.printf(`<div class="members">`)
			w.entities(e.Members)
			w.printf("</div>")
		}
		w.printf("</section>\n")
	}
}

// head writes the head of a declaration: with its type if it writes none, and imports as links.
func (w *writer) head(e fut.Entity) {
	if to := w.imported(e); to != nil {
		w.printf(`<a href="%s">`, html.EscapeString(link(w.from, place{page: to.page()})))
		defer w.printf("</a>")
	}
	w.code(e.Head)
	if e.Type != "" {
		w.printf("\n<span class=\"faint\">%s : %s</span>", html.EscapeString(e.Name), html.EscapeString(e.Type))
	}
}

// imported is the file that an import or the opening of one names, or nil.
func (w *writer) imported(e fut.Entity) *file {
	if e.Kind != "import" && e.Kind != "open" || e.Name == "" {
		return nil
	}
	want := path.Join(path.Dir(w.file.name), e.Name+".fut")
	for _, f := range w.own() {
		if f.name == want {
			return f
		}
	}
	return nil
}

// markdown writes a documentation comment. HTML in it is left out.
func (w *writer) markdown(text string) {
	if err := markdown.Convert(goldmark.New(), text, w); err != nil {
		w.printf("<p>%s</p>", html.EscapeString(text))
	}
}
