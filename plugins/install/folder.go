package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/plugins/host"
)

// Folder holds installed plugins, each in a subfolder of its name.
type Folder string

// Configuration returns the configuration file of an installed plugin.
func (f Folder) Configuration(name string) string {
	return filepath.Join(string(f), name, host.ConfigFile)
}

// Names lists the installed plugins, sorted.
func (f Folder) Names() ([]string, error) {
	entries, err := os.ReadDir(string(f))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("listing the installed plugins: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && CheckName(e.Name()) == nil {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Write writes a package that has been checked.
func (f Folder) Write(p *Package, name string) (err error) {
	if err := f.free(name); err != nil {
		return err
	}
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return fmt.Errorf("installing %s: %w", name, err)
	}
	tmp, err := os.MkdirTemp(string(f), ".new-*")
	if err != nil {
		return fmt.Errorf("installing %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(tmp))
		}
	}()
	for _, file := range p.files {
		to := filepath.Join(tmp, filepath.FromSlash(file.path))
		mode := os.FileMode(0o600)
		if file.executable {
			mode = 0o700
		}
		err := os.MkdirAll(filepath.Dir(to), 0o700)
		if err == nil {
			err = os.WriteFile(to, file.content, mode)
		}
		if err != nil {
			return fmt.Errorf("installing %s: %w", name, err)
		}
	}
	if err := complete(tmp); err != nil {
		return err
	}
	if err := os.Rename(tmp, filepath.Join(string(f), name)); err != nil {
		return fmt.Errorf("installing %s: %w", name, err)
	}
	return nil
}

// free fails if a name is taken.
func (f Folder) free(name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if _, err := os.Lstat(filepath.Join(string(f), name)); err == nil {
		return fmt.Errorf("a plugin %s is installed already; remove it first (lamina plugin remove %[1]s), or give this one another name with --name", name)
	}
	return nil
}

// complete checks that a configuration names plugins, all of them in its own folder.
func complete(dir string) error {
	tree, err := host.ReadTree(filepath.Join(dir, host.ConfigFile))
	if err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""))
	}
	if len(tree.Plugins) == 0 {
		return fmt.Errorf("%s names no plugin", host.ConfigFile)
	}
	for _, s := range tree.Plugins {
		below, err := filepath.Rel(dir, s.Path)
		if err != nil || !filepath.IsLocal(below) {
			return fmt.Errorf("%s names a plugin outside of its folder, %.80q; a plugin to install is complete", host.ConfigFile, s.Path)
		}
	}
	return nil
}

// Remove removes an installed plugin.
func (f Folder) Remove(name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	dir := filepath.Join(string(f), name)
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		names, err := f.Names()
		if err != nil {
			return err
		}
		if len(names) == 0 {
			return fmt.Errorf("no plugin %s is installed; none is", name)
		}
		return fmt.Errorf("no plugin %s is installed; there are %s", name, strings.Join(names, ", "))
	}
	tmp, err := os.MkdirTemp(string(f), ".old-*")
	if err == nil {
		err = os.Rename(dir, filepath.Join(tmp, name)) // gone at once
	}
	if err = errors.Join(err, os.RemoveAll(tmp)); err != nil {
		return fmt.Errorf("removing %s: %w", name, err)
	}
	return nil
}
