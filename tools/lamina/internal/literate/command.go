// Package literate is the verb literate: documents with programs in them become HTML pages. Directives in
// a document are scripts, as in the input of test blocks, which call the entry points of its program; what
// they return is shown as text, table, image or plot.
package literate

import (
	"context"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/script"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/markdown"
	"github.com/lamina-lang/lamina/tools/lamina/internal/pages"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// Command is the verb literate.
func Command(env *verb.Tool) *cobra.Command {
	var output, on string
	c := &cobra.Command{
		Use:   "literate FILE",
		Short: "Make an HTML page of a document with a program and directives in it",
		Long: `Run the directives in a document, and write it with what they show as an HTML page: beside the
document, or to the file that -o names. The page needs no other files.

A document is Markdown. Its fenced code in futhark is a program, all pieces together; fenced code in
script is a directive:

  SCRIPT            show the value of a script, as in the input of test blocks: it calls entry points
  :table SCRIPT     show an array, or a record or tuple of columns, as a table
  :img SCRIPT       show an array [height][width] as an image: of u32 in colours 0xRRGGBB;
                    of u8, of floats from 0 to 1, or of truth values in grey
  :plot SCRIPT      plot an array, a pair of arrays (x and y), or a record of such curves; options follow
                    a semicolon: ; title: Waves, x: time, y: height, size: (600, 300)
  :time SCRIPT      show how long the entry points take that the script calls
  :video SCRIPT     show images one after another: an array [frames][height][width]; or (step, state, n),
                    where the entry point step takes a state to an image and the next state;
                    ; fps: 24, repeat: false
  :audio SCRIPT     play samples, or [channels][samples]: u8, i8, i16, i32, or floats from -1 to 1;
                    ; sampling_frequency: 44100
  :gnuplot RECORD; COMMANDS
                    let gnuplot draw: each name of the record stands for a file of columns. It runs in a
                    sandbox, where it reads nothing else
  :brief DIRECTIVE  leave options out where the page shows the directive; :covert leaves out all of it

A program (.fut) is a document, too, as for futhark literate: its comments are Markdown, and those
that begin with > are directives. - is a document on standard input, whose page goes to standard output.`,
		Example: "  lamina literate waves.md\n  lamina literate --backend c -o waves.html waves.fut",
		Args:    verb.Between(1, 1, "one document"),
		RunE: func(c *cobra.Command, args []string) error {
			file := args[0]
			text, err := programs.Read(c.Context(), env.In, file)
			if err != nil {
				return err
			}
			switch {
			case output != "":
			case file == programs.Stdin:
				output = programs.Stdin
			default:
				output = strings.TrimSuffix(file, filepath.Ext(file)) + ".html"
			}
			if output == file && file != programs.Stdin {
				return verb.Usagef("the page would replace the document; name another file with -o")
			}
			if file == programs.Stdin {
				file = "stdin.md"
			}
			page, err := Page(c.Context(), env.Driver, file, string(text), Options{Backend: on, Unconfined: c.Flag("sandbox").Value.String() == "off"})
			if err != nil {
				return err
			}
			if output == programs.Stdin {
				return pages.Write(env.Out, page)
			}
			return env.Save(output, func(w io.Writer) error { return pages.Write(w, page) })
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "write the page to this `file`; - is standard output")
	c.Flags().StringVarP(&on, "backend", "b", "", "the `backend` (default: wasm); lamina backends lists them")
	return c
}

// Options says how a document runs.
type Options struct {
	Backend    string // "" is the embedded one
	Unconfined bool   // gnuplot runs without a sandbox
}

// Page runs a document and returns its page.
func Page(ctx context.Context, d *driver.Driver, file, text string, o Options) (p pages.Page, err error) {
	doc, err := parse(file, text)
	if err != nil {
		return p, err
	}
	r, end, err := start(ctx, d, doc, o)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, end()) }()
	title := doc.takeTitle()
	var body strings.Builder
	converter := goldmark.New(goldmark.WithExtensions(extension.Table))
	for _, b := range doc.blocks {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		switch b.kind {
		case prose:
			if err := markdown.Convert(converter, b.text, &body); err != nil {
				return p, doc.at(b, err)
			}
		case code:
			fmt.Fprintf(&body, "<pre><code>%s</code></pre>\n", html.EscapeString(strings.Trim(b.text, "\n")))
		case directive:
			shown, err := r.run(ctx, b.text)
			if err != nil {
				if ctx.Err() != nil {
					return p, ctx.Err()
				}
				return p, doc.at(b, err)
			}
			body.WriteString(shown + "\n")
		}
	}
	return pages.Page{Title: title, Body: template.HTML(body.String())}, nil
}

// takeTitle takes the first heading off the document, which is the title of the page; if there is none, that
// is the name of the file.
func (d *document) takeTitle() string {
	for i := range d.blocks {
		if d.blocks[i].kind != prose {
			continue
		}
		lines := strings.Split(d.blocks[i].text, "\n")
		for j, line := range lines {
			if title, ok := strings.CutPrefix(line, "# "); ok {
				lines[j] = ""
				d.blocks[i].text = strings.Join(lines, "\n")
				return strings.TrimSpace(title)
			}
		}
	}
	return filepath.Base(d.file)
}

// start compiles the program of a document, if there is a directive that may call it. end releases it.
func start(ctx context.Context, d *driver.Driver, doc *document, o Options) (r *runner, end func() error, err error) {
	compiled, signatures, err := fut.CompileFiles(ctx, doc.file, []byte(doc.program), driver.Imports(doc.file))
	if err != nil {
		return nil, nil, err
	}
	u := &pass.Unit{IR: compiled, Signatures: signatures, Target: target.Embedded()}
	before := u.Clone()
	x, _, err := d.Build(ctx, u, driver.Config{Backend: o.Backend, Run: backend.Options{}})
	if err != nil {
		return nil, nil, err
	}
	r = &runner{unconfined: o.Unconfined}
	r.program = &script.Program{
		Folder:    filepath.Dir(doc.file),
		Signature: before.Signature,
		Run: func(ctx context.Context, name string, args []value.Value) ([]value.Value, error) {
			results, report, err := x.Run(ctx, name, args)
			if report != nil {
				r.spent += report.Total
			}
			return results, err
		},
	}
	return r, x.Close, nil
}
