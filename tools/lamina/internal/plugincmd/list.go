package plugincmd

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/memory"
	"github.com/lamina-lang/lamina/plugins/trust"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

func listPluginsCommand(t *command) *cobra.Command {
	var trusted bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the plugins that are loaded, and their passes",
		Long: `List the plugins that are loaded here, and their passes; and those that are asked for
and not trusted, without them. Those of the command line are started for that, if they
are not known; no others.`,
		Example: `  lamina plugin list --plugin ./halve/halve.wasm
  lamina plugin list --trusted`,
		Args: verb.Exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if trusted {
				return t.listTrusted()
			}
			files, err := c.Flags().GetStringArray("plugin")
			if err != nil {
				return err
			}
			return t.listPlugins(c.Context(), files)
		},
	}
	c.Flags().BoolVar(&trusted, "trusted", false, "list all that you trust, wherever it lies")
	return c
}

func (t *command) listPlugins(ctx context.Context, files []string) error {
	h := t.NewHost()
	defer h.Close()
	tab := tabwriter.NewWriter(t.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintf(tab, "%s\t%s\t(lamina's own)\n", memory.Plugin.Name, verb.DefaultTransport)
	listPasses(tab, memory.Plugin.Passes)
	for _, file := range files {
		p, err := h.Open(ctx, host.Source{Path: file})
		if err != nil {
			return err
		}
		listPlugin(tab, p)
	}
	if err := listAsked(tab, h); err != nil {
		return err
	}
	return tab.Flush()
}

// listAsked lists the plugins of LAMINA_PLUGINS and of the working tree, and the installed ones.
func listAsked(w io.Writer, h *host.Host) error {
	all, err := verb.AskedByVariable()
	if err != nil {
		return err
	}
	tree, others, err := verb.AskedByTree()
	if err != nil {
		return err
	}
	if others != nil {
		fmt.Fprintf(w, "(%v)\n", others)
	}
	if tree != nil {
		all = append(all, tree)
	}
	installed, leftOut, err := verb.AskedByInstalled("")
	if err != nil {
		return err
	}
	for _, why := range leftOut {
		fmt.Fprintf(w, "(%v)\n", why)
	}
	all = append(all, installed...)
	if len(all) == 0 {
		return nil
	}
	store, err := trust.UserStore()
	if err != nil {
		return err
	}
	for _, a := range all {
		record, err := verb.RecordOf(store, a)
		for _, s := range a.Plugins {
			if err != nil {
				fmt.Fprintf(w, "not trusted\t\t%s\n", source.Printable(s.Path))
				continue
			}
			p, err := record.Find(s).Open(h, s)
			if err != nil {
				return err
			}
			listPlugin(w, p)
		}
	}
	return nil
}

func listPlugin(w io.Writer, p *host.Plugin) {
	fmt.Fprintf(w, "%s %s\t%s\t%s\n", p.Name, p.Version, p.Transport(), source.Printable(p.Source.Path))
	listPasses(w, p.Passes)
}

func listPasses(w io.Writer, passes []*pass.Pass) {
	for _, q := range passes {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", q.Name, q.From, q.Summary)
	}
}

// listTrusted lists the records.
func (t *command) listTrusted() error {
	store, err := trust.UserStore()
	if err != nil {
		return err
	}
	records, err := store.All()
	if err != nil {
		return err
	}
	for _, r := range records {
		fmt.Fprintf(t.Out, "%s\n  sha256 %s\n", source.Printable(r.File), r.SHA256)
		for _, p := range r.Plugins {
			if p.Path != r.File {
				fmt.Fprintf(t.Out, "  %s\n    sha256 %s\n", source.Printable(p.Path), p.SHA256)
			}
			if !p.Wasm && p.Sandbox == host.Off {
				fmt.Fprintln(t.Out, "    in no sandbox")
			}
		}
	}
	return nil
}
