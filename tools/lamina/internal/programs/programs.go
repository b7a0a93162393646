// Package programs finds and reads the programs that a command line names: files, all programs in
// folders, and "-" for standard input.
package programs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// Stdin names standard input on the command line.
const Stdin = "-"

// Files returns the files that args name: files, Stdin, and in folders all that wanted accepts. A folder
// without any is an error, which says that it holds no what.
func Files(args []string, what string, wanted func(file string) bool) ([]string, error) {
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil && arg != Stdin {
			return nil, fmt.Errorf("reading the program: %w", err)
		}
		if arg == Stdin || !info.IsDir() {
			files = append(files, arg)
			continue
		}
		before := len(files)
		err = filepath.WalkDir(arg, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && name != arg && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			if err == nil && !d.IsDir() && wanted(name) {
				files = append(files, name)
				err = source.Regular(name)
			}
			if special := (*source.SpecialError)(nil); errors.As(err, &special) {
				err = fmt.Errorf("%s %w", name, err)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("looking for programs: %w", err)
		}
		if len(files) == before {
			return nil, fmt.Errorf("the folder %s holds no %s", arg, what)
		}
	}
	return files, nil
}

// Read returns the text of the program in a file, or in if that is Stdin.
func Read(ctx context.Context, in io.Reader, file string) (text []byte, err error) {
	what := "the program"
	if file == Stdin {
		what = "the program on standard input"
		text, err = source.ReadText(in, "standard input")
	} else {
		text, err = source.ReadFile(ctx, file)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", what, err)
	}
	return text, nil
}

// Name is what messages call a program read from Stdin. Its ending says what it is written in: the IR if it
// begins with a header, as in "lamina soac", and else the source language.
func Name(text []byte) string {
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "--") {
			continue
		}
		if words[0] == "lamina" {
			return "stdin.lir"
		}
		break
	}
	return "stdin.fut"
}
