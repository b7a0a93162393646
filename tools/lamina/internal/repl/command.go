// Package repl is the verb repl: an interactive session, in Futhark's language or in APL. It
// reads lines, evaluates them on the embedded backend, and prints their values. A name stands
// for its definition, which is computed where it is used.
package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
)

// Streams are a session's input and output.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// session is the state of a session in some language.
type session interface {
	// incomplete reports whether an input goes on in the next line.
	incomplete(text string) bool
	// evaluate evaluates an input, and returns what is to be printed: nothing, or lines of which the last
	// may lack its end.
	evaluate(ctx context.Context, text string) (string, error)
	// command obeys a command, such as ":type e", and reports whether there is such a one.
	command(ctx context.Context, name, argument string) (output string, known bool, err error)
	// translated is an input that is a command in the language's own notation as :name argument;
	// other inputs it returns unchanged.
	translated(text string) string
	// commands describes the commands, a line each.
	commands() string
	// complete lists the names that begin with prefix.
	complete(prefix string) []string
	// prompt is shown before an input, or before a later line of one.
	prompt(more bool) string
}

// errLanguage is a language that no session exists for.
type errLanguage string

func (e errLanguage) Error() string {
	return fmt.Sprintf("--language takes futhark or apl, not %q", string(e))
}

// Command is the verb repl. Errors of the command line are passed to usage.
func Command(d *driver.Driver, s Streams, usage func(error) error) *cobra.Command {
	language := "futhark"
	c := &cobra.Command{
		Use:   "repl [FILE]",
		Short: "Evaluate expressions and definitions as they are typed",
		Long: `Read definitions and expressions, evaluate them on the embedded backend, and print
their values. Names are kept; a definition may replace an earlier one. An error does not
end the session; Ctrl-D and :quit do. The definitions of FILE are there from the start.

:help lists the commands. Standard input that is no terminal is read in the same way,
without prompts; the exit code is then 1 if there was an error.`,
		Example: "  lamina repl\n  lamina repl examples/center.fut\n  lamina repl --language apl\n  echo 'reduce (+) 0 (iota 10)' | lamina repl",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			var text []byte
			file := ""
			if len(args) == 1 {
				file = args[0]
				var err error
				if file == programs.Stdin {
					return usage(errors.New("standard input holds what the session evaluates: name a file with the definitions, or write them there, too"))
				}
				if text, err = source.ReadFile(c.Context(), file); err != nil {
					return fmt.Errorf("reading the program: %w", err)
				}
				if strings.HasSuffix(file, ".apl") && !c.Flags().Changed("language") {
					language = "apl"
				}
			}
			var sess session
			var err error
			switch language {
			case "futhark", "fut":
				sess, err = newFuthark(d, file, string(text))
			case "apl", "APL":
				sess, err = newAPL(c.Context(), d, file, string(text))
			default:
				return usage(errLanguage(language))
			}
			if err != nil {
				return err
			}
			return run(c.Context(), sess, s)
		},
	}
	c.Flags().StringVar(&language, "language", language, "the `language`: futhark or apl")
	return c
}

// run reads inputs until the end.
func run(ctx context.Context, sess session, s Streams) error {
	lines := newLines(s, sess.complete)
	defer lines.close()
	if lines.interactive() {
		signal.Reset(os.Interrupt) // it ends an evaluation (react), not the process
	}
	failed := 0
	for {
		text, err := input(ctx, sess, lines)
		switch {
		case errors.Is(err, errAborted):
			continue
		case errors.Is(err, io.EOF):
			if failed > 0 && !lines.interactive() {
				return fmt.Errorf("%d of the inputs had errors", failed)
			}
			return nil
		case err != nil:
			return err
		case strings.TrimSpace(text) == "":
			continue
		}
		name, argument, isCommand := commandIn(sess.translated(text))
		if isCommand && (name == "quit" || name == "q") {
			return nil
		}
		output, err := react(ctx, sess, lines.interactive(), text, name, argument, isCommand)
		if ctx.Err() != nil && !lines.interactive() {
			return ctx.Err()
		}
		if errors.Is(err, context.Canceled) {
			err = errors.New("interrupted")
		}
		if err != nil {
			failed++
			fmt.Fprintln(s.Err, source.Printable(source.CutWords(err.Error())))
			continue
		}
		if output != "" {
			if _, err := fmt.Fprintln(s.Out, strings.TrimSuffix(output, "\n")); err != nil {
				return fmt.Errorf("writing the results: %w", err)
			}
		}
	}
}

// input reads one input, which may take several lines. An empty line ends it in any case.
func input(ctx context.Context, sess session, lines lines) (string, error) {
	text := ""
	for n := 0; ; n++ {
		line, err := lines.read(ctx, sess.prompt(text != ""))
		if err != nil {
			if errors.Is(err, io.EOF) && text != "" {
				return text, nil // its error is shown; the next line is the end
			}
			return "", err
		}
		if text == "" && strings.TrimSpace(line) == "" {
			return "", nil
		}
		if n == mostLines {
			return "", fmt.Errorf("an input has more than %d lines; put it into a file, and name that when you start", mostLines)
		}
		if text += line + "\n"; strings.TrimSpace(line) == "" || strings.HasPrefix(text, ":") || !sess.incomplete(text) {
			return strings.TrimRight(text, "\n"), nil
		}
	}
}

// commandIn splits a command such as ":type e".
func commandIn(text string) (name, argument string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), ":")
	if !ok {
		return "", "", false
	}
	name, argument, _ = strings.Cut(rest, " ")
	return name, strings.TrimSpace(argument), true
}

// meantCommands are commands of other sessions, with those that they are here.
var meantCommands = map[string]string{"quit": ":quit", "exit": ":quit", "help": ":help"}

// react obeys a command or evaluates an input. An interrupt ends the evaluation, and in a
// terminal not the session.
func react(ctx context.Context, sess session, interactive bool, text, name, argument string, isCommand bool) (string, error) {
	if interactive {
		var stop func()
		ctx, stop = signal.NotifyContext(context.WithoutCancel(ctx), os.Interrupt)
		defer stop()
	}
	if !isCommand {
		output, err := sess.evaluate(ctx, text)
		if meant := meantCommands[strings.TrimSuffix(strings.TrimSpace(text), "()")]; err != nil && meant != "" {
			err = fmt.Errorf("%w\nhint: commands begin with a colon: %s", err, meant)
		}
		return output, err
	}
	if name == "help" || name == "h" || name == "?" {
		return sess.commands() + ":help      this list\n:quit      end the session, as Ctrl-D does", nil
	}
	output, known, err := sess.command(ctx, name, argument)
	if !known {
		return "", fmt.Errorf("there is no command %s; :help lists them", strings.TrimSpace(text))
	}
	return output, err
}
