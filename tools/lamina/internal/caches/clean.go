// Package caches is the verb clean, which removes what other verbs keep in the user's cache folder.
package caches

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/private"
)

// Command is the verb clean.
func Command(out io.Writer) *cobra.Command {
	dry := false
	c := &cobra.Command{
		Use:   "clean",
		Short: "Remove compiled code and other things that can be made again",
		Long: `Remove what Lamina keeps in the user's cache folder to save time: machine code, kernels of
GPUs, programs compiled by the C compiler, descriptions of plugins, overlays of lamina go. All of it is made
again when it is needed. The history of lamina repl stays, and so do installed plugins.`,
		Example: "  lamina clean\n  lamina clean --dry-run",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return clean(out, dry) },
	}
	c.Flags().BoolVarP(&dry, "dry-run", "n", false, "tell what would be removed, and remove nothing")
	return c
}

// clean removes the folders in the cache folder, and tells of those that held files.
func clean(out io.Writer, dry bool) error {
	user, err := os.UserCacheDir()
	if err != nil {
		return fmt.Errorf("looking for the cache folder: %w", err)
	}
	cache := filepath.Join(user, "lamina")
	entries, err := os.ReadDir(cache)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("looking at the cache folder: %w", err)
	}
	for _, e := range entries {
		if !e.IsDir() && e.Type()&fs.ModeSymlink == 0 { // of a link, the link alone is removed
			continue
		}
		folder := filepath.Join(cache, e.Name())
		n, bytes := size(folder)
		what := "removed"
		if dry {
			what = "would remove"
		} else if err := remove(folder); err != nil {
			return fmt.Errorf("removing the cache %s: %w", folder, err)
		}
		if n == 0 { // as backends make when they start
			continue
		}
		if _, err := fmt.Fprintf(out, "%s %s: %d files, %.1f MiB\n", what, folder, n, float64(bytes)/(1<<20)); err != nil {
			return err
		}
	}
	return nil
}

// remove removes a folder as a whole: it moves it aside first, so that what other processes make there meanwhile is in
// a folder of its own and in nobody's way.
func remove(folder string) error {
	aside, err := os.MkdirTemp(filepath.Dir(folder), "removed-")
	if err != nil {
		return err
	}
	err = os.Rename(folder, filepath.Join(aside, filepath.Base(folder)))
	if errors.Is(err, fs.ErrNotExist) { // another lamina clean has it
		err = nil
	}
	return errors.Join(err, os.RemoveAll(aside))
}

// Refused returns why the caches, or some of them, are not used: that others could have written
// what is in them. It returns nil if there is no such reason.
func Refused() error {
	user, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	cache := filepath.Join(user, "lamina")
	err = private.Content(cache)
	if err == nil {
		return nil
	}
	return fmt.Errorf("code is compiled anew each time, because others may change the caches: %w; `lamina clean` removes what they hold", err)
}

// size counts the files in a folder, and their bytes. What cannot be looked at does not count.
func size(folder string) (files int, bytes int64) {
	_ = filepath.WalkDir(folder, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			if info, err := e.Info(); err == nil {
				files, bytes = files+1, bytes+info.Size()
			}
		}
		return nil
	})
	return files, bytes
}
