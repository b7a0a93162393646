package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/trust"
)

// pluginsVariable names plugins to load, as PATH names folders.
const pluginsVariable = "LAMINA_PLUGINS"

// asked is something besides the command line that asks for plugins, which run only if
// the user has trusted it: the configuration of a working tree, or a plugin's file.
type asked struct {
	file    string // what is trusted: its absolute path
	sha256  string // of the configuration; "" for a plugin's file
	plugins []host.Source
}

// name is its name in messages.
func (a *asked) name() string { return source.Printable(a.file) }

// askedByTree returns the plugins that the working tree's configuration asks for, nil if there is none,
// or one that others could have written, which is no part of the tree.
func askedByTree() (a *asked, others error, err error) {
	file, err := host.FindTree(".")
	if file == "" || err != nil {
		return nil, nil, err
	}
	if others := private.File(file); others != nil {
		return nil, fmt.Errorf("%s is not read, because others may change it: %w", source.Printable(file), others), nil
	}
	a, err = askedByFile(file)
	return a, nil, err
}

// askedByFile returns the plugins that a configuration asks for, or the plugin with this absolute path.
func askedByFile(file string) (*asked, error) {
	if filepath.Base(file) != host.ConfigFile {
		return &asked{file: file, plugins: []host.Source{{Path: file, Sandbox: host.Strict}}}, nil
	}
	tree, err := host.ReadTree(file)
	if err != nil {
		return nil, err
	}
	return &asked{file: tree.File, sha256: tree.SHA256, plugins: tree.Plugins}, nil
}

// askedByVariable returns the plugins that LAMINA_PLUGINS asks for.
func askedByVariable() ([]*asked, error) {
	var out []*asked
	for _, s := range host.FromList(os.Getenv(pluginsVariable)) {
		path, err := filepath.Abs(s.Path)
		if err != nil {
			return nil, err
		}
		s.Path = path
		out = append(out, &asked{file: path, plugins: []host.Source{s}})
	}
	return out, nil
}

// useTrusted makes known the installed plugins, and those of LAMINA_PLUGINS and of the working tree that the
// user trusts, and says in a line what is left out.
func (t *tool) useTrusted() error {
	if err := t.useInstalled(""); err != nil {
		return err
	}
	all, err := askedByVariable()
	if err != nil {
		return err
	}
	tree, others, err := askedByTree()
	if err != nil {
		return err
	}
	if others != nil {
		fmt.Fprintf(t.Err, "lamina: %v\n", others)
	}
	if tree != nil && len(tree.plugins) > 0 {
		all = append(all, tree)
	}
	return t.useAsked(all)
}

// useAsked makes known what of all that is asked for the user trusts, and says in a line
// each what is left out.
func (t *tool) useAsked(all []*asked) error {
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
func (t *tool) useRecorded(store *trust.Store, a *asked) error {
	record, err := recordOf(store, a)
	if err != nil {
		return err
	}
	for _, s := range a.plugins {
		p, err := record.Find(s).Open(t.host, s)
		if err == nil {
			err = t.addPasses(p)
		}
		if err != nil {
			return fmt.Errorf("a plugin is left out: %w", err)
		}
	}
	return nil
}

// recordOf is the record of something that the user trusts as it is now, with all of its
// plugins. Else the error says what to do.
func recordOf(store *trust.Store, a *asked) (*trust.Record, error) {
	command := "lamina plugin trust"
	if a.sha256 == "" {
		command += " " + a.name()
	}
	record, err := store.Lookup(a.file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errNotTrusted, err)
	case record == nil && a.sha256 == "":
		return nil, fmt.Errorf("%w: %s, named by %s, is not trusted; `%s` tells what it may do, and asks", errNotTrusted, a.name(), pluginsVariable, command)
	case record == nil:
		return nil, fmt.Errorf("%w: %s is not trusted; `%s` tells what its plugins may do, and asks", errNotTrusted, a.name(), command)
	case a.sha256 != "" && record.SHA256 != a.sha256:
		return nil, fmt.Errorf("%w: %s has changed since you trusted it; `%s` tells what its plugins may do, and asks", errNotTrusted, a.name(), command)
	}
	for _, s := range a.plugins {
		if record.Find(s) == nil {
			return nil, fmt.Errorf("%w: %s pins another plugin %s than you trusted; `%s` asks again", errNotTrusted, a.name(), source.Printable(s.Path), command)
		}
	}
	return record, nil
}
