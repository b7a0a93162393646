package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/librarycmd"
	"github.com/lamina-lang/lamina/tools/lamina/internal/plugintemplate"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

func backendsCommand(t *tool) *cobra.Command {
	var only string
	c := &cobra.Command{
		Use:     "backends",
		Short:   "List the backends, their devices, and why some cannot run here",
		Example: "  lamina backends",
		Args:    verb.Exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.listBackends(c.Context(), only)
		},
	}
	c.Flags().StringVar(&only, "only", "", "list this backend alone")
	return c
}

func (t *tool) listBackends(ctx context.Context, only string) error {
	tab := tabwriter.NewWriter(t.Out, 0, 8, 2, ' ', 0)
	for i, b := range t.Backends.Backends() {
		name := b.Name()
		if only != "" && only != name {
			continue
		}
		if i == 0 {
			name += " (default)"
		}
		fmt.Fprintf(tab, "%s\t%s\n", name, b.Summary())
		devices, err := b.Probe(ctx)
		if err != nil {
			fmt.Fprintf(tab, "\tunavailable: %v\n", err)
			continue
		}
		for _, d := range devices {
			fmt.Fprintf(tab, "\t%s, %s\n", d.Name, d.Detail)
		}
		fmt.Fprintf(tab, "\tpipeline: %s\n", b.Pipeline())
	}
	if only != "" {
		return tab.Flush()
	}
	fmt.Fprintf(tab, "%s\tthe reference interpreters, at any level\n", driver.Interpreter)
	if err := tab.Flush(); err != nil {
		return err
	}
	return t.ListExternal(ctx)
}

func passesCommand(t *tool) *cobra.Command {
	return &cobra.Command{
		Use:     "passes",
		Short:   "List the passes, their options and the order they need",
		Example: "  lamina passes",
		Args:    verb.Exactly(0, "no arguments"),
		RunE:    func(*cobra.Command, []string) error { return t.listPasses() },
	}
}

func (t *tool) listPasses() error {
	for _, p := range t.Passes.Passes() {
		to := ""
		if p.To != 0 {
			to = " → " + p.To.String()
		}
		fmt.Fprintf(t.Out, "%s (%s%s)\n  %s\n", p.Name, p.From, to, p.Summary)
		for _, o := range p.Options {
			fmt.Fprintf(t.Out, "  %s: %s (default %v): %s\n", o.Name, o.TypeName(), o.Default, o.Doc)
		}
		for _, c := range p.Constraints {
			fmt.Fprintf(t.Out, "  %s %s, because %s\n", orderText[c.Order], c.Pass, c.Reason)
		}
	}
	fmt.Fprintln(t.Out, "every pass")
	for _, o := range pass.Universal() {
		fmt.Fprintf(t.Out, "  %s: %s (default %v): %s\n", o.Name, o.TypeName(), o.Default, o.Doc)
	}
	return nil
}

var orderText = map[pass.Order]string{pass.Before: "before", pass.After: "after", pass.Needs: "needs"}

func versionCommand(t *tool) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  lamina version",
		Args:    verb.Exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(t.Out, "lamina", verb.VersionText())
			return err
		},
	}
}

// completions lets shells complete the values of flags that name something there is.
func (t *tool) completions(root *cobra.Command) {
	named := func(list func(c *cobra.Command, args []string) []string) cobra.CompletionFunc {
		return func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return list(c, args), cobra.ShellCompDirectiveNoFileComp
		}
	}
	backends := named(func(*cobra.Command, []string) []string {
		return slices.Concat(t.backendNames(), []string{driver.Interpreter}, t.Reachable())
	})
	passes := inLists(func() []string { return append(t.passNames(), "all") })
	kinds, _ := fut.WarningKinds()
	values := map[string]cobra.CompletionFunc{
		"backend":     backends,
		"only":        backends,
		"device":      t.CompleteDevice,
		"entry":       named(t.entryNames),
		"pipeline":    passes,
		"print-after": passes,
		"without":     passes,
		"stage":       named(func(*cobra.Command, []string) []string { return stages }),
		"suite":       named(func(*cobra.Command, []string) []string { return suite.Suites() }),
		"no-warn":     named(func(*cobra.Command, []string) []string { return append(slices.Clone(kinds), "all") }),
	}
	for name, words := range map[string]string{
		"language": "futhark apl", "math": "reproducible fast", "format": "text binary npy", "sandbox": "strict off", "plugins": "process wasm inprocess",
		"target": strings.Join(librarycmd.Targets(), " "), "lang": strings.Join(plugintemplate.Languages(), " "),
	} {
		values[name] = named(func(*cobra.Command, []string) []string { return strings.Fields(words) })
	}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		for name, complete := range values {
			if c.Flags().Lookup(name) != nil {
				_ = c.RegisterFlagCompletionFunc(name, complete) // fails only where the command has one of its own
			}
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(root)
}

// inLists completes the last name of a list with commas between them.
func inLists(names func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (found []string, _ cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		for _, n := range names() {
			found = append(found, before+n)
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

func (t *tool) backendNames() (names []string) {
	for _, b := range t.Backends.Backends() {
		names = append(names, b.Name())
	}
	return names
}

func (t *tool) passNames() (names []string) {
	for _, p := range t.Passes.Passes() {
		names = append(names, p.Name)
	}
	return names
}

// entryNames are the entry points of the program that is the first argument.
func (t *tool) entryNames(c *cobra.Command, args []string) []string {
	if len(args) == 0 {
		return nil
	}
	u, err := t.Load(c.Context(), args[0])
	if err != nil {
		return nil
	}
	return u.Entries()
}
