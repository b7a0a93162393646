package libraries

import (
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/library/web"
)

//go:embed testdata/caller.mjs
var nodeCaller string

// JS returns the backend of JavaScript modules, in Node.
func JS() backend.Backend {
	return &library{wasm.NewWithCache(""), "js-library", func(_ context.Context, p *imp.Program, dir string) (*exec.Cmd, error) {
		files, err := web.Files(p, web.Options{Name: "prog"})
		if err != nil {
			return nil, err
		}
		results := map[string][]string{}
		for _, in := range p.Interfaces() {
			results[in.Name] = []string{}
			for _, r := range in.Results {
				results[in.Name] = append(results[in.Name], r.Elem.String())
			}
		}
		types, err := json.Marshal(results)
		if err != nil {
			return nil, err
		}
		texts := map[string]string{"caller.mjs": strings.Replace(nodeCaller, "{/*types*/}", string(types), 1), "package.json": `{"type": "module"}`}
		for _, f := range files {
			texts[f.Name] = string(f.Text)
		}
		for name, text := range texts {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				return nil, err
			}
		}
		return exec.Command("node", filepath.Join(dir, "caller.mjs")), nil
	}}
}
