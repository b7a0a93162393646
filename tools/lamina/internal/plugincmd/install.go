package plugincmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/plugins/install"
	"github.com/lamina-lang/lamina/plugins/trust"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// installation holds what the command line says about a plugin to install.
type installation struct{ name, sha256, signature, key string }

func installCommand(t *command) *cobra.Command {
	var in installation
	c := &cobra.Command{
		Use:   "install FILE|FOLDER",
		Short: "Check a plugin and install it, for use everywhere",
		Long: `Check a plugin and install it: an executable, a wasm module, or a folder with a
lamina.toml. It is copied into your configuration, is trusted as it is, and its passes are
known everywhere, without a lamina.toml.

Say what it must be, as its publisher does: --sha256, a signature of minisign, or both. A
signature is FILE.minisig unless --signature names another, by the key --key or one of
those in the file lamina/keys of your configuration. docs/security.md tells what is signed
of a folder.`,
		Example: `  lamina plugin install halve.wasm --sha256 6b…
  lamina plugin install halve.wasm --key RW…`,
		Args: verb.Exactly(1, "one file or folder"),
		RunE: func(c *cobra.Command, args []string) error { return t.install(c.Context(), args[0], in) },
	}
	c.Flags().StringVar(&in.name, "name", "", "what to call it (default: the file's name)")
	c.Flags().StringVar(&in.sha256, "sha256", "", "the SHA-256 that it must have, in hexadecimal")
	c.Flags().StringVar(&in.signature, "signature", "", "the `file` of its signature")
	c.Flags().StringVar(&in.key, "key", "", "the public key, or its file, that must have signed it")
	return c
}

func removeCommand(t *command) *cobra.Command {
	return &cobra.Command{
		Use:     "remove NAME",
		Short:   "Remove an installed plugin",
		Long:    "Remove a plugin that lamina plugin install has installed, and the record that it is trusted.",
		Example: "  lamina plugin remove halve",
		Args:    verb.Exactly(1, "one name"),
		RunE:    func(_ *cobra.Command, args []string) error { return t.removeInstalled(args[0]) },
	}
}

func (t *command) install(ctx context.Context, path string, in installation) error {
	folder, err := verb.InstalledPlugins()
	if err != nil {
		return err
	}
	if in.name == "" {
		in.name = install.NameOf(path)
	}
	if err := install.CheckName(in.name); err != nil {
		return fmt.Errorf("%w; give another with --name", err)
	}
	p, err := install.Read(path, in.name)
	if err == nil {
		err = in.check(p, path)
	}
	if err == nil {
		err = folder.Write(p, in.name)
	}
	if err != nil {
		return err
	}
	if err := t.trustInstalled(ctx, folder.Configuration(in.name)); err != nil {
		return errors.Join(fmt.Errorf("not installed: %w", err), folder.Remove(in.name))
	}
	return nil
}

// check checks the plugin by all that was said of it.
func (in installation) check(p *install.Package, path string) error {
	if in.signature == "" {
		beside := filepath.Clean(path) + ".minisig"
		if _, err := os.Lstat(beside); err == nil || in.key != "" {
			in.signature = beside
		}
	}
	if in.sha256 == "" && in.signature == "" {
		return verb.Usagef("say what the plugin must be: --sha256 with the checksum that its publisher gives, or --signature")
	}
	if in.sha256 != "" {
		if err := p.CheckSHA256(in.sha256); err != nil {
			return err
		}
	}
	if in.signature == "" {
		return nil
	}
	keys, err := in.keys()
	if err != nil {
		return err
	}
	return p.CheckSignature(in.signature, keys)
}

// keys are those of which one must have signed the plugin.
func (in installation) keys() ([]install.Key, error) {
	if in.key != "" {
		k, err := install.ParseKey(in.key)
		return []install.Key{k}, err
	}
	dir, err := verb.ConfigurationFolder()
	if err != nil {
		return nil, err
	}
	return install.ReadKeys(filepath.Join(dir, "keys"))
}

// trustInstalled records that an installed plugin is trusted, which its user has said by
// saying what it must be.
func (t *command) trustInstalled(ctx context.Context, configuration string) error {
	t.Host = t.NewHost()
	if err := t.UseInstalled(configuration); err != nil { // whose passes it must not repeat
		return err
	}
	a, err := verb.AskedByFile(configuration)
	if err == nil {
		err = t.showAsked(t.Host, a)
	}
	if err != nil {
		return err
	}
	store, err := trust.UserStore()
	if err != nil {
		return err
	}
	return t.record(ctx, t.Host, store, a)
}

func (t *command) removeInstalled(name string) error {
	folder, err := verb.InstalledPlugins()
	if err != nil {
		return err
	}
	if err := folder.Remove(name); err != nil {
		return err
	}
	store, err := trust.UserStore()
	if err != nil {
		return err
	}
	if _, err := store.Remove(folder.Configuration(name)); err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "removed: %s\n", name)
	return nil
}
