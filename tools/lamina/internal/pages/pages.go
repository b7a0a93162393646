// Package pages is the frame of the HTML pages that verbs write: one look, light or dark as the reader's
// system is, and a page that loads nothing from the network.
package pages

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"sync"
)

//go:embed style.css
var style string

//go:embed frame.html
var frame string

var parsed = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(frame))
})

// Page is a page.
type Page struct {
	Title  string
	Head   template.HTML // beside the title, such as links
	Body   template.HTML
	Script template.JS // runs when the page is there; "" for none
	// Scripts are the URLs of files that are loaded before Script, beside the page.
	Scripts []string
}

// Write writes a page.
func Write(w io.Writer, p Page) error {
	err := parsed().Execute(w, map[string]any{"Page": p, "Style": template.CSS(style)})
	if err != nil {
		return fmt.Errorf("writing the page %s: %w", p.Title, err)
	}
	return nil
}
