package verb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/install"
	"github.com/lamina-lang/lamina/plugins/trust"
)

// PluginsVariable names plugins to load, as PATH names folders.
const PluginsVariable = "LAMINA_PLUGINS"

// Asked is something besides the command line that asks for plugins, which run only if
// the user has trusted it: the configuration of a working tree, or a plugin's file.
type Asked struct {
	File    string // what is trusted: its absolute path
	Sha256  string // of the configuration; "" for a plugin's file
	Plugins []host.Source
}

// Name is its name in messages.
func (a *Asked) Name() string { return source.Printable(a.File) }

// AskedByTree returns the plugins that the working tree's configuration asks for, nil if there is none,
// or one that others could have written, which is no part of the tree.
func AskedByTree() (a *Asked, others error, err error) {
	file, err := host.FindTree(".")
	if file == "" || err != nil {
		return nil, nil, err
	}
	if others := private.File(file); others != nil {
		return nil, fmt.Errorf("%s is not read, because others may change it: %w", source.Printable(file), others), nil
	}
	a, err = AskedByFile(file)
	return a, nil, err
}

// AskedByFile returns the plugins that a configuration asks for, or the plugin with this absolute path.
func AskedByFile(file string) (*Asked, error) {
	if filepath.Base(file) != host.ConfigFile {
		return &Asked{File: file, Plugins: []host.Source{{Path: file, Sandbox: host.Strict}}}, nil
	}
	tree, err := host.ReadTree(file)
	if err != nil {
		return nil, err
	}
	return &Asked{File: tree.File, Sha256: tree.SHA256, Plugins: tree.Plugins}, nil
}

// AskedByVariable returns the plugins that LAMINA_PLUGINS asks for.
func AskedByVariable() ([]*Asked, error) {
	var out []*Asked
	for _, s := range host.FromList(os.Getenv(PluginsVariable)) {
		path, err := filepath.Abs(s.Path)
		if err != nil {
			return nil, err
		}
		s.Path = path
		out = append(out, &Asked{File: path, Plugins: []host.Source{s}})
	}
	return out, nil
}

// useTrusted makes known the installed plugins, and those of LAMINA_PLUGINS and of the working tree that the
// user trusts, and says in a line what is left out.
func (t *Tool) useTrusted() error {
	if err := t.UseInstalled(""); err != nil {
		return err
	}
	all, err := AskedByVariable()
	if err != nil {
		return err
	}
	tree, others, err := AskedByTree()
	if err != nil {
		return err
	}
	if others != nil {
		fmt.Fprintf(t.Err, "lamina: %v\n", others)
	}
	if tree != nil && len(tree.Plugins) > 0 {
		all = append(all, tree)
	}
	return t.useAsked(all)
}

// useAsked makes known what of all that is asked for the user trusts, and says in a line
// each what is left out.
func (t *Tool) useAsked(all []*Asked) error {
	if len(all) == 0 {
		return nil
	}
	store, err := trust.UserStore()
	for _, a := range all {
		whyNot := err
		if err == nil {
			whyNot = t.useRecorded(store, a)
		}
		if whyNot != nil {
			fmt.Fprintf(t.Err, "lamina: %v\n", source.CutWords(whyNot.Error()))
		}
	}
	return nil
}

// errNotTrusted is why plugins are left out.
var errNotTrusted = errors.New("plugins are left out")

// useRecorded makes known the plugins that something asks for, if the user trusts it. The
// error says why not.
func (t *Tool) useRecorded(store *trust.Store, a *Asked) error {
	record, err := RecordOf(store, a)
	if err != nil {
		return err
	}
	for _, s := range a.Plugins {
		p, err := record.Find(s).Open(t.Host, s)
		if err == nil {
			err = t.AddPasses(p)
		}
		if err != nil {
			return fmt.Errorf("a plugin is left out: %w", err)
		}
	}
	return nil
}

// RecordOf is the record of something that the user trusts as it is now, with all of its
// plugins. Else the error says what to do.
func RecordOf(store *trust.Store, a *Asked) (*trust.Record, error) {
	command := "lamina plugin trust"
	if a.Sha256 == "" {
		command += " " + a.Name()
	}
	record, err := store.Lookup(a.File)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errNotTrusted, err)
	case record == nil && a.Sha256 == "":
		return nil, fmt.Errorf("%w: %s, named by %s, is not trusted; `%s` tells what it may do, and asks", errNotTrusted, a.Name(), PluginsVariable, command)
	case record == nil:
		return nil, fmt.Errorf("%w: %s is not trusted; `%s` tells what its plugins may do, and asks", errNotTrusted, a.Name(), command)
	case a.Sha256 != "" && record.SHA256 != a.Sha256:
		return nil, fmt.Errorf("%w: %s has changed since you trusted it; `%s` tells what its plugins may do, and asks", errNotTrusted, a.Name(), command)
	}
	for _, s := range a.Plugins {
		if record.Find(s) == nil {
			return nil, fmt.Errorf("%w: %s pins another plugin %s than you trusted; `%s` asks again", errNotTrusted, a.Name(), source.Printable(s.Path), command)
		}
	}
	return record, nil
}

// AskedByInstalled is what the installed plugins ask for, but those of the configuration
// except; others says why some are not read.
func AskedByInstalled(except string) (all []*Asked, others []error, err error) {
	folder, err := InstalledPlugins()
	if err != nil {
		return nil, nil, nil // without a home, nothing is installed
	}
	names, err := folder.Names()
	for _, name := range names {
		file := folder.Configuration(name)
		if file == except {
			continue
		}
		err := private.File(file)
		var a *Asked
		if err == nil {
			a, err = AskedByFile(file)
		}
		if err != nil {
			others = append(others, fmt.Errorf("the installed plugin %s is left out: %w; `lamina plugin remove %[1]s` removes it", name, err))
			continue
		}
		all = append(all, a)
	}
	return all, others, err
}

// UseInstalled makes known the installed plugins, but those of one configuration, and says
// in a line each what is left out.
func (t *Tool) UseInstalled(except string) error {
	all, others, err := AskedByInstalled(except)
	if err != nil {
		return err
	}
	for _, other := range others {
		fmt.Fprintf(t.Err, "lamina: %v\n", source.CutWords(other.Error()))
	}
	return t.useAsked(all)
}

// ConfigurationFolder returns Lamina's folder in the user's configuration.
func ConfigurationFolder() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("looking for your configuration: %w", err)
	}
	return filepath.Join(dir, "lamina"), nil
}

// InstalledPlugins returns the folder of installed plugins.
func InstalledPlugins() (install.Folder, error) {
	dir, err := ConfigurationFolder()
	return install.Folder(filepath.Join(dir, "plugins")), err
}
