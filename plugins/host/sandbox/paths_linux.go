package sandbox

import (
	"os/exec"
	"path/filepath"
)

// system lists the system's files that executables and interpreters read: programs,
// libraries, and the configuration of library paths. Nothing in /etc that names users or
// hosts, and nothing in /proc except hardware information.
var system = []string{
	"/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf",
	"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage",
}

// interpreters lists the files of the programs that run a script.
func interpreters(c *exec.Cmd) (out []string) {
	for _, name := range runBy(c.Path) {
		out = append(out, installation(name)...)
	}
	return out
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
