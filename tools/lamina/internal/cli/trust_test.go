package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// servePlugin is a plugin for the scripts: pass stay does nothing but remark. Each start is
// a line in the file started of the home folder, with the arguments.
func servePlugin() {
	if home, err := os.UserHomeDir(); err == nil {
		f, err := os.OpenFile(filepath.Join(home, "started"), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
		if err == nil {
			fmt.Fprintln(f, "started", strings.Join(os.Args[1:], " "))
			f.Close()
		}
	}
	fmt.Fprintln(os.Stderr, "\x1b]0;owned\a\x1b[31mred")
	sdk.Main(sdk.Plugin{Name: "test\x1b[2J", Version: "1", Passes: []*pass.Pass{{
		Name: "stay", Summary: "do nothing\x1b[2J", From: pass.At(pass.Soac),
		Run: func(_ context.Context, u *pass.Unit, _ pass.Options) error {
			u.Remark(u.IR.Funs[0].Pos, "stayed\x1b[2J")
			return nil
		},
	}}})
}
