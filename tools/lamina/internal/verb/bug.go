package verb

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/txtar"
)

// Catching runs f. It turns a panic into a bug report and exit code 1.
func Catching(args []string, w io.Writer, f func() int) (code int) {
	defer func() {
		if r := recover(); r != nil {
			reportBug(w, args, r, debug.Stack())
			code = ExitError
		}
	}()
	return f()
}

// reportBug prints what is needed to reproduce a panic.
func reportBug(w io.Writer, args []string, cause any, stack []byte) {
	command := "lamina " + strings.Join(Quoted(args), " ")
	fmt.Fprintf(w, "lamina: bug: %v\n\n", cause)
	fmt.Fprintf(w, "This is a fault of lamina, not of your program. Please report it with\n")
	fmt.Fprintf(w, "  version     %s\n  command     %s\n", VersionText(), command)
	file, err := writeReproducer(args, fmt.Sprintf("lamina %s\n%s\n\n%v\n\n%s", VersionText(), command, cause, stack))
	if err != nil {
		fmt.Fprintf(w, "  and the files that it names (collecting them failed: %v)\n\n%s", err, stack)
		return
	}
	fmt.Fprintf(w, "  reproducer  %s (the command's files, and where it failed)\n", file)
}

// mostInReproducer bounds the size of a file included in a reproducer.
const mostInReproducer = 1 << 20

// writeReproducer writes a txtar archive with what is known about a panic and with the
// Files named on the command line, and returns its name.
func writeReproducer(args []string, about string) (string, error) {
	archive := &txtar.Archive{Comment: []byte(about)}
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.Mode().IsRegular() || info.Size() > mostInReproducer {
			continue
		}
		data, err := os.ReadFile(arg)
		if err != nil {
			return "", err
		}
		archive.Files = append(archive.Files, txtar.File{Name: arg, Data: data})
	}
	f, err := os.CreateTemp("", "lamina-bug-*.txtar")
	if err != nil {
		return "", err
	}
	defer f.Close()
	_, err = f.Write(txtar.Format(archive))
	return f.Name(), err
}

// Quoted quotes the arguments that a shell would split or expand.
func Quoted(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		if a == "" || strings.ContainsAny(a, " \t\n'\"\\$`*?[]{}()<>|&;#~!") {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return out
}
