// Package lsp is the verb lsp: a server that editors ask about programs in Futhark's language,
// by the Language Server Protocol. It analyses a document whenever that has changed; what is
// typed is all that it knows of open documents, whatever their files hold.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"path/filepath"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/explain"
)

// Command is the verb lsp, which speaks on in and out, and compiles with d.
func Command(d *driver.Driver, in io.Reader, out io.Writer, version string) *cobra.Command {
	return &cobra.Command{
		Use:   "lsp",
		Short: "Serve editors by the Language Server Protocol, on standard input and output",
		Long: `Serve editors by the Language Server Protocol, on standard input and output: errors and
warnings while typing, types and sizes, definitions, references, renaming, completion,
the parameters of functions, formatting, and as hints in the text the sizes of arrays, and what
is allocated and copied.

Editors start it; docs/editing.md says how to set them up.`,
		Example: "  lamina lsp",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return Serve(c.Context(), d, in, out, version)
		},
	}
}

// pause is how long the server waits for more changes before it reports what is wrong.
const pause = 150 * time.Millisecond

// server is the state of a session with an editor.
type server struct {
	ctx     context.Context // of the session
	driver  *driver.Driver
	version string
	conn    *jsonrpc2.Conn

	mu        sync.Mutex
	documents map[string]*document // the open ones, by URI
	roots     []string             // folders
	shutdown  bool
	refreshes bool // the editor asks for hints again when it is told to

	compiling sync.Mutex // held while a program is compiled
}

// document is an open document.
type document struct {
	uri, file string
	version   int
	content   string
	text      text
	analysis  *fut.Analysis // of the content; nil before it is needed
	index     *fut.Index
	report    *time.Timer

	items          []explain.Item // what the content allocates and copies, when that is known
	stopExplaining func()
}

// stream joins what the server reads and writes.
type stream struct {
	io.Reader
	io.Writer
}

func (stream) Close() error { return nil }

// Serve serves until the editor ends the session, or its end of the stream is closed.
func Serve(ctx context.Context, d *driver.Driver, in io.Reader, out io.Writer, version string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{ctx: ctx, driver: d, version: version, documents: map[string]*document{}}
	ready := make(chan struct{})
	s.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(stream{in, out}, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(func(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
			<-ready
			return s.handle(ctx, r)
		}).SuppressErrClosed(), jsonrpc2.SetLogger(log.New(io.Discard, "", 0))) // it would log the end of the session
	close(ready)
	select {
	case <-s.conn.DisconnectNotify():
	case <-ctx.Done():
		return errors.Join(s.conn.Close(), ctx.Err())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.documents {
		d.report.Stop()
	}
	if !s.shutdown {
		return errors.New("the editor went away without ending the session")
	}
	return nil
}

// method answers a request, or takes a notification.
type method func(s *server, p *params) (any, error)

// methods are those of the protocol that the server knows.
var methods = map[string]method{
	"initialize":                       (*server).initialize,
	"initialized":                      nothing,
	"shutdown":                         (*server).end,
	"$/cancelRequest":                  nothing,
	"$/setTrace":                       nothing,
	"textDocument/didOpen":             (*server).opened,
	"textDocument/didChange":           (*server).changed,
	"textDocument/didSave":             nothing,
	"textDocument/didClose":            (*server).closed,
	"workspace/didChangeWatchedFiles":  (*server).filesChanged,
	"workspace/didChangeConfiguration": nothing,
	"textDocument/hover":               onDocument((*server).hover),
	"textDocument/definition":          onDocument((*server).definition),
	"textDocument/references":          onDocument((*server).references),
	"textDocument/documentHighlight":   onDocument((*server).highlight),
	"textDocument/prepareRename":       onDocument((*server).prepareRename),
	"textDocument/rename":              onDocument((*server).rename),
	"textDocument/completion":          onDocument((*server).completion),
	"textDocument/signatureHelp":       onDocument((*server).signatureHelp),
	"textDocument/formatting":          onDocument((*server).formatting),
	"textDocument/inlayHint":           onDocument((*server).inlayHints),
	"textDocument/documentSymbol":      onDocument((*server).symbols),
}

func nothing(*server, *params) (any, error) { return nil, nil }

// onDocument makes a method of one that is about an open document, which is analysed before.
func onDocument(do func(s *server, d *document, p *params) (any, error)) method {
	return func(s *server, p *params) (any, error) {
		d := s.documents[p.TextDocument.URI]
		if d == nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the document is not open: " + p.TextDocument.URI}
		}
		s.analyse(d)
		if d.index == nil {
			return nil, nil
		}
		return do(s, d, p)
	}
}

// handle answers one message. A panic is the answer to a request, and does not end the server.
func (s *server) handle(_ context.Context, r *jsonrpc2.Request) (result any, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		if cause := recover(); cause != nil {
			result, err = nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("internal error: %v; please report it", cause)}
		}
	}()
	if r.Method == "exit" {
		return nil, s.conn.Close()
	}
	do, ok := methods[r.Method]
	if !ok {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "this server does not know " + r.Method}
	}
	p := &params{}
	if r.Params != nil {
		if err := json.Unmarshal(*r.Params, p); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
	}
	return do(s, p)
}

func (s *server) initialize(p *params) (any, error) {
	for _, f := range p.WorkspaceFolders {
		s.roots = append(s.roots, fileOf(f.URI))
	}
	s.refreshes = p.Capabilities.Workspace.InlayHint.RefreshSupport
	if len(s.roots) == 0 && fileOf(p.RootURI) != "" {
		s.roots = []string{fileOf(p.RootURI)}
	}
	return map[string]any{
		"serverInfo": map[string]string{"name": "lamina", "version": s.version},
		"capabilities": map[string]any{
			"textDocumentSync":           map[string]any{"openClose": true, "change": 2}, // changes, not whole texts
			"hoverProvider":              true,
			"definitionProvider":         true,
			"referencesProvider":         true,
			"documentHighlightProvider":  true,
			"renameProvider":             map[string]bool{"prepareProvider": true},
			"completionProvider":         map[string]any{"triggerCharacters": []string{"."}},
			"signatureHelpProvider":      map[string]any{"triggerCharacters": []string{" "}},
			"documentFormattingProvider": true,
			"inlayHintProvider":          true,
			"documentSymbolProvider":     true,
		},
	}, nil
}

func (s *server) end(*params) (any, error) {
	s.shutdown = true
	return nil, nil
}

func (s *server) opened(p *params) (any, error) {
	d := &document{uri: p.TextDocument.URI, file: fileOf(p.TextDocument.URI), stopExplaining: func() {}}
	if d.file == "" {
		d.file = "untitled.fut"
	}
	d.report = time.AfterFunc(pause, func() { s.diagnose(d) })
	d.set(p.TextDocument.Text, p.TextDocument.Version)
	if old := s.documents[d.uri]; old != nil {
		old.report.Stop()
	}
	s.documents[d.uri] = d
	if d.unsaved() {
		s.stale()
	}
	return nil, nil
}

// unsaved reports whether the text in the editor is another than the file's.
func (d *document) unsaved() bool {
	saved, err := source.ReadRegular(d.file)
	return err != nil || string(saved) != d.content
}

// set gives a document its text.
func (d *document) set(content string, version int) {
	d.content, d.version, d.text = content, version, newText(content)
	d.analysis, d.index, d.items = nil, nil, nil
	d.stopExplaining()
	d.report.Reset(pause)
}

func (s *server) changed(p *params) (any, error) {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	content := d.content
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			content = c.Text
			continue
		}
		t := newText(content)
		from, to := t.offset(c.Range.Start), t.offset(c.Range.End)
		content = content[:from] + c.Text + content[max(from, to):]
	}
	s.stale()
	d.set(content, p.TextDocument.Version)
	return nil, nil
}

// stale forgets what is known of the documents, which may import one that has changed.
func (s *server) stale() {
	for _, d := range s.documents {
		if d.analysis != nil {
			d.analysis, d.index = nil, nil
			d.report.Reset(pause)
		}
	}
}

func (s *server) filesChanged(*params) (any, error) {
	s.stale()
	return nil, nil
}

func (s *server) closed(p *params) (any, error) {
	if d := s.documents[p.TextDocument.URI]; d != nil {
		d.report.Stop()
		d.stopExplaining()
		delete(s.documents, d.uri)
		s.publish(d, nil)
		if d.unsaved() { // those that import it read the file again
			s.stale()
		}
	}
	return nil, nil
}

// analyse finds out about a document, unless it has not changed since.
func (s *server) analyse(d *document) {
	if d.analysis == nil {
		d.analysis = fut.Analyse(d.file, []byte(d.content), s.read(d.file))
		d.index = d.analysis.Index()
	}
}

// read reads the files that a program imports: open documents as they are in the editor.
func (s *server) read(program string) fut.Read {
	folder := filepath.Dir(program)
	files := driver.Imports(program)
	return func(name string) ([]byte, error) {
		if d := s.documentOf(filepath.Join(folder, filepath.FromSlash(name))); d != nil {
			return []byte(d.content), nil
		}
		return files(name)
	}
}

// documentOf is the open document of a file, or nil.
func (s *server) documentOf(file string) *document {
	for _, d := range s.documents {
		if filepath.Clean(d.file) == filepath.Clean(file) {
			return d
		}
	}
	return nil
}

// textOf is the text of a file, of an open document as it is in the editor.
func (s *server) textOf(file string) (text, bool) {
	if d := s.documentOf(file); d != nil {
		return d.text, true
	}
	content, err := source.ReadRegular(file)
	return newText(string(content)), err == nil
}
