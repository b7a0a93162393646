package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/conformance/dataset"
	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/value"
)

// input is one input of one entry point, in a file that both sides read.
type input struct {
	program string // the program's file
	name    string // of the program
	entry   string
	what    string // as the test block names the input
	data    string // the file with the arguments
	alone   string // a copy of the program without test blocks
	stem    string // of the names of more files
}

func (in input) String() string { return in.name + ":" + in.entry + " " + in.what }

// inputsOf lists the inputs of a program that are measured, and writes them into the folder.
func inputsOf(file, folder string) ([]input, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	blocks, err := testblock.Parse(file, string(text))
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	alone := withoutBlocks(string(text))
	larger := false
	for _, b := range blocks {
		for i := range b.Cases {
			larger = larger || b.Cases[i].HasFlag(testblock.NoTest)
		}
	}
	var all []input
	for _, b := range blocks {
		entries := b.Entries
		if len(entries) == 0 {
			entries = []string{"main"}
		}
		for i := range b.Cases {
			c := &b.Cases[i]
			if c.HasFlag(testblock.NoBench) || c.Want.Error != nil || larger && !c.HasFlag(testblock.NoTest) {
				continue
			}
			for _, entry := range entries {
				in := input{program: file, name: name, entry: entry, what: c.Name, alone: alone,
					stem: filepath.Join(folder, fmt.Sprintf("%s-%s-%d", name, entry, len(all)))}
				in.data = in.stem + ".in"
				if err := writeData(in.data, filepath.Dir(file), &c.Input); err != nil {
					return nil, fmt.Errorf("%s: %s: %w", file, c.Name, err)
				}
				all = append(all, in)
			}
		}
	}
	return all, nil
}

// writeData writes the values that d stands for: a text as it is, others in binary.
func writeData(file, base string, d *testblock.Data) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	var values []value.Value
	switch d.From {
	case testblock.Inline:
		_, err = io.WriteString(out, d.Text+"\n")
	case testblock.Random:
		if values, err = dataset.New(1, nil).Make(d.Types); err == nil {
			err = value.Write(out, value.Binary, values...)
		}
	case testblock.File:
		var r *value.Reader
		if r, err = value.Open(filepath.Join(base, d.Path)); err != nil {
			return err
		}
		if values, err = r.All(); err == nil {
			err = value.Write(out, value.Binary, values...)
		}
	default:
		err = fmt.Errorf("inputs of this kind cannot be given to a peer: use values, a file or random input")
	}
	return err
}

// withoutBlocks returns a program without its test blocks.
func withoutBlocks(text string) string {
	var out strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		comment := strings.HasPrefix(line, "--")
		inside = comment && (inside || strings.TrimRight(line, " \r\n") == "-- ==")
		if !inside {
			out.WriteString(line)
		}
	}
	return out.String()
}
