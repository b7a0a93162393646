package sandbox

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// system are the files of the system that executables and interpreters read: programs,
// libraries, and what says where libraries are. Nothing in /etc that names users or
// hosts, and nothing of /proc but what the machine is.
var system = []string{
	"/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf",
	"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage",
}

// interpreters are the installations that a script needs: what its first line names
// and, if that is env, what env finds.
func interpreters(c *exec.Cmd) []string {
	words := firstLine(c.Path)
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
	var out []string
	for _, name := range names {
		out = append(out, installation(name)...)
		if real, err := filepath.EvalSymlinks(name); err == nil && real != name {
			out = append(out, installation(real)...)
		}
	}
	return out
}

// firstLine is the first line of a script without #!, in words.
func firstLine(file string) []string {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	const most = 256 // what the kernel reads
	line, _ := bufio.NewReader(io.LimitReader(f, most)).ReadString('\n')
	line, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return nil
	}
	return strings.Fields(line)
}

// installation is the folder that an interpreter is installed in, which has its
// libraries: that above bin. A folder in which other things lie is not meant: then it
// is the executable alone.
func installation(file string) []string {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil
	}
	folder := filepath.Dir(filepath.Dir(file))
	home, _ := os.UserHomeDir()
	work, _ := os.Getwd()
	for _, holds := range []string{home, work, os.TempDir()} {
		if rel, err := filepath.Rel(folder, holds); holds != "" && err == nil && filepath.IsLocal(rel) {
			return []string{file}
		}
	}
	return []string{folder}
}
