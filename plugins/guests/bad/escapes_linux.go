package bad

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// escapes are misdeeds against the sandbox itself.
var escapes = map[string]func(tell func(string, ...any)){
	"sockets":     sockets,
	"calls":       calls,
	"host":        host,
	"stop":        stop,
	"ignore":      ignore,
	"cling":       cling,
	"eat-deleted": eatDeleted,
	"deep":        deep,
	"links":       links,
	"flood":       flood,
	"scatter":     scatter,
	"raise":       raise,
	"core":        dump,
	"terminal":    terminal,
}

// outcome tells whether an attempt was denied.
func outcome(tell func(string, ...any), what string, err error) {
	if err == nil {
		tell("%s: done", what)
		return
	}
	tell("%s: denied", what)
}

// sockets makes sockets of every kind that reaches a network, the kernel or other programs.
func sockets(tell func(string, ...any)) {
	const x32 = 0x40000000 // the numbers of system calls of another interface
	for _, s := range []struct {
		name         string
		family, kind int
	}{
		{"tcp", unix.AF_INET, unix.SOCK_STREAM}, {"tcp6", unix.AF_INET6, unix.SOCK_STREAM}, {"udp", unix.AF_INET, unix.SOCK_DGRAM},
		{"raw", unix.AF_INET, unix.SOCK_RAW}, {"netlink", unix.AF_NETLINK, unix.SOCK_RAW}, {"packet", unix.AF_PACKET, unix.SOCK_RAW},
		{"vsock", unix.AF_VSOCK, unix.SOCK_STREAM}, {"alg", unix.AF_ALG, unix.SOCK_SEQPACKET}, {"unixgram", unix.AF_UNIX, unix.SOCK_DGRAM},
	} {
		fd, err := unix.Socket(s.family, s.kind, 0)
		outcome(tell, s.name, err)
		if err == nil {
			unix.Close(fd)
		}
	}
	_, _, errno := unix.RawSyscall(unix.SYS_SOCKET|x32, unix.AF_INET, unix.SOCK_STREAM, 0)
	outcome(tell, "x32", result(errno))
}

func result(errno syscall.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}

// calls makes system calls that reach the kernel, its views of the system, or memory that
// belongs to nobody. Their arguments are invalid: who is allowed to make them gets another error.
func calls(tell func(string, ...any)) {
	bad := ^uintptr(0)
	for _, c := range []struct {
		name string
		nr   uintptr
		args [3]uintptr
	}{
		{"io_uring_setup", unix.SYS_IO_URING_SETUP, [3]uintptr{1, bad}}, {"bpf", unix.SYS_BPF, [3]uintptr{bad, 0, 0}},
		{"perf_event_open", unix.SYS_PERF_EVENT_OPEN, [3]uintptr{bad}}, {"userfaultfd", unix.SYS_USERFAULTFD, [3]uintptr{bad}},
		{"add_key", unix.SYS_ADD_KEY, [3]uintptr{bad, bad, bad}}, {"keyctl", unix.SYS_KEYCTL, [3]uintptr{bad}},
		{"mount", unix.SYS_MOUNT, [3]uintptr{bad, bad, bad}}, {"unshare", unix.SYS_UNSHARE, [3]uintptr{unix.CLONE_NEWUSER | unix.CLONE_NEWNET}},
		{"setns", unix.SYS_SETNS, [3]uintptr{bad}}, {"chroot", unix.SYS_CHROOT, [3]uintptr{bad}}, {"open_by_handle_at", unix.SYS_OPEN_BY_HANDLE_AT, [3]uintptr{bad, bad, 0}},
		{"process_vm_readv", unix.SYS_PROCESS_VM_READV, [3]uintptr{1, bad, 1}}, {"pidfd_getfd", unix.SYS_PIDFD_GETFD, [3]uintptr{bad, bad, bad}},
		{"fsopen", unix.SYS_FSOPEN, [3]uintptr{bad}}, {"ptrace", unix.SYS_PTRACE, [3]uintptr{unix.PTRACE_ATTACH, 1}},
		{"shmget", unix.SYS_SHMGET, [3]uintptr{0, 4096, 0o600 | unix.IPC_CREAT}}, {"memfd_secret", unix.SYS_MEMFD_SECRET, [3]uintptr{bad}},
		{"kexec_load", unix.SYS_KEXEC_LOAD, [3]uintptr{bad, bad, bad}}, {"init_module", unix.SYS_INIT_MODULE, [3]uintptr{bad, bad, bad}},
		{"syslog", unix.SYS_SYSLOG, [3]uintptr{10}}, {"quotactl", unix.SYS_QUOTACTL, [3]uintptr{bad, bad}},
	} {
		_, _, errno := unix.RawSyscall(c.nr, c.args[0], c.args[1], c.args[2])
		if errno == unix.EPERM || errno == unix.ENOSYS {
			tell("%s: denied", c.name)
		} else {
			tell("%s: %v", c.name, errno)
		}
	}
	for _, flag := range []uintptr{unix.CLONE_NEWNET, unix.CLONE_NEWNS, unix.CLONE_NEWUTS} {
		c := exec.Command("/bin/true")
		c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER | flag}
		outcome(tell, "clone", c.Run())
	}
}

// host looks into its host's process and sends it signals.
func host(tell func(string, ...any)) {
	pid := os.Getenv(protocol.HostPID)
	for _, file := range []string{"environ", "mem", "maps", "auxv", "fd/1", "root/etc/passwd", "cwd/.", "task/" + pid + "/environ"} {
		f, err := os.Open("/proc/" + pid + "/" + file)
		if err == nil {
			_, err = f.Read(make([]byte, 1))
			if file == "mem" || file == "cwd/." {
				err = nil // open is enough
			}
			f.Close()
		}
		outcome(tell, file, err)
	}
	n, _ := strconv.Atoi(pid)
	outcome(tell, "signal", syscall.Kill(n, syscall.SIGURG))
	outcome(tell, "ptrace", syscall.PtraceAttach(n))
	_, err := unix.PidfdOpen(n, 0)
	outcome(tell, "pidfd", err)
	outcome(tell, "limits", unix.Prlimit(n, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 3, Max: 3}, nil))
}

// stop stops its own process.
func stop(tell func(string, ...any)) {
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	tell("stopped and went on")
}

// ignore ignores all signals, and hangs.
func ignore(func(string, ...any)) {
	for s := syscall.Signal(1); s < 65; s++ {
		signal.Ignore(s)
	}
	time.Sleep(time.Hour)
}

// cling gets rid of all that ends it with its host, the SDK's watch included, leaves a
// file, and hangs.
func cling(func(string, ...any)) {
	runtime.LockOSThread() // it is not the first thread; execve makes it that, without a signal
	for _, s := range []uintptr{0, uintptr(syscall.SIGCONT)} {
		_ = unix.Prctl(unix.PR_SET_PDEATHSIG, s, 0, 0, 0)
	}
	for s := syscall.Signal(1); s < 65; s++ {
		signal.Ignore(s)
	}
	for fd := 3; fd < 100; fd++ { // its connection stays open
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETFD, 0)
	}
	_ = os.WriteFile(filepath.Join(os.TempDir(), "pid"), nil, 0o600)
	_ = syscall.Exec("/bin/sleep", []string{"sleep", "60"}, nil)
}

// eatDeleted writes files that have no name.
func eatDeleted(tell func(string, ...any)) {
	b := make([]byte, piece)
	for i := range most {
		f, err := os.CreateTemp("", "deleted")
		if err != nil {
			tell("deleted files: %v", err)
			return
		}
		defer f.Close()
		os.Remove(f.Name())
		if _, err := f.Write(b); err != nil {
			tell("deleted files: %d MiB, %v", i*piece>>20, err)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	tell("deleted files: had %d MiB", most*piece>>20)
}

// deep leaves folders that nest beyond the longest path and that nobody may enter.
func deep(tell func(string, ...any)) {
	if err := os.Chdir(os.TempDir()); err != nil {
		tell("deep: %v", err)
		return
	}
	for range 3000 {
		if os.Mkdir("deeper", 0o700) != nil || os.Chdir("deeper") != nil {
			break
		}
	}
	_ = os.Chmod(".", 0)
	_ = os.Chdir("/")
	_ = os.Chmod(filepath.Join(os.TempDir(), "deeper"), 0)
	tell("deep: done")
}

// links leaves links to a folder of the user's among its files.
func links(tell func(string, ...any)) {
	for i, to := range os.Args[1:] {
		outcome(tell, "link", os.Symlink(to, filepath.Join(os.TempDir(), fmt.Sprint("link-", i))))
	}
}

// flood prints escape sequences without end, and answers.
func flood(tell func(string, ...any)) {
	line := strings.Repeat("\x1b[2J\x1b]0;owned\a", 500) + "\n"
	for range 2000 {
		os.Stderr.WriteString(line)
	}
	tell("flooded")
}

// scatter leaves processes in sessions of their own, without parents, that hold its output.
func scatter(tell func(string, ...any)) {
	for range 40 {
		c := exec.Command("/bin/sh", "-c", "trap '' TERM HUP INT; (setsid sleep 4711 &) & setsid sh -c 'sleep 4711 & exec sleep 4711' &")
		c.Stdout, c.Stderr = stdout, os.Stderr
		_ = c.Run()
	}
	tell("scattered")
}

// raise raises its limits.
func raise(tell func(string, ...any)) {
	for name, resource := range map[string]int{"data": unix.RLIMIT_DATA, "files": unix.RLIMIT_NOFILE, "size": unix.RLIMIT_FSIZE} {
		outcome(tell, name, unix.Setrlimit(resource, &unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY}))
	}
	outcome(tell, "score", os.WriteFile("/proc/self/oom_score_adj", []byte("-1000"), 0))
}

// dump crashes where a dump of its memory would be left.
func dump(func(string, ...any)) {
	_ = os.Chdir(os.TempDir())
	_ = syscall.Kill(os.Getpid(), syscall.SIGQUIT)
	signal.Reset()
	var p *int
	*p = 1
}

// terminal opens the terminal of its host.
func terminal(tell func(string, ...any)) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	outcome(tell, "terminal", err)
	if err == nil {
		f.Close()
	}
}
