// Package plugincmd is the verb plugin, for those who write, install and trust plugins.
package plugincmd

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/host/weigh"
	"github.com/lamina-lang/lamina/plugins/memory"
	"github.com/lamina-lang/lamina/plugins/sdk"
	"github.com/lamina-lang/lamina/tools/lamina/internal/lookfor"
	"github.com/lamina-lang/lamina/tools/lamina/internal/plugincheck"
	"github.com/lamina-lang/lamina/tools/lamina/internal/plugintemplate"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// command gives the verbs of this package their context.
type command struct{ *verb.Tool }

// Command returns the verb plugin.
func Command(v *verb.Tool) *cobra.Command {
	t := &command{v}
	c := &cobra.Command{
		Use:   "plugin",
		Short: "Write, check and list plugins: passes outside this executable",
		Long: `Write, check and list plugins: passes outside this executable.

A plugin is an executable or a wasm module. lamina loads those that --plugin
names and, once you have trusted them (lamina plugin trust), those of the variable
LAMINA_PLUGINS and of the file lamina.toml in the working tree:

  [[plugin]]
  path = "halve.wasm"
  sha256 = "…"             # load no other file; may be left out
  time = "30s"             # for one answer
  memory = "512MiB"
  reads = ["lib"]          # of a process, in its strict sandbox
  options.halve.rounds = 2 # instead of the pass's own default`,
		Example: `  lamina plugin new halve
  lamina plugin check ./halve/halve.wasm
  lamina plugin list --plugin ./halve/halve.wasm`,
	}
	c.AddCommand(newPluginCommand(t), checkPluginCommand(t), listPluginsCommand(t),
		boundCommand(t), trustCommand(t), untrustCommand(t), installCommand(t), removeCommand(t), serveCommand())
	return c
}

// serveCommand is started by the host, not by users.
func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "serve",
		Short:   "Serve the memory passes to the lamina that starts this one",
		Example: "  lamina run --plugins=process examples/lud.fut",
		Hidden:  true,
		Args:    verb.Exactly(0, "no arguments"),
		Run:     func(*cobra.Command, []string) { sdk.Main(memory.Plugin) },
	}
}

func checkPluginCommand(t *command) *cobra.Command {
	var programs int
	var like []string
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Check that a plugin does what a host will ask of it",
		Long: `Check that a plugin does what a host will ask of it: that it says what it is,
refuses what it cannot do, and that each of its passes, at each level, keeps
random programs well-formed and their meaning, and does the same twice. A
program on which it fails is made smaller.

Random programs rarely contain what a pass looks for. --like names examples that
do: programs near them are tried, too, with other constants, operators and
operands. Without --like, they are the tests (.txtar) in the folder testdata beside
the plugin, if there is one.

FILE@sha256:HEX refuses a file with another checksum, as the command does that is
printed to repeat a failure.`,
		Example: "  lamina plugin check ./halve/halve.wasm",
		Args:    verb.Exactly(1, "one plugin"),
		RunE: func(c *cobra.Command, args []string) error {
			if programs < 1 {
				return verb.Usagef("--programs takes a number of 1 or more, not %d", programs)
			}
			return t.checkPlugin(c.Context(), args[0], programs, like)
		},
	}
	c.Flags().IntVarP(&programs, "programs", "n", 20, "how many random programs each pass is run on")
	c.Flags().StringArrayVar(&like, "like", nil, "examples of what the passes look for: a `file` or folder of programs and archives (.txtar); may be repeated (default: testdata beside the plugin)")
	return c
}

func (t *command) checkPlugin(ctx context.Context, file string, programs int, like []string) error {
	if beside := lookfor.Beside(verb.SourceOf(file).Path); len(like) == 0 && beside != "" {
		like = []string{beside}
	}
	examples, err := lookfor.Read(ctx, t.Driver, like...)
	if err != nil {
		return err
	}
	again := []string{"plugin", "check", "-n", fmt.Sprint(programs)}
	for _, path := range like {
		again = append(again, "--like", path)
	}
	h := t.NewHost()
	defer h.Close()
	report, err := plugincheck.Run(ctx, h, verb.SourceOf(file), plugincheck.Config{
		Driver: t.Driver, Programs: programs, Examples: examples, Again: func(p *host.Plugin) string {
			return "lamina " + strings.Join(verb.Quoted(append(again, p.Source.Path+verb.Checksum+p.Digest())), " ")
		},
	})
	if err != nil {
		return err
	}
	if err := report.Write(t.Out); err != nil {
		return err
	}
	if report.Failed() > 0 {
		return verb.ErrReported
	}
	return nil
}

func newPluginCommand(t *command) *cobra.Command {
	var language, source string
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "Write a plugin to start from, with a test",
		Long: `Write a plugin to start from into a new folder NAME: a pass of that name, a test
of it, and a README with the commands that build, test and run it.

A plugin in Go needs the sources of lamina: those of --lamina, or of the
repository around the working folder.`,
		Example: `  lamina plugin new halve
  lamina plugin new halve --lang rust`,
		Args: verb.Exactly(1, "one name"),
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := plugintemplate.Write(args[0], language, source)
			if err != nil {
				return err
			}
			for _, f := range files {
				fmt.Fprintln(t.Out, f)
			}
			return nil
		},
	}
	c.Flags().StringVar(&language, "lang", "go", "the language: "+plugintemplate.Choice())
	c.Flags().StringVar(&source, "lamina", "", "the folder with lamina's sources")
	return c
}

func boundCommand(t *command) *cobra.Command {
	return &cobra.Command{
		Use:   "bound FILE…",
		Short: "Declare the maximum size of a module's tables",
		Long: `Declare the maximum size of a module's tables, in place. A module that declares
none is refused: its tables could grow until no memory is left. Go's linker declares
none; those of C and Rust do.

A table without a maximum gets its size as one, which is right for all compilers
whose programs do not grow tables. Everything else in the file stays as it is.`,
		Example: `  GOOS=wasip1 GOARCH=wasm go build -o halve.wasm .
  lamina plugin bound halve.wasm`,
		Args: verb.AtLeastOne("modules"),
		RunE: func(_ *cobra.Command, files []string) error {
			for _, file := range files {
				if err := t.bound(file); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// mostOfModule is how many bytes a module may have: what it may have in memory, too.
const mostOfModule = 512 << 20

func (t *command) bound(file string) error {
	code, err := readModule(file)
	if err != nil {
		return err
	}
	out, bounded, err := weigh.Bound(code)
	switch {
	case err != nil:
		return fmt.Errorf("%s is no valid wasm module: %w; build it again", source.Printable(file), err)
	case bounded == 0:
		fmt.Fprintf(t.Out, "%s: all tables have a maximum already\n", source.Printable(file))
		return nil
	}
	fmt.Fprintf(t.Out, "%s: %s bounded\n", source.Printable(file), verb.Count(bounded, "table"))
	return verb.WriteFile(file, func(w io.Writer) error {
		_, err := w.Write(out)
		return err
	})
}

func readModule(file string) ([]byte, error) {
	f, info, err := source.OpenRegular(file)
	if err != nil {
		return nil, fmt.Errorf("reading the module %s: %w", source.Printable(file), err)
	}
	defer f.Close()
	if info.Size() > mostOfModule {
		return nil, fmt.Errorf("%s has %d bytes, and a module may have %d", source.Printable(file), info.Size(), mostOfModule)
	}
	code, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(code, []byte("\x00asm")) {
		return nil, fmt.Errorf(`%s is no wasm module: it does not begin with \0asm; build it with GOOS=wasip1 GOARCH=wasm if it is in Go`, source.Printable(file))
	}
	return code, nil
}
