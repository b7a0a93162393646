// Package cli implements the lamina command: its verbs, their flags, and what they print.
// Each verb has its own file; shared code is here and in compile.go.
//
// Exit codes: 0 for success, 1 for errors of programs (at compile time and run time) and
// for bugs, 2 for an invalid command line.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/tools/lamina/internal/autotune"
	"github.com/lamina-lang/lamina/tools/lamina/internal/caches"
	"github.com/lamina-lang/lamina/tools/lamina/internal/colour"
	"github.com/lamina-lang/lamina/tools/lamina/internal/docpages"
	"github.com/lamina-lang/lamina/tools/lamina/internal/literate"
	"github.com/lamina-lang/lamina/tools/lamina/internal/lsp"
	"github.com/lamina-lang/lamina/tools/lamina/internal/manual"
	"github.com/lamina-lang/lamina/tools/lamina/internal/packages"
	"github.com/lamina-lang/lamina/tools/lamina/internal/repl"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// Streams are the streams a command reads and writes.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
	// Self is the file of this command, which can be started as a plugin; "" if another
	// executable is running, such as a test.
	Self string
}

// Exit codes.
const (
	exitOK    = 0
	exitError = 1
	exitUsage = 2
)

// usageError is an invalid command line.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// usagef returns a usageError.
func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// errReported ends a command with exit code 1 when its message is already printed.
var errReported = errors.New("reported")

// Main runs the command line and returns the exit code. more adds to the backends of
// driver.New. A panic is caught and reported as a bug.
func Main(ctx context.Context, args []string, s Streams, more ...backend.Backend) int {
	return catching(args, s.Err, func() int {
		d, err := driver.New(more...)
		if err != nil {
			fmt.Fprintln(s.Err, "lamina:", err)
			return exitError
		}
		d.Tuned = true
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		out := &results{to: s.Out, closed: cancel}
		t := &tool{Driver: d, Streams: s, stdout: s.Out, args: args}
		t.Out = out
		root := rootCommand(t)
		root.SetArgs(args)
		root.SetIn(s.In)
		root.SetOut(out)
		root.SetErr(s.Err)
		err = root.ExecuteContext(t.withInput(ctx))
		if err == nil && out.err != nil {
			err = fmt.Errorf("writing the results: %w", out.err)
		}
		code := exitError
		if !errors.Is(out.err, syscall.EPIPE) { // else nobody reads: end quietly, as other commands do
			code = t.report(err)
			t.keepReproducer(err)
		}
		if err := t.closePlugins(); err != nil {
			return max(code, report(s.Err, err))
		}
		return code
	})
}

// report prints an error, an internal one as a bug, and returns the exit code.
func (t *tool) report(err error) int {
	var internal *source.Error
	if errors.As(err, &internal) && internal.Stack != "" {
		reportBug(t.Err, t.args, internal, []byte(internal.Stack))
		return exitError
	}
	code := report(t.Err, err)
	var fault *host.Fault
	if errors.As(err, &fault) {
		fmt.Fprint(t.Err, fault.Trace())
	}
	return code
}

// report prints an error and returns the exit code.
func report(w io.Writer, err error) int {
	var usage usageError
	var code exitCode
	var pipeline *pass.TextError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitError
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage), errors.As(err, &pipeline):
		printMessage(w, "lamina: "+err.Error())
		return exitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(w, "lamina: interrupted")
		return exitError
	}
	printMessage(w, err.Error())
	return exitError
}

// printMessage prints a message, which may quote any text, with colours on terminals.
func printMessage(w io.Writer, message string) {
	message = source.Printable(source.CutWords(message))
	if colour.Wanted(w) {
		message = colour.Paint(message)
	}
	fmt.Fprintln(w, message)
}

// tool is the context of every verb.
type tool struct {
	*driver.Driver
	Streams
	stdout io.Writer // the writer underlying Out, for subprocesses
	paper  io.Writer // where files called - go, if Out is standard error for their sake
	args   []string  // the command line

	fromStdin string // the program that was read from standard input, if one was

	reproducer string // file for the reproducer of a failing pass; "": a new file
	repeating  bool   // a reproducer is being run, so it need not be written again

	host          *host.Host     // host of plugins; nil if the verb uses none
	sandbox       host.Sandbox   // of all plugins in this run; "" for each plugin's own
	named         []*host.Plugin // those of --plugin
	memoryHow     string         // the value of --plugins
	cancelWarming context.CancelFunc
}

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
			return usagef("name a command")
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	var plugins pluginFlags
	plugins.register(root)
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		if err := readOnce(c, args); err != nil {
			return err
		}
		if elsewhere, err := t.delegate(c, args); err != nil || elsewhere {
			return err
		}
		if err := caches.Refused(); err != nil && c.Name() != "clean" {
			printMessage(t.Err, "lamina: "+err.Error())
		}
		return t.usePlugins(c, &plugins)
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%w; see `%s --help`", flagError(err), c.CommandPath())
	})
	env := verb.Env{Driver: t.Driver, In: t.In, Out: t.Out, Err: t.Err, Usage: func(err error) error { return usageError{err} }, Save: t.save}
	root.AddCommand(
		docpages.Command(env), literate.Command(env), profileCommand(t), autotune.Command(autotune.Env{Env: env, Target: t.target, Device: registerDevice}),
		runCommand(t), testCommand(t), benchCommand(t), datasetCommand(t),
		checkCommand(t), equalCommand(t), dumpCommand(t), optCommand(t), bisectCommand(t), reduceCommand(t), lmadCommand(t), fuzzCommand(t), explainCommand(t), fmtCommand(t), libraryCommand(t),
		conformanceCommand(t), conformanceWorkerCommand(t), conformanceShardCommand(t),
		backendsCommand(t), passesCommand(t), pluginCommand(t), goCommand(t), versionCommand(t),
		caches.Command(t.Out), packages.Command(t.Out, func(err error) error { return usageError{err} }), lsp.Command(t.Driver, t.In, t.stdout, versionText()),
		repl.Command(t.Driver, repl.Streams{In: t.In, Out: t.Out, Err: t.Err}, func(err error) error { return usageError{err} }),
	)
	for _, c := range root.Commands() {
		if c.Name() == "clean" || c.Name() == "lsp" {
			c.Args = exactly(0, "no arguments")
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
			sub.Args = exactly(0, "one of its own commands")
			sub.RunE = func(c *cobra.Command, _ []string) error {
				_ = c.Help()
				return usagef("name a command")
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

With --man, write manual pages of all commands and topics to a folder; man finds them there
if that is the folder man1 or man7 of one on its path, such as ~/.local/share/man/man1.`,
		Example: "  lamina help run\n  lamina help lmad disjoint\n  lamina help topics\n  lamina help language\n  lamina help --man ~/.local/share/man/man1",
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
	return usagef("there is no command %q; %s`lamina --help` lists them", called, meant)
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

// exactly demands n arguments, described by what.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("`%s` takes %s, not %s; see `%s --help`", c.CommandPath(), what, count(len(args), "argument"), c.CommandPath())
		}
		return nil
	}
}

// count formats a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// atLeastOne demands at least one argument, described by what.
func atLeastOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("`%s` takes %s; see `%s --help`", c.CommandPath(), what, c.CommandPath())
		}
		return nil
	}
}
