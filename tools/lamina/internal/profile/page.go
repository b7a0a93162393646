package profile

import (
	"fmt"
	"html"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/tools/lamina/internal/pages"
)

// frame is a bar of the flame graph, with those that it is made of below it.
type frame struct {
	name, title string
	kind        string // for its colour: "", "host", "kernel"
	time        time.Duration
	parts       []frame
}

// flames is the profile as a flame graph: the entry point; functions, if there are several; lines; and
// kernels, with the host's work before them.
func (p *Profile) flames(text Source) frame {
	root := frame{name: p.Entry, title: p.Entry, time: p.Total}
	at := map[string]int{}
	for _, l := range p.Lines() {
		f := l.Kernels[0].Function
		i, ok := at[f]
		if !ok {
			i = len(root.parts)
			at[f] = i
			root.parts = append(root.parts, frame{name: f, title: f})
		}
		line := p.line(l, text)
		root.parts[i].parts = append(root.parts[i].parts, line)
		root.parts[i].time += line.time
	}
	if len(root.parts) == 1 && root.parts[0].name == p.Entry {
		root.parts = root.parts[0].parts
	}
	if rest := p.rest(); rest > 0 {
		root.parts = append(root.parts, frame{name: restName, title: restName, kind: "host", time: rest})
	}
	return root
}

func (p *Profile) line(l Line, text Source) frame {
	title := named(l.Pos, text)
	out := frame{name: title, title: title, time: l.Time + l.Host}
	if l.Pos.IsValid() {
		out.name = fmt.Sprintf("%d: %s", l.Pos.Line, strings.TrimSpace(text(l.Pos.File, l.Pos.Line)))
	}
	for _, k := range l.Kernels {
		title, kind := fmt.Sprintf("%s: %d launches", k.Label, k.Launches), "kernel"
		if k.OnHost {
			title, kind = fmt.Sprintf("%s, %d times", k.Label, k.Launches), "host"
		}
		if k.Bytes > 0 {
			title += fmt.Sprintf(", %s, %s", bytesText(float64(k.Bytes)), k.rate())
		}
		out.parts = append(out.parts, frame{name: k.Label, title: title, kind: kind, time: k.Time})
	}
	if l.Host > 0 {
		out.parts = append(out.parts, frame{name: "host", title: "the host, before these kernels", kind: "host", time: l.Host})
	}
	return out
}

// WritePage writes the profile as a page: the flame graph, the table of kernels, and the source with the
// time of each line.
func (p *Profile) WritePage(w io.Writer, text Source, lines func(file string) []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "<p>%v on %s, the mean of %d runs%s</p>", short(p.Total), html.EscapeString(p.Backend), p.Runs, html.EscapeString(p.memory()))
	b.WriteString(`<div class="flames">`)
	p.bar(&b, p.flames(text), p.Total)
	b.WriteString(`</div>`)
	p.table(&b, text)
	for _, file := range p.files() {
		p.listing(&b, file, lines(file))
	}
	return pages.Write(w, pages.Page{Title: "Profile of " + p.Entry, Body: template.HTML(b.String())})
}

// bar writes a frame, as wide as its part of all that surrounds it.
func (p *Profile) bar(b *strings.Builder, f frame, around time.Duration) {
	width := 100.0
	if around > 0 {
		width = min(100, 100*f.time.Seconds()/around.Seconds())
	}
	title := html.EscapeString(fmt.Sprintf("%s: %v, %s", f.title, short(f.time), p.share(f.time)))
	fmt.Fprintf(b, `<div class="frame" style="width:%.4f%%"><div class="bar %s" title="%s">%s</div><div class="parts">`, width, f.kind, title, html.EscapeString(f.name))
	for _, part := range f.parts {
		p.bar(b, part, f.time)
	}
	b.WriteString("</div></div>")
}

// table writes the table of kernels.
func (p *Profile) table(b *strings.Builder, text Source) {
	b.WriteString(`<h2>Kernels</h2><table><tr><th class="number">time</th><th class="number">share</th><th class="number">host before</th><th class="number">launches</th><th class="number">bytes</th><th class="number">rate</th><th>kernel</th><th>source line</th></tr>`)
	for _, k := range p.Kernels {
		pos := k.Pos
		pos.Col = 0
		fmt.Fprintf(b, `<tr><td class="number">%v</td><td class="number">%s</td><td class="number">%s</td><td class="number">%d</td><td class="number">%s</td><td class="number">%s</td><td><code>%s</code></td><td><code>%s</code></td></tr>`,
			short(k.Time), p.share(k.Time), p.hostTime(k.Host), k.Launches, bytesText(float64(k.Bytes)), k.rate(), html.EscapeString(k.Label), html.EscapeString(named(pos, text)))
	}
	b.WriteString(`</table><p class="faint">Bytes are those of the elements that a kernel reads and writes, each at most once a launch.</p>`)
}

// files are those that have lines with kernels.
func (p *Profile) files() (out []string) {
	for _, l := range p.Lines() {
		if l.Pos.IsValid() && !slices.Contains(out, l.Pos.File) {
			out = append(out, l.Pos.File)
		}
	}
	return out
}

// listing writes the text of a file, with the time of each line.
func (p *Profile) listing(b *strings.Builder, file string, text []string) {
	if len(text) == 0 {
		return
	}
	times := map[source.Pos]Line{}
	for _, l := range p.Lines() {
		times[l.Pos] = l
	}
	fmt.Fprintf(b, "<h2>%s</h2><pre>", html.EscapeString(file))
	for i, line := range text {
		l, ok := times[source.Pos{File: file, Line: i + 1}]
		spent, heat := "", 0.0
		if ok {
			spent = p.share(l.Time + l.Host)
			heat = min(1, (l.Time+l.Host).Seconds()/max(p.Total.Seconds(), 1e-9))
		}
		fmt.Fprintf(b, `<span class="heat" style="--heat:%.3f"><span class="faint">%8s %4d</span> %s</span>`+"\n", heat, spent, i+1, html.EscapeString(line))
	}
	b.WriteString("</pre>")
}
