// Package packages is the verb pkg, which manages the packages that programs in Futhark's language
// import: folders below lib, and the file futhark.pkg that names those that are required. It reads folders
// and archives, and never the network. What it changes, it changes whole or not at all.
package packages

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Command is the verb pkg. It writes what it did to out; wrong marks an error of the command line.
func Command(out io.Writer, wrong func(error) error) *cobra.Command {
	c := &cobra.Command{
		Use:   "pkg",
		Short: "Manage the packages that programs import",
		Long: `Manage the packages that Futhark programs import. Those that a program requires are listed in
futhark.pkg, beside it, and lie in the folder lib under their path, so that
import "lib/github.com/user/name/file" finds a file of one.

No command here asks the network: packages come from folders and archives that you have.`,
		Example: "  lamina pkg init github.com/user/name\n  lamina pkg add sorts-1.2.0.zip 1.2.0\n  lamina pkg check",
	}
	folder := "."
	c.PersistentFlags().StringVar(&folder, "folder", ".", "the `folder` that futhark.pkg and lib are in")
	args := func(n int, what string) cobra.PositionalArgs {
		return func(c *cobra.Command, args []string) error {
			if len(args) != n {
				return wrong(fmt.Errorf("`%s` takes %s; see `%[1]s --help`", c.CommandPath(), what))
			}
			return nil
		}
	}
	c.AddCommand(
		&cobra.Command{
			Use:     "init PATH",
			Short:   "Make a folder a package",
			Long:    "Make a folder a package: write a futhark.pkg that calls it PATH, and make the folder lib/PATH for its files.",
			Example: "  lamina pkg init github.com/user/name",
			Args:    args(1, "the path of the package"),
			RunE:    func(_ *cobra.Command, args []string) error { return initialise(folder, args[0]) },
		},
		&cobra.Command{
			Use:   "add FOLDER|ARCHIVE VERSION",
			Short: "Add a package from a folder or an archive",
			Long: `Add a package from a folder or an archive (.zip, .tar, .tar.gz, .tgz): its files below lib are copied
below lib here, in place of those of another version, and futhark.pkg requires it in this version. What it
requires itself is required here, too, in the later of two versions, and has to be added from where it is.`,
			Example: "  lamina pkg add ../sorts 1.2.0\n  lamina pkg add sorts-1.2.0.zip 1.2.0",
			Args:    args(2, "a folder or an archive, and the version that it holds"),
			RunE: func(c *cobra.Command, args []string) error {
				return tellAdded(c.Context(), out, folder, args[0], args[1])
			},
		},
		&cobra.Command{
			Use:     "check",
			Short:   "Check futhark.pkg, and that what it requires is there",
			Long:    "Check that futhark.pkg is well-formed, and that the package itself and all that it requires have their files below lib.",
			Example: "  lamina pkg check\n  lamina pkg check --folder examples",
			Args:    args(0, "no arguments"),
			RunE:    func(c *cobra.Command, _ []string) error { return check(c.Context(), out, folder) },
		},
	)
	return c
}

// tellAdded adds a package and tells what is still missing.
func tellAdded(ctx context.Context, out io.Writer, folder, from, version string) error {
	m, err := add(ctx, folder, from, version)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "added %s %s\n", m.Name, version); err != nil {
		return err
	}
	missing, err := (&Manifest{Requires: m.Requires}).missing(folder)
	for _, r := range missing {
		if _, err := fmt.Fprintf(out, "it requires %s %s: add that, too\n", r.Path, r.Version); err != nil {
			return err
		}
	}
	return err
}

func check(ctx context.Context, out io.Writer, folder string) error {
	m, err := readManifest(ctx, folder)
	if err != nil {
		return err
	}
	missing, err := m.missing(folder)
	if err != nil {
		return err
	}
	var all []error
	for _, r := range missing {
		what := "required " + r.Version
		if r.Path == m.Name {
			what = "this one"
		}
		all = append(all, fmt.Errorf("package %s (%s) has no .fut file in lib/%[1]s; `lamina pkg add` copies it there", r.Path, what))
	}
	if len(all) > 0 {
		return errors.Join(all...)
	}
	_, err = fmt.Fprintf(out, "required packages: %d, all of them there\n", len(m.Requires))
	return err
}
