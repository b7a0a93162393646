package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/value"
)

// program is a program with its inputs.
type program struct {
	file, name, text string
	cases            []input
}

// input is what an entry point is given.
type input struct {
	entry, label string
	args         []value.Value
}

// casesOf reads the programs in files and folders, with the inputs that their test blocks spell out.
func casesOf(ctx context.Context, paths []string) ([]program, error) {
	files, err := runner.Find(paths)
	if err != nil {
		return nil, err
	}
	var out []program
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		p := program{file: file, name: strings.TrimSuffix(filepath.Base(file), ".fut"), text: string(text)}
		blocks, err := testblock.Parse(file, p.text)
		if err != nil {
			return nil, err
		}
		for _, b := range blocks {
			entry := "main"
			if len(b.Entries) > 0 {
				entry = b.Entries[0]
			}
			for _, c := range b.Cases {
				if c.Input.From != testblock.Inline || c.Want.Error != nil {
					continue
				}
				args, err := value.Parse(c.Input.Text)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", c.Pos, err)
				}
				p.cases = append(p.cases, input{entry, c.Name, args})
			}
		}
		if len(p.cases) > 0 {
			out = append(out, p)
		}
	}
	return out, nil
}
