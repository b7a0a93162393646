// Package private tells what only its user can change from what others could have written,
// and finds the folder of the user's caches. Code and decisions to run code are read from
// nowhere else.
//
// Others are all users but this one and the system's administrator.
package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File fails if others could change the file's content: if they own it or its folder, or may
// write to one of them. For a link, the target is checked too.
func File(file string) error {
	for _, path := range placesOf(file) {
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		if why := othersMayWrite(info); why != "" {
			return fmt.Errorf("%s %s", path, why)
		}
	}
	return nil
}

// Cache returns the folder with this name in Lamina's part of the user's cache, and creates it.
// It returns "" if the user has none, or if others could write to it: what they put there
// would run.
func Cache(names ...string) string {
	user, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir := filepath.Join(append([]string{user, "lamina"}, names...)...)
	if Folder(dir) != nil {
		return ""
	}
	return dir
}

// Folder creates a folder if there is none, and fails if others could put files into it, or
// exchange it. Nobody else may enter it afterwards, whatever the mode of a file in it.
func Folder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := File(dir); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return fmt.Errorf("%s is no folder", dir)
	}
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(dir, 0o700)
	}
	return err
}

// Content fails if others could have written a file in dir: because the folder is open to
// them, or because it was when they put the file there. A missing folder has no such file.
func Content(dir string) error {
	if err := File(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed by another run
		}
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			if err := File(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		} else if why := othersMayWrite(info); why != "" {
			return fmt.Errorf("%s %s", filepath.Join(dir, e.Name()), why)
		}
	}
	return nil
}
