package lsp

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/explain"
)

// explain finds out, aside, what a document without errors allocates and copies, as lamina explain does on
// the embedded backend. Another change of the document ends that. The caller holds the lock.
func (s *server) explain(d *document) {
	d.stopExplaining()
	if d.analysis == nil || d.analysis.Err != nil {
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	d.stopExplaining = cancel
	content, read := d.content, s.snapshot(d.file)
	go func() {
		defer cancel()
		s.compiling.Lock() // one at a time
		items, err := remaining(ctx, s.driver, d.file, content, read)
		s.compiling.Unlock()
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil || ctx.Err() != nil || s.documents[d.uri] != d || d.content != content {
			return
		}
		d.items = items
		if s.refreshes {
			// The editor may answer when it likes; an answer means nothing.
			go func() { _ = s.conn.Call(s.ctx, "workspace/inlayHint/refresh", nil, nil) }()
		}
	}()
}

// snapshot reads files as they are now in the editor.
func (s *server) snapshot(program string) fut.Read {
	open := map[string]string{}
	for _, d := range s.documents {
		open[filepath.Clean(d.file)] = d.content
	}
	folder, files := filepath.Dir(program), driver.Imports(program)
	return func(name string) ([]byte, error) {
		if content, ok := open[filepath.Join(folder, filepath.FromSlash(name))]; ok {
			return []byte(content), nil
		}
		return files(name)
	}
}

// remaining lists the allocations and copies of a program. A fault of the compiler is an error.
func remaining(ctx context.Context, d *driver.Driver, file, content string, read fut.Read) (items []explain.Item, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("internal error: %v", cause)
		}
	}()
	p, _, err := fut.CompileFiles(ctx, file, []byte(content), read)
	if err != nil {
		return nil, err
	}
	u := &pass.Unit{IR: p}
	b, err := d.Backends.Lookup("")
	if err != nil {
		return nil, err
	}
	u.Target = b.Target()
	pipeline := d.Until(d.From(b.Pipeline(), u.Level()), u.Level(), pass.Mem)
	if _, err := d.Optimise(ctx, u, pipeline, driver.Config{}); err != nil {
		return nil, err
	}
	return explain.Items(u.IR, u.Remarks), nil
}

// memoryHints are the allocations and copies of a document, at the ends of their lines.
func (d *document) memoryHints() (out []inlayHint) {
	for _, i := range d.items {
		if i.Pos.File != d.file || i.Pos.Line < 1 || i.Pos.Line > len(d.text) {
			continue
		}
		verb := "allocates"
		if i.Copy {
			verb = "copies"
		}
		where := ""
		if i.In != "" {
			where = ", in a " + i.In
		}
		line := i.Pos.Line - 1
		out = append(out, inlayHint{
			Position: position{line, units(d.text[line])},
			Label:    verb + " " + i.What, PaddingLeft: true,
			Tooltip: fmt.Sprintf("%s bytes%s: %s", i.Size, where, i.Why),
		})
	}
	return out
}
