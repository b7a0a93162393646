package passview

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Page collects the program after every pass, for a page that shows the versions side by
// side: clicking a name marks it in all of them, and arrays have the colour of their memory
// block. The page is one self-contained file.
type Page struct {
	Source string // the program as its author wrote it, for a first column; "" for none

	passes []shownPass
	last   string
	names  map[string]bool // of variables and functions, in any pass
	blocks []string        // in the order of appearance

	isBlock map[string]bool
}

// shownPass is a column of the page.
type shownPass struct {
	Step     string  `json:"step"`
	Level    string  `json:"level"`
	Start    bool    `json:"start,omitempty"`
	Millis   float64 `json:"ms"`
	Rewrites int     `json:"rewrites"`

	Text    *string           `json:"text,omitempty"`    // nil if the pass changed nothing
	Added   []int             `json:"added"`             // new lines, counted from 0
	Removed []removedLine     `json:"removed,omitempty"` // lines that the pass took away
	Arrays  map[string]string `json:"arrays"`            // the blocks in which arrays lie
}

// removedLine is a line of the program before a pass that is gone after it.
type removedLine struct {
	At   int    `json:"at"` // the line before which it stood, counted from 0
	Text string `json:"text"`
}

// Start records the first column.
func (p *Page) Start(u *pass.Unit) {
	p.names, p.isBlock = map[string]bool{}, map[string]bool{}
	p.add(shownPass{Step: "before", Start: true}, u)
}

// After records a column.
func (p *Page) After(s pass.Step, u *pass.Unit, t pass.Timing) {
	p.add(shownPass{Step: s.String(), Millis: t.Time.Seconds() * 1000, Rewrites: t.Rewrites}, u)
}

func (p *Page) add(s shownPass, u *pass.Unit) {
	s.Level = u.Level().String()
	if text := strings.TrimRight(u.String(), "\n"); text != p.last {
		if !s.Start {
			s.Added, s.Removed = changedLines(p.last, text)
		}
		s.Text, s.Arrays = &text, p.survey(u)
		p.last = text
	}
	p.passes = append(p.passes, s)
}

// survey collects the names and blocks of a program and returns its arrays' blocks. Those
// of imp are those of mem.
func (p *Page) survey(u *pass.Unit) map[string]string {
	arrays := map[string]string{}
	if u.IR == nil {
		return arrays
	}
	w := &ir.Walker{
		Bind: func(n *name.Name) { p.names[n.String()] = true },
		Binders: func(ps []ir.Param) {
			for _, q := range ps {
				if n := q.Name.String(); q.Type.IsBlock() && !p.isBlock[n] {
					p.isBlock[n] = true
					p.blocks = append(p.blocks, n)
				}
				if q.At != nil {
					arrays[q.Name.String()] = q.At.Block.String()
				}
			}
		},
	}
	w.Program(u.IR)
	for _, f := range u.IR.Funs {
		p.names[f.Name] = true
	}
	return arrays
}

// changedLines returns the lines of a text that are not in the older one, and the lines of the
// older one that are not in the text.
func changedLines(older, text string) (added []int, removed []removedLine) {
	added = []int{}
	at := 0
	for line := range strings.Lines(string(Diff("", older, "", text))) {
		switch {
		case strings.HasPrefix(line, "@@"):
			var from, fromCount, to, toCount int
			if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &from, &fromCount, &to, &toCount); err == nil {
				at = to - 1
			}
		case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
		case strings.HasPrefix(line, "-"):
			removed = append(removed, removedLine{at, strings.TrimRight(line[1:], "\n")})
		case strings.HasPrefix(line, "+"):
			added = append(added, at)
			at++
		default:
			at++
		}
	}
	return added, removed
}

//go:embed page.html
var pageHTML string

//go:embed page.js
var pageJS string

// Write writes the page; title is the program's name.
func (p *Page) Write(w io.Writer, title string) error {
	names := slices.Sorted(maps.Keys(p.names))
	var words []string // names without a number
	for _, n := range names {
		if name.Parse(n).ID == 0 {
			words = append(words, n)
		}
	}
	passes := p.passes
	if p.Source != "" {
		source := shownPass{Step: "source", Level: "as written", Start: true, Text: &p.Source, Added: []int{}, Arrays: map[string]string{}}
		passes = append([]shownPass{source}, passes...)
	}
	data, err := json.Marshal(map[string]any{"passes": passes, "names": names, "words": orEmpty(words), "blocks": orEmpty(p.blocks)})
	if err != nil {
		return err
	}
	page, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	return page.Execute(w, map[string]any{
		"Title":  title,
		"Data":   template.JS(data), // json.Marshal escapes <, > and &
		"Script": template.JS(pageJS),
	})
}

// orEmpty returns xs, or an empty slice if it is nil, so that JSON has [].
func orEmpty(xs []string) []string {
	if xs == nil {
		return []string{}
	}
	return xs
}
