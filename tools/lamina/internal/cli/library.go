package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/librarycmd"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
	"github.com/spf13/cobra"
)

// libraryCommand is the verb that writes libraries of programs.
func libraryCommand(t *tool) *cobra.Command {
	var f librarycmd.Flags
	var config driver.Config
	var math verb.MathFlag
	var schedule verb.ScheduleFlag
	c := librarycmd.Command(&f)
	c.Args = verb.Exactly(1, "one program")
	c.RunE = func(c *cobra.Command, args []string) error {
		config.Math = math.Mode
		return t.library(c.Context(), args[0], config, schedule, &f)
	}
	verb.RegisterTune(c, &config.Tune)
	c.Flags().BoolVar(&config.Check, "check", false, "check the program after every pass")
	math.Register(c)
	schedule.Register(c)
	return c
}

func (t *tool) library(ctx context.Context, file string, config driver.Config, schedule verb.ScheduleFlag, f *librarycmd.Flags) error {
	if err := f.Check(); err != nil {
		return verb.Usage(err)
	}
	if info, err := os.Stat(f.Folder); err == nil && !info.IsDir() {
		return fmt.Errorf("writing the library: %s is a file; name a folder with -o", f.Folder)
	}
	text, err := programs.Read(ctx, verb.Awaiting(ctx, t.In), file)
	if err != nil {
		return err
	}
	if file == programs.Stdin {
		file = programs.Name(text)
	}
	u, err := t.loadTested(ctx, file, text)
	if err != nil {
		return err
	}
	if err := schedule.Prescribe(ctx, u); err != nil {
		return err
	}
	files, err := librarycmd.Files(ctx, t.Driver, file, u, config, f)
	if err != nil {
		return err
	}
	return verb.WriteLibrary(f.Folder, files)
}
