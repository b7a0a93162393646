package sandbox

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// runBy names the programs that run a script: the one in its first line and, if that is env, the
// one that env finds. Nothing runs what is no script.
func runBy(file string) []string {
	words := firstLine(file)
	if len(words) == 0 {
		return nil
	}
	names := []string{words[0]}
	if filepath.Base(words[0]) == "env" {
		for _, word := range words[1:] {
			if strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
				continue
			}
			if found, err := exec.LookPath(word); err == nil {
				names = append(names, found)
			}
			break
		}
	}
	return names
}

// Launcher returns the program that runs a script if it is a script itself, or "". Version managers
// put such scripts on PATH, which start a program elsewhere; a sandbox lets a plugin read what belongs
// to the script, and not what belongs to that program.
func Launcher(file string) string {
	for _, name := range runBy(file) {
		if len(firstLine(name)) > 0 {
			return name
		}
	}
	return ""
}

// firstLine returns the first line of a script, without #!, as words.
func firstLine(file string) []string {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	const most = 256 // as much as the kernel reads
	line, _ := bufio.NewReader(io.LimitReader(f, most)).ReadString('\n')
	line, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return nil
	}
	return strings.Fields(line)
}
