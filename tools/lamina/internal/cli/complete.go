package cli

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// completions lets shells complete the values of flags that name something there is.
func (t *tool) completions(root *cobra.Command) {
	named := func(list func(c *cobra.Command, args []string) []string) cobra.CompletionFunc {
		return func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return list(c, args), cobra.ShellCompDirectiveNoFileComp
		}
	}
	backends := named(func(*cobra.Command, []string) []string {
		return slices.Concat(t.backendNames(), []string{driver.Interpreter}, t.reachable())
	})
	passes := inLists(func() []string { return append(t.passNames(), "all") })
	kinds, _ := fut.WarningKinds()
	values := map[string]cobra.CompletionFunc{
		"backend":     backends,
		"only":        backends,
		"device":      t.completeDevice,
		"entry":       named(t.entryNames),
		"pipeline":    passes,
		"print-after": passes,
		"without":     passes,
		"stage":       named(func(*cobra.Command, []string) []string { return stages }),
		"suite":       named(func(*cobra.Command, []string) []string { return suite.Suites() }),
		"no-warn":     named(func(*cobra.Command, []string) []string { return append(slices.Clone(kinds), "all") }),
		"language":    named(func(*cobra.Command, []string) []string { return []string{"futhark", "apl"} }),
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

// reachable lists the backends with executables of their own that are there and not linked in.
func (t *tool) reachable() (names []string) {
	for _, name := range append(slices.Clone(external), ownBackends()...) {
		if _, err := t.Backends.Lookup(name); err == nil {
			continue
		}
		if path, err := executableOf(name); err == nil && !isThis(path) {
			names = append(names, name)
		}
	}
	return names
}

// completeDevice completes the name of a device. Where that of a backend is typed already, only that
// backend looks for devices.
func (t *tool) completeDevice(c *cobra.Command, _ []string, typed string) (names []string, _ cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(c.Context(), longestLook)
	defer cancel()
	only, _, one := strings.Cut(typed, ":")
	wanted := func(name string) bool { return !one || name == only }
	for _, b := range t.Backends.Backends() {
		if wanted(b.Name()) {
			names = append(names, devicesOf(ctx, b)...)
		}
	}
	elsewhere := t.reachable()
	if one && !slices.Contains(elsewhere, only) && isExternal(only) {
		elsewhere = append(elsewhere, only) // on PATH alone
	}
	for _, name := range elsewhere {
		if wanted(name) {
			names = append(names, devicesElsewhere(ctx, name)...)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// longestLook is how long a shell waits for the names of devices: some drivers take seconds to start.
const longestLook = 5 * time.Second

func devicesOf(ctx context.Context, b backend.Backend) (names []string) {
	devices, err := b.Probe(ctx)
	if err != nil {
		return nil // `lamina backends` tells why
	}
	for _, d := range devices {
		if d.ID != "" {
			names = append(names, b.Name()+":"+d.ID)
		}
	}
	return names
}

// devicesElsewhere asks a backend's executable to complete the names of its devices. Only that backend
// looks there: the executables would ask one another without end.
func devicesElsewhere(ctx context.Context, name string) (names []string) {
	path, err := executableOf(name)
	if err != nil || isThis(path) {
		return nil
	}
	prefix := name + ":"
	c := exec.CommandContext(ctx, path, cobra.ShellCompNoDescRequestCmd, "run", "--device", prefix)
	c.WaitDelay = time.Second
	out, err := c.Output()
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, prefix) {
			names = append(names, line)
		}
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
