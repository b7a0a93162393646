package plugincmd

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/trust"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

func trustCommand(t *command) *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use:   "trust [FILE…]",
		Short: "Let the plugins of this folder run",
		Long: `Let plugins run: those of the working tree's lamina.toml and of LAMINA_PLUGINS, or
those of the files named, each a lamina.toml or a plugin. Shows their paths, checksums
and what they may do, and asks.

What is trusted is their content: a configuration or plugin that changes has to be
trusted again. The record lies in your configuration, and holds for where the files lie
now. docs/security.md has the whole model.

A plugin that is a process runs in a strict sandbox, without network and with no files
but its own. --sandbox=off says that these need none, and is recorded with the rest.`,
		Example: `  lamina plugin trust
  lamina plugin trust --sandbox=off
  lamina plugin trust --yes ./halve/halve.wasm`,
		RunE: func(c *cobra.Command, args []string) error { return t.trust(c.Context(), args, yes) },
	}
	c.Flags().BoolVar(&yes, "yes", false, "do not ask, as for CI")
	return c
}

func untrustCommand(t *command) *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:   "untrust [FILE…]",
		Short: "Let the plugins of this folder run no more",
		Long: `Let plugins run no more: those of the working tree's lamina.toml and of
LAMINA_PLUGINS, or those of the files named, which need not exist any more.`,
		Example: `  lamina plugin untrust
  lamina plugin untrust --all`,
		RunE: func(_ *cobra.Command, args []string) error { return t.untrust(args, all) },
	}
	c.Flags().BoolVar(&all, "all", false, "whatever is trusted, wherever it lies")
	return c
}

// askedFor is what the files named ask for, or what is asked for here if there are none.
func askedFor(files []string) ([]*verb.Asked, error) {
	if len(files) == 0 {
		all, err := verb.AskedByVariable()
		if err != nil {
			return nil, err
		}
		tree, others, err := verb.AskedByTree()
		if err == nil {
			err = others
		}
		if tree != nil {
			all = append(all, tree)
		}
		if err == nil && len(all) == 0 {
			err = fmt.Errorf("no plugins are asked for here: there is no %s in this working tree, and %s is empty", host.ConfigFile, verb.PluginsVariable)
		}
		return all, err
	}
	var all []*verb.Asked
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		if filepath.Base(path) == host.ConfigFile {
			if err := private.File(path); err != nil {
				return nil, fmt.Errorf("%s cannot be trusted, because others may change it: %w", source.Printable(path), err)
			}
		}
		a, err := verb.AskedByFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// trust shows what is asked for, asks the user, and records the answer.
func (t *command) trust(ctx context.Context, files []string, yes bool) error {
	all, err := askedFor(files)
	if err != nil {
		return err
	}
	h := t.NewHost()
	defer h.Close()
	for _, a := range all {
		if err := t.showAsked(h, a); err != nil {
			return err
		}
	}
	if !yes {
		if yes, err = t.confirm("Do you trust them? [y/N] "); err != nil || !yes {
			return err
		}
	}
	store, err := trust.UserStore()
	if err != nil {
		return err
	}
	for _, a := range all {
		if err := t.record(ctx, h, store, a); err != nil {
			return err
		}
	}
	return nil
}

// showAsked prints what somebody should know who is to trust plugins, and notes in their
// sources what was shown.
func (t *command) showAsked(h *host.Host, a *verb.Asked) error {
	if a.Sha256 != "" {
		fmt.Fprintf(t.Out, "%s\n  sha256 %s\n", a.Name(), a.Sha256)
	}
	for i := range a.Plugins {
		s := &a.Plugins[i]
		var err error
		if s.Inputs, err = host.InputsOf(*s); err != nil {
			return err
		}
		s.Recorded = true
		if t.Sandbox != "" {
			s.Sandbox = t.Sandbox
		}
		p, err := h.Look(*s)
		if err != nil {
			return err
		}
		s.SHA256 = p.Digest()
		fmt.Fprintf(t.Out, "%s\n  sha256 %s\n  %s\n", source.Printable(s.Path), s.SHA256, host.Powers(*s, p.Transport() == "wasm"))
		if len(s.Args) > 0 {
			fmt.Fprintf(t.Out, "  arguments %q\n", s.Args)
		}
		for _, path := range slices.Sorted(maps.Keys(s.Inputs)) {
			fmt.Fprintf(t.Out, "  reads %s\n    sha256 %s\n", source.Printable(path), s.Inputs[path])
		}
	}
	return nil
}

// confirm asks at the terminal.
func (t *command) confirm(question string) (bool, error) {
	if f, ok := t.In.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		return false, verb.Usagef("standard input is no terminal to ask at; add --yes if you trust them")
	}
	fmt.Fprint(t.Err, question)
	answer, err := bufio.NewReader(t.In).ReadString('\n')
	if answer == "" && err != nil {
		return false, fmt.Errorf("reading the answer: %w", err)
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// record asks the plugins what they are, and records them as they were shown.
func (t *command) record(ctx context.Context, h *host.Host, store *trust.Store, a *verb.Asked) error {
	r := &trust.Record{File: a.File, SHA256: a.Sha256, Plugins: []trust.Plugin{}}
	for _, s := range a.Plugins {
		p, err := h.Open(ctx, s)
		if err == nil {
			err = t.AddPasses(p) // which fails if there are others of their names
		}
		if err != nil {
			return err
		}
		recorded, err := trust.Of(s, p)
		if err != nil {
			return err
		}
		r.Plugins = append(r.Plugins, recorded)
		if a.Sha256 == "" {
			r.SHA256 = p.Digest()
		}
	}
	if err := store.Put(r); err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "trusted: %s\n", a.Name())
	return nil
}

// untrust removes records.
func (t *command) untrust(files []string, all bool) error {
	store, err := trust.UserStore()
	if err != nil {
		return err
	}
	paths, err := t.toUntrust(store, files, all)
	if err != nil {
		return err
	}
	for _, path := range paths {
		there, err := store.Remove(path)
		if err != nil {
			return err
		}
		if !there {
			fmt.Fprintf(t.Out, "was not trusted: %s\n", source.Printable(path))
			continue
		}
		fmt.Fprintf(t.Out, "no longer trusted: %s\n", source.Printable(path))
	}
	return nil
}

// toUntrust lists the absolute paths of what is to be trusted no more.
func (t *command) toUntrust(store *trust.Store, files []string, all bool) ([]string, error) {
	var paths []string
	switch {
	case all:
		records, err := store.All()
		for _, r := range records {
			paths = append(paths, r.File)
		}
		return paths, err
	case len(files) == 0:
		// Whatever the configuration holds now: its name is enough.
		for _, s := range host.FromList(os.Getenv(verb.PluginsVariable)) {
			files = append(files, s.Path)
		}
		tree, err := host.FindTree(".")
		if err != nil {
			return nil, err
		}
		if tree != "" {
			files = append(files, tree)
		}
	}
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no plugins are asked for here; name the files, or --all")
	}
	return paths, nil
}
