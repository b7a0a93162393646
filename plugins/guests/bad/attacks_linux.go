package bad

import (
	"bytes"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// attacks are misdeeds against the system. They report what they achieved.
var attacks = merged(resources, escapes)

func merged(all ...map[string]func(tell func(string, ...any))) map[string]func(tell func(string, ...any)) {
	out := map[string]func(tell func(string, ...any)){}
	for _, some := range all {
		maps.Copy(out, some)
	}
	return out
}

// resources are misdeeds that take what belongs to all.
var resources = map[string]func(tell func(string, ...any)){
	"eat-shared":   eatShared,
	"eat-file":     eatFile,
	"eat-memfd":    eatMemfd,
	"eat-children": eatChildren,
	"fork":         fork,
	"open":         open,
	"spy":          spy,
	"reach":        reach,
	"leave":        leave,
}

const piece = 16 << 20

// most is how much is consumed if nothing stops it: 2 GiB.
const most = 2 << 30 / piece

// eatShared uses memory that belongs to no process.
func eatShared(tell func(string, ...any)) {
	for range most {
		b, err := syscall.Mmap(-1, 0, piece, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED|syscall.MAP_ANON)
		if err != nil {
			tell("shared memory: %v", err)
			return
		}
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
	}
	tell("shared memory: had %d MiB", most*piece>>20)
}

// eatFile fills the temporary folder with files.
func eatFile(tell func(string, ...any)) {
	b := make([]byte, piece)
	for i := range most {
		name := filepath.Join(os.TempDir(), fmt.Sprintf("eaten-%d", i))
		if err := os.WriteFile(name, b, 0o600); err != nil {
			tell("files: %v", err)
			return
		}
		defer os.Remove(name)
	}
	tell("files: had %d MiB", most*piece>>20)
}

// memfdCreate holds the numbers of the system call.
var memfdCreate = map[string]uintptr{"amd64": 319, "arm64": 279}

// eatMemfd uses an anonymous memory file.
func eatMemfd(tell func(string, ...any)) {
	name := []byte("eaten\x00")
	fd, _, errno := syscall.Syscall(memfdCreate[runtime.GOARCH], uintptr(unsafe.Pointer(&name[0])), 0, 0)
	if errno != 0 {
		tell("memfd: %v", errno)
		return
	}
	f := os.NewFile(fd, "memfd")
	defer f.Close()
	b := make([]byte, piece)
	for i := range most {
		if _, err := f.Write(b); err != nil {
			tell("memfd: %d MiB, %v", i*piece>>20, err)
			return
		}
	}
	tell("memfd: had %d MiB", most*piece>>20)
}

// eatChildren makes child processes use memory.
func eatChildren(tell func(string, ...any)) {
	for range 12 {
		c := exec.Command("tail", "/dev/zero")
		if err := c.Start(); err != nil {
			tell("children: %v", err)
			return
		}
	}
	time.Sleep(time.Minute)
	tell("children: ate for a minute")
}

// fork starts processes until that fails.
func fork(tell func(string, ...any)) {
	for i := range 3000 {
		c := exec.Command("sleep", "20")
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := c.Start(); err != nil {
			tell("processes: %d, %v", i, err)
			return
		}
	}
	tell("processes: had 3000")
}

// open opens files until that fails.
func open(tell func(string, ...any)) {
	for i := range 20000 {
		f, err := os.Open("/dev/null")
		if err != nil {
			tell("open files: %d, %v", i, err)
			return
		}
		defer f.Close()
	}
	tell("open files: had 20000")
}

// spy searches the kernel's process information for the host's secret.
func spy(tell func(string, ...any)) {
	seen := 0
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err == nil && bytes.Contains(b, []byte("hunter2")) {
			tell("the secret is in %s", file)
			return
		}
		if err == nil {
			seen++
		}
	}
	tell("no secret in %d environments", seen)
}

// reach tries what its arguments say: KIND:WHAT.
func reach(tell func(string, ...any)) {
	for _, arg := range os.Args[1:] {
		kind, what, _ := strings.Cut(arg, ":")
		var err error
		switch kind {
		case "read":
			_, err = os.ReadFile(what)
		case "list":
			_, err = os.ReadDir(what)
		case "write":
			err = os.WriteFile(what, []byte("x"), 0o600)
		case "run":
			err = exec.Command("/bin/sh", "-c", what).Run()
		case "kill":
			var pid int
			if _, err = fmt.Sscan(what, &pid); err == nil {
				err = syscall.Kill(pid, syscall.SIGURG)
			}
		default:
			var c net.Conn
			if c, err = net.DialTimeout(kind, what, 5*time.Second); err == nil {
				err = c.Close()
			}
		}
		if err == nil {
			tell("%s: done", kind)
		} else {
			tell("%s: denied", kind)
		}
	}
}

// leave starts a process that leaves its process group and keeps standard output open.
func leave(tell func(string, ...any)) {
	c := exec.Command("/bin/sh", "-c", `(read pid rest < /proc/self/stat; echo $pid > "$0"; exec sleep 60) & exit`, os.Args[1])
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.Stdout, c.Stderr = stdout, os.Stderr
	if err := c.Run(); err != nil {
		tell("cannot: %v", err)
		return
	}
	tell("left")
}
