package sandbox

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// system lists the system's files that executables and interpreters read: programs,
// libraries, and the configuration of library paths. Nothing in /etc that names users or
// hosts, and nothing in /proc except hardware information.
var system = []string{
	"/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf",
	"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage",
}

// interpreters lists the files of the programs that run a script: the one in its first line
// and, if that is env, the one that env finds.
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
	}
	return out
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

// installation lists the files of a program: the executable and, if it lies in a folder
// bin, the libraries next to that folder, as interpreters and virtual environments have
// them; both also at the targets of links. Other files there are left out.
func installation(file string) []string {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil
	}
	out := besides(file)
	if real, err := filepath.EvalSymlinks(file); err == nil && real != file {
		out = append(out, besides(real)...)
	}
	return out
}

// besides lists an executable and what belongs to it next to its folder bin.
func besides(file string) []string {
	out := []string{file}
	bin := filepath.Dir(file)
	if filepath.Base(bin) != "bin" {
		return out
	}
	for _, name := range []string{"lib", "lib64", "libexec", "conf", "pyvenv.cfg", filepath.Join("share", filepath.Base(file))} {
		out = append(out, filepath.Join(filepath.Dir(bin), name))
	}
	return out
}
