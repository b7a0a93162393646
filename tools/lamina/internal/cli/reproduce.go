package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// A reproducer is a .lir file: the input of the failing pass, preceded by comments that say
// what to do with it. Lines "-- key: value" say how the pass ran; a test block holds the
// inputs, if it was validated on any.
//
//	-- Repeat this with: lamina opt --reproduce FILE
//	-- error: pass simplify: changed the program's meaning: …
//	-- version: (devel) (go1.26, linux/amd64)
//	-- backend: wasm
//	-- pipeline: simplify
//	-- plugin: ./halve.wasm@sha256:…
//	-- options: check validate
//	-- ==
//	-- entry: main
//	-- input { [1i32] }
//	lamina soac
//	…

// Keys in a reproducer's header.
const (
	keyError    = "error"
	keyVersion  = "version"
	keyBackend  = "backend"
	keyPipeline = "pipeline"
	keyPlugin   = "plugin" // a line for each that passes of the pipeline come from
	keyOptions  = "options"
)

// Options of a run in a reproducer.
const (
	optionCheck    = "check"
	optionTwice    = "twice"
	optionValidate = "validate"
)

// printReproducer writes a reproducer of a failure.
func (t *tool) printReproducer(w io.Writer, f *driver.Failure) error {
	var b strings.Builder
	line := func(format string, args ...any) {
		for text := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
			fmt.Fprintf(&b, "-- %s\n", text)
		}
	}
	line("Repeat this with: %s FILE", t.Again("opt", "--reproduce"))
	first, _, _ := strings.Cut(f.Error(), "\n")
	line("%s: %s", keyError, first)
	if f.Err.Stack != "" {
		line("%s", source.CutWords(printableLines(f.Err.Stack)))
	}
	line("%s: %s", keyVersion, verb.VersionText())
	line("%s: %s", keyBackend, f.Config.Backend)
	line("%s: %s", keyPipeline, f.Pipeline)
	for _, p := range t.RanIn(f.Pipeline, f.Program.Level()) {
		line("%s: %s%s%s", keyPlugin, source.Printable(p.Source.Path), verb.Checksum, p.Digest())
	}
	line("%s: %s", keyOptions, strings.Join(optionsOf(f.Config), " "))
	writeInputs(&b, f.Config.Inputs)
	b.WriteString(f.Program.String())
	_, err := io.WriteString(w, b.String())
	return err
}

// printableLines writes out the control characters of lines.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = source.Printable(strings.ReplaceAll(l, "\t", "    "))
	}
	return strings.Join(lines, "\n")
}

// optionsOf returns the names of the options set in c.
func optionsOf(c driver.Config) []string {
	var out []string
	for _, o := range []struct {
		name string
		set  bool
	}{{optionCheck, c.Check}, {optionTwice, c.Twice}, {optionValidate, len(c.Inputs) > 0}} {
		if o.set {
			out = append(out, o.name)
		}
	}
	return out
}

// writeInputs writes a test block for each entry point.
func writeInputs(b *strings.Builder, inputs []meaning.Input) {
	last := ""
	for _, in := range inputs {
		if in.Entry != last {
			fmt.Fprintf(b, "-- ==\n-- entry: %s\n", in.Entry)
			last = in.Entry
		}
		fmt.Fprintf(b, "-- input { %s }\n", joined(in.Args))
	}
}

// joined formats values on one line.
func joined(vs []value.Value) string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = v.String()
	}
	return strings.Join(out, " ")
}

// headOf parses the keys of a reproducer.
func headOf(text string) map[string]string {
	head := map[string]string{}
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(line, "-- ")
		if !ok {
			break
		}
		if key, value, ok := strings.Cut(comment, ":"); ok {
			head[key] = strings.TrimSpace(value)
		}
	}
	return head
}

// reproduce runs a reproducer.
func (t *tool) reproduce(ctx context.Context, file string, f *optFlags) error {
	text, err := source.ReadFile(ctx, file)
	if err != nil {
		return fmt.Errorf("reading the reproducer: %w", err)
	}
	head := headOf(string(text))
	if _, ok := head[keyPipeline]; !ok {
		return fmt.Errorf("%s is no reproducer: it has no line \"-- %s: …\"; to write one where a pass fails, name a program too: lamina opt --reproduce %s PROGRAM", file, keyPipeline, file)
	}
	if v := head[keyVersion]; v != verb.VersionText() {
		fmt.Fprintf(t.Err, "lamina: the reproducer is of version %s; this is %s\n", v, verb.VersionText())
	}
	name := file
	if !strings.HasSuffix(name, ".lir") {
		name += ".lir"
	}
	options := strings.Fields(head[keyOptions])
	for _, o := range options {
		switch o {
		case optionCheck:
			f.Check = true
		case optionTwice:
			f.Twice = true
		case optionValidate:
			f.validate = true
		default:
			return fmt.Errorf("%s: no version known here has an option %q", file, o)
		}
	}
	if err := t.samePlugins(string(text), head[keyPipeline]); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	t.Repeating = true
	f.Backend, f.Pipeline, f.Custom = head[keyBackend], head[keyPipeline], true
	return t.optText(ctx, name, text, f)
}

// samePlugins compares the plugins of a reproducer with those that are loaded. It fails if
// one is missing whose passes the pipeline names, and warns of one with another checksum: a
// mended pass is tried on the program that it failed on.
func (t *tool) samePlugins(text, pipeline string) error {
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(line, "-- ")
		if !ok {
			break
		}
		value, ok := strings.CutPrefix(rest, keyPlugin+": ")
		if !ok {
			continue
		}
		want := verb.SourceOf(strings.TrimSpace(value))
		if slices.ContainsFunc(t.Host.Plugins(), func(p *host.Plugin) bool { return p.Digest() == want.SHA256 }) {
			continue
		}
		if _, err := t.Passes.Parse(pipeline, pass.Soac); errors.Is(err, pass.ErrUnknown) {
			return fmt.Errorf("%w; the reproducer needs the plugin %s, with checksum %s: name it with --plugin", err, want.Path, want.SHA256)
		}
		fmt.Fprintf(t.Err, "lamina: the reproducer is of plugin %s with checksum %s; the one that runs has another\n", want.Path, want.SHA256)
	}
	return nil
}

// keepReproducer writes the reproducer of a failure, if err is one, to the named file or to
// a new one, and prints the file's name. A new file that nobody can be told of is removed again.
func (t *tool) keepReproducer(err error) {
	var f *driver.Failure
	if !errors.As(err, &f) || t.Repeating {
		return
	}
	w, file := t.Err, t.Reproducer
	made := file == ""
	if made {
		tmp, createErr := os.CreateTemp("", "lamina-reproducer-*.lir")
		if createErr != nil {
			fmt.Fprintf(w, "  no reproducer is written: %v\n", createErr)
			return
		}
		tmp.Close()
		file = tmp.Name()
	}
	if err := t.Save(file, func(w io.Writer) error { return t.printReproducer(w, f) }); err != nil {
		fmt.Fprintf(w, "  no reproducer is written: %v\n", err)
		return
	}
	if _, err := fmt.Fprintf(w, "  repeat it with: %s\n", t.Again("opt", "--reproduce", file)); err != nil && made {
		_ = os.Remove(file)
	}
}
