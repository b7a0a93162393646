// Package docpages is the verb doc: documentation of programs in Futhark's language, made of their
// declarations and the comments before these, as text or as HTML pages with cross references and search.
package docpages

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// Command is the verb doc.
func Command(env *verb.Tool) *cobra.Command {
	var folder, address string
	c := &cobra.Command{
		Use:   "doc FILE|FOLDER...",
		Short: "Show or write the documentation of programs",
		Long: `Show the documentation of Futhark programs (- is standard input): what each file declares, with
its types, and the comments that begin with -- | before the declarations and at the beginning of
the file. They are Markdown. What is local is left out. The files that the programs import
are documented, too.

With -o, write HTML pages to a folder: a page for each file, and one with its source, in which
every name leads to its declaration; pages about what every program has in scope; and on each
page a search over all names. The pages need no server.

With --serve, serve the pages, made anew whenever one is asked for, until interrupted. The
first page tells mistakes in files, which have no pages then.`,
		Example: "  lamina doc examples/lud.fut\n  lamina doc -o html examples\n  lamina doc --serve examples\n  lamina doc --serve=localhost:8000 examples",
		Args:    verb.Between(1, -1, "programs or folders"),
		RunE: func(c *cobra.Command, args []string) error {
			if folder != "" && address != "" {
				return verb.Usagef("-o writes the pages and --serve serves them; give one of the two")
			}
			if folder == programs.Stdin {
				return verb.Usagef("-o takes a folder for the pages, and - is standard output; without -o the documentation goes there")
			}
			made, err := collect(c.Context(), env.In, args)
			switch {
			case err != nil:
				return err
			case address != "":
				return serve(c.Context(), env, address, args)
			case made.mistakes != nil:
				return made.mistakes
			case folder != "":
				return save(c.Context(), env, made, folder)
			}
			_, err = io.WriteString(env.Out, made.text())
			return err
		},
	}
	c.Flags().StringVarP(&folder, "output", "o", "", "write HTML pages to this `folder`")
	c.Flags().StringVar(&address, "serve", "", "serve the pages at this `address`")
	c.Flags().Lookup("serve").NoOptDefVal = "localhost:6060"
	return c
}

// save writes all pages to a folder.
func save(ctx context.Context, env *verb.Tool, s *set, folder string) error {
	written, err := s.pages()
	if err != nil {
		return err
	}
	for _, p := range written {
		if err := ctx.Err(); err != nil {
			return err
		}
		file := filepath.Join(folder, filepath.FromSlash(p.url))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return fmt.Errorf("writing the documentation: %w", err)
		}
		err := env.Save(file, func(w io.Writer) error {
			_, err := w.Write(p.content)
			return err
		})
		if err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(env.Out, "the documentation of %s begins at %s\n", documented(len(s.own())), filepath.Join(folder, "index.html"))
	return err
}

func documented(files int) string {
	if files == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", files)
}
