package docpages

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// patience bounds how long a reader may take to send a request.
const patience = 10 * time.Second

// serve serves the pages until the context is done.
func serve(ctx context.Context, env *verb.Tool, address string, args []string) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("serving the documentation: %w", err)
	}
	server := &http.Server{
		ReadHeaderTimeout: patience,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer(env, args, w, r)
		}),
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if _, err := fmt.Fprintf(env.Out, "the documentation is at http://%s/ until you interrupt this command\n", l.Addr()); err != nil {
		return errors.Join(err, l.Close())
	}
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving the documentation: %w", err)
	}
	return nil
}

// answer answers with a page, of the programs as they are now. The first page tells mistakes in them.
func answer(env *verb.Tool, args []string, w http.ResponseWriter, r *http.Request) {
	fail := func(code int, err error) {
		http.Error(w, err.Error(), code)
	}
	s, err := collect(r.Context(), env.In, args)
	if err != nil {
		fail(http.StatusInternalServerError, err)
		return
	}
	all, err := s.pages()
	if err != nil {
		fail(http.StatusInternalServerError, err)
		return
	}
	wanted := strings.TrimPrefix(r.URL.Path, "/")
	if wanted == "" {
		wanted = "index.html"
	}
	for _, p := range all {
		if p.url == wanted {
			kind := "text/html; charset=utf-8"
			if strings.HasSuffix(p.url, ".js") {
				kind = "text/javascript; charset=utf-8"
			}
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write(p.content) // a reader who has gone needs nothing
			return
		}
	}
	fail(http.StatusNotFound, errors.Join(fmt.Errorf("there is no page %s", wanted), s.mistakes))
}
