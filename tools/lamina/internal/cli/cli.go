// Package cli implements the lamina command: its verbs, their flags, and what they print.
// Each verb has its own file, or a package of its own; what they share is package verb.
//
// Exit codes: 0 for success, 1 for errors of programs (at compile time and run time) and
// for bugs, 2 for an invalid command line.
package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/autotune"
	"github.com/lamina-lang/lamina/tools/lamina/internal/caches"
	"github.com/lamina-lang/lamina/tools/lamina/internal/conformancecmd"
	"github.com/lamina-lang/lamina/tools/lamina/internal/docpages"
	"github.com/lamina-lang/lamina/tools/lamina/internal/literate"
	"github.com/lamina-lang/lamina/tools/lamina/internal/lsp"
	"github.com/lamina-lang/lamina/tools/lamina/internal/manual"
	"github.com/lamina-lang/lamina/tools/lamina/internal/packages"
	"github.com/lamina-lang/lamina/tools/lamina/internal/plugincmd"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/repl"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// Main runs the command line and returns the exit code. more adds to the backends of
// driver.New. A panic is caught and reported as a bug.
func Main(ctx context.Context, args []string, s verb.Streams, more ...backend.Backend) int {
	return verb.Catching(args, s.Err, func() int {
		d, err := driver.New(more...)
		if err != nil {
			fmt.Fprintln(s.Err, "lamina:", err)
			return verb.ExitError
		}
		d.Tuned = true
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		out := &verb.Results{To: s.Out, Closed: cancel}
		t := &tool{&verb.Tool{Driver: d, Streams: s, Stdout: s.Out, Args: args}}
		t.Out = out
		root := rootCommand(t)
		root.SetArgs(args)
		root.SetIn(s.In)
		root.SetOut(out)
		root.SetErr(s.Err)
		err = root.ExecuteContext(t.WithInput(ctx))
		if err == nil && out.Err != nil {
			err = fmt.Errorf("writing the results: %w", out.Err)
		}
		code := verb.ExitError
		if !errors.Is(out.Err, syscall.EPIPE) { // else nobody reads: end quietly, as other commands do
			code = t.Report(err)
			t.keepReproducer(err)
		}
		if err := t.ClosePlugins(); err != nil {
			return max(code, verb.Report(s.Err, err))
		}
		return code
	})
}

// tool gives the verbs of this package their context.
type tool struct{ *verb.Tool }

func rootCommand(t *tool) *cobra.Command {
	root := &cobra.Command{
		Use:   "lamina",
		Short: "Compile, run and inspect functional data-parallel array programs",
		Long: `Compile, run and inspect functional data-parallel array programs.

Exit codes, of every command: 0 for success; 1 for an error of a program or of its run,
for a test that fails, and for a fault of the compiler; 2 for an invalid command line.

A file called - is standard input or standard output. A report there has it for itself: what the
command prints besides goes to standard error.`,
		Example:       "  lamina run examples/lud.fut -i examples/data/lud-64.in",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return nil
		},
		SuggestionsMinimumDistance: 2,
		RunE: func(c *cobra.Command, _ []string) error {
			_ = c.Help()
			return verb.Usagef("name a command")
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	var plugins verb.PluginFlags
	plugins.Register(root)
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		if err := verb.ReadOnce(c, args); err != nil {
			return err
		}
		if elsewhere, err := t.Delegate(c, args); err != nil || elsewhere {
			return err
		}
		if err := caches.Refused(); err != nil && c.Name() != "clean" {
			verb.PrintMessage(t.Err, "lamina: "+err.Error())
		}
		return t.UsePlugins(c, &plugins)
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return verb.Usagef("%w; see `%s --help`", flagError(err), c.CommandPath())
	})
	root.AddCommand(
		docpages.Command(t.Tool), literate.Command(t.Tool), profileCommand(t), autotune.Command(autotune.Env{Tool: t.Tool, Target: t.target}),
		runCommand(t), testCommand(t), benchCommand(t), datasetCommand(t),
		checkCommand(t), equalCommand(t), dumpCommand(t), optCommand(t), bisectCommand(t), reduceCommand(t), lmadCommand(t), conformancecmd.FuzzCommand(t.Tool), explainCommand(t), fmtCommand(t), libraryCommand(t),
		conformancecmd.Command(t.Tool), conformancecmd.WorkerCommand(t.Tool), conformancecmd.ShardCommand(t.Tool),
		backendsCommand(t), passesCommand(t), plugincmd.Command(t.Tool), goCommand(t), versionCommand(t),
		caches.Command(t.Out), packages.Command(t.Out, verb.Usage), lsp.Command(t.Driver, t.In, t.Stdout, verb.VersionText()),
		repl.Command(t.Driver, repl.Streams{In: t.In, Out: t.Out, Err: t.Err}, verb.Usage),
	)
	for _, c := range root.Commands() {
		if c.Name() == "clean" || c.Name() == "lsp" {
			c.Args = verb.Exactly(0, "no arguments")
		}
	}
	root.SetHelpCommand(helpCommand(t, root))
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion"}); err == nil {
		c.Short, c.Long, c.Example = "Print the script by which a shell completes commands, flags and their values", installCompletion, "  source <(lamina completion bash)"
		for _, shell := range c.Commands() {
			shell.Example = "  lamina completion " + shell.Name()
		}
	}
	demandCommands(root)
	t.completions(root)
	return root
}

const installCompletion = `Print the script by which a shell completes commands, flags and their values: backends,
devices, stages, passes, entry points, suites. To have it in every new shell:

  bash, with the package bash-completion:
    echo 'source <(lamina completion bash)' >> ~/.bashrc
  zsh, if its completion is on (autoload -U compinit; compinit):
    echo 'source <(lamina completion zsh)' >> ~/.zshrc
  fish:
    lamina completion fish > ~/.config/fish/completions/lamina.fish`

// demandCommands makes it a mistake to name a command that only has commands of its own, or another one than these.
func demandCommands(c *cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.HasSubCommands() && !sub.Runnable() {
			sub.Args = verb.Exactly(0, "one of its own commands")
			sub.RunE = func(c *cobra.Command, _ []string) error {
				_ = c.Help()
				return verb.Usagef("name a command")
			}
		}
		demandCommands(sub)
	}
}

// helpCommand is the verb that prints what --help does, and the pages of the documentation.
func helpCommand(t *tool, root *cobra.Command) *cobra.Command {
	man := ""
	c := &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Tell what a command does and which flags it has, or show a page of the documentation",
		Long: `Tell what a command does and which flags it has, or show a page of the documentation.
lamina help topics lists the pages.

With --man, write manual pages of all commands and topics to the sections man1 and man7 of a
folder; man finds them there if the folder is on its path, as ~/.local/share/man is.`,
		Example: "  lamina help run\n  lamina help lmad disjoint\n  lamina help topics\n  lamina help language\n  lamina help --man ~/.local/share/man",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range root.Commands() {
				if !c.Hidden {
					names = append(names, c.Name())
				}
			}
			for _, topic := range manual.Topics() {
				names = append(names, topic.Name)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if man == programs.Stdin {
				return verb.Usagef("--man takes a folder for the pages, and - is standard output")
			}
			if man != "" {
				pages, err := manual.Write(root, man)
				if err == nil {
					fmt.Fprintf(t.Out, "%d manual pages are in %s\n", pages, man)
				}
				return err
			}
			c, rest, err := root.Find(args)
			if err == nil && len(rest) == 0 {
				return c.Help()
			}
			if len(args) == 1 && args[0] == "topics" {
				for _, topic := range manual.Topics() {
					fmt.Fprintf(t.Out, "%-20s %s\n", topic.Name, topic.Title)
				}
				return nil
			}
			if topic, ok := manual.Find(strings.Join(args, " ")); ok {
				_, err := fmt.Fprint(t.Out, topic.Text)
				return err
			}
			return unknownCommand(root, strings.Join(args, " "))
		},
	}
	c.Flags().StringVar(&man, "man", "", "write manual pages to this `folder`")
	return c
}

// unknownCommand returns the error that there is no such command, with suggestions.
func unknownCommand(root *cobra.Command, called string) error {
	meant := ""
	if like := root.SuggestionsFor(called); len(like) > 0 {
		meant = "did you mean " + strings.Join(like, " or ") + "? "
	}
	return verb.Usagef("there is no command %q; %s`lamina --help` lists them", called, meant)
}

// flagValues describes the values of flags, by pflag's type names.
var flagValues = map[string]string{
	"int":      "a whole number",
	"uint64":   "a whole number of 0 or more",
	"duration": "a time such as 30s or 2m",
	"bool":     "true or false",
	"size":     "a size such as 512MiB or 8GiB",
}

// flagError describes an invalid flag in the user's terms, where pflag uses the names of
// Go's functions.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	if value, ok := flagValues[invalid.GetFlag().Value.Type()]; ok {
		return fmt.Errorf("--%s takes %s, not %q", invalid.GetFlag().Name, value, invalid.GetValue())
	}
	return err
}
