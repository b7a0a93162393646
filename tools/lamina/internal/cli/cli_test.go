package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

func TestEveryCommandHasAnExample(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Example == "" && !c.Hidden {
			t.Errorf("`%s --help` has no example", c.CommandPath())
		}
		for _, below := range c.Commands() {
			visit(below)
		}
	}
	root := rootCommand(&tool{&verb.Tool{Driver: d}})
	root.InitDefaultHelpCmd()
	visit(root)
}

// noSpace is a writer that always fails.
type noSpace struct{}

func (noSpace) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestResultsThatCannotBeWrittenAreNoSuccess(t *testing.T) {
	for _, args := range []string{"passes", "version", "--help", "backends --only interp", "dataset -g i32", "lmad disjoint 0+{(n:2)} 1+{(n:2)}"} {
		var errs strings.Builder
		code := Main(context.Background(), strings.Fields(args), verb.Streams{In: strings.NewReader(""), Out: noSpace{}, Err: &errs})
		if code != verb.ExitError || strings.Count(errs.String(), "no space left on device") != 1 {
			t.Errorf("lamina %s: exit code %d, %q; want 1 and one error", args, code, errs.String())
		}
	}
}

func TestAnInterruptLeavesNoFile(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	var errs strings.Builder
	args := []string{"dataset", "-g", "[100000]i32", "-o", filepath.Join(dir, "values")}
	if code := Main(ctx, args, verb.Streams{In: strings.NewReader(""), Out: noSpace{}, Err: &errs}); code != verb.ExitError || errs.String() != "lamina: interrupted\n" {
		t.Errorf("exit code %d, %q; want 1 and that it was interrupted", code, errs.String())
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}
