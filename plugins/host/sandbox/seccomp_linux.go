package sandbox

import (
	"fmt"
	"slices"
	"sync"
	"unsafe"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// denied lists the system calls that fail with EPERM in a strict sandbox: those that affect
// other processes, the kernel's configuration, or a network. Landlock restricts which files
// can be opened.
var denied = []string{
	// filter restricts which sockets can be created
	"connect",
	// other processes
	"process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "pidfd_send_signal", "kcmp",
	// another way to make any system call
	"io_uring_setup", "io_uring_enter", "io_uring_register",
	// views of the system
	"mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr",
	"name_to_handle_at", "open_by_handle_at", "quotactl", "quotactl_fd",
	// the kernel
	"bpf", "perf_event_open", "userfaultfd", "add_key", "request_key", "keyctl", "fanotify_init", "syslog", "acct", "lookup_dcookie",
	"init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "nfsservctl",
	"settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname", "vhangup", "ioperm", "iopl", "modify_ldt",
}

// absent lists the system calls that fail with ENOSYS, as on a kernel without them: memory
// that belongs to no process and therefore is under no limit.
var absent = []string{"memfd_create", "memfd_secret", "shmget", "msgget", "semget", "mq_open"}

// nobody is the number that Linux shows for users who have none in a namespace. Programs that make sure that
// they have no privileges, as gnuplot does, become the user that they are, which fails for a user without a
// number: here it succeeds and does nothing.
const nobody = 65534

// namespaces are the flags of clone that make namespaces, except for those of users, processes
// and IPC: Start makes these, under the filter. Nothing can be mounted in them, nor the network
// be reached.
var namespaces = []uint64{unix.CLONE_NEWNET, unix.CLONE_NEWNS, unix.CLONE_NEWUTS, unix.CLONE_NEWCGROUP}

// bound returns the filter of all processes that are not part of the host: none gets rid of the
// signal that ends it with its host, or sets another process's limits. The first call succeeds
// and does nothing, since programs make it for their own children and do not expect it to fail.
var bound = sync.OnceValues(func() ([]bpf.RawInstruction, error) {
	policy := seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls: []seccomp.SyscallGroup{{
			Action: seccomp.ActionErrno,
			NamesWithCondtions: []seccomp.NameWithConditions{{Name: "prctl", Conditions: []seccomp.Condition{
				{Argument: 0, Operation: seccomp.Equal, Value: unix.PR_SET_PDEATHSIG},
				{Argument: 1, Operation: seccomp.NotEqual, Value: uint64(unix.SIGKILL)},
			}}},
		}, {
			Action: seccomp.ActionErrno | seccomp.Action(unix.EPERM),
			NamesWithCondtions: []seccomp.NameWithConditions{{Name: "prlimit64", Conditions: []seccomp.Condition{
				{Argument: 0, Operation: seccomp.NotEqual, Value: 0},
			}}},
		}},
	}
	instructions, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	return bpf.Assemble(instructions)
})

// filter returns the filter of a strict sandbox.
var filter = sync.OnceValues(func() ([]bpf.RawInstruction, error) {
	machine, err := arch.GetInfo("")
	if err != nil {
		return nil, err
	}
	known := func(names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			_, ok := machine.SyscallNames[name]
			return !ok
		})
	}
	when := func(name string, conditions ...seccomp.Condition) seccomp.NameWithConditions {
		return seccomp.NameWithConditions{Name: name, Conditions: conditions}
	}
	var clones []seccomp.NameWithConditions
	for _, flag := range namespaces {
		clones = append(clones, when("clone", seccomp.Condition{Argument: 0, Operation: seccomp.BitsSet, Value: flag}))
	}
	const datagrams = 2 // a bit that SOCK_DGRAM and SOCK_RAW have and SOCK_STREAM does not
	policy := seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls: []seccomp.SyscallGroup{
			{
				Action: seccomp.ActionErrno | seccomp.Action(unix.EPERM),
				Names:  known(denied),
				NamesWithCondtions: append(clones,
					when("socket", seccomp.Condition{Argument: 0, Operation: seccomp.NotEqual, Value: unix.AF_UNIX}),
					when("socket", seccomp.Condition{Argument: 1, Operation: seccomp.BitsSet, Value: datagrams}),
					when("socketpair", seccomp.Condition{Argument: 0, Operation: seccomp.NotEqual, Value: unix.AF_UNIX}),
					when("socketpair", seccomp.Condition{Argument: 1, Operation: seccomp.BitsSet, Value: datagrams}),
					when("prlimit64", seccomp.Condition{Argument: 0, Operation: seccomp.NotEqual, Value: 0}),
					when("ioctl", seccomp.Condition{Argument: 1, Operation: seccomp.Equal, Value: unix.TIOCSTI}),
				),
			},
			{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: known(absent)},
		},
	}
	instructions, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	// The policy does not cover system calls by another architecture's numbers, which
	// 64-bit x86 processors accept: they are denied. Nor has it an action that succeeds.
	const offsetOfNumber, offsetOfArch, offsetOfFirst = 0, 4, 16
	all := append([]bpf.Instruction{
		bpf.LoadAbsolute{Off: offsetOfArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(machine.ID), SkipTrue: 1},
		bpf.RetConstant{Val: uint32(seccomp.ActionErrno) | uint32(unix.ENOSYS)},
		bpf.LoadAbsolute{Off: offsetOfNumber, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(unix.SYS_SETUID), SkipTrue: 3},
		bpf.LoadAbsolute{Off: offsetOfFirst, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: nobody, SkipTrue: 1},
		bpf.RetConstant{Val: uint32(seccomp.ActionErrno)},
	}, instructions...)
	return bpf.Assemble(all)
})

// last is the rest of the filter of a strict sandbox: what the thread that starts a process
// still needs, if the process enters this filter itself. clone3, whose flags a filter cannot
// see, fails as on a kernel without it: programs then use clone. Of ptrace there is only what
// that thread uses if it enters this filter, too.
var last = sync.OnceValues(func() ([]bpf.RawInstruction, error) {
	policy := seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls: []seccomp.SyscallGroup{
			{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: []string{"clone3"}},
			{Action: seccomp.ActionErrno | seccomp.Action(unix.EPERM), NamesWithCondtions: []seccomp.NameWithConditions{{
				Name: "ptrace", Conditions: []seccomp.Condition{
					{Argument: 0, Operation: seccomp.NotEqual, Value: unix.PTRACE_TRACEME},
					{Argument: 0, Operation: seccomp.NotEqual, Value: unix.PTRACE_DETACH},
				},
			}}},
		},
	}
	instructions, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	return bpf.Assemble(instructions)
})

// enter irrevocably applies a filter to this thread.
func enter(filter func() ([]bpf.RawInstruction, error)) error {
	instructions, err := filter()
	if err != nil {
		return fmt.Errorf("making a filter of system calls: %w", err)
	}
	program := make([]unix.SockFilter, len(instructions))
	for i, x := range instructions {
		program[i] = unix.SockFilter{Code: x.Op, Jt: x.Jt, Jf: x.Jf, K: x.K}
	}
	whole := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&whole))); errno != 0 {
		return fmt.Errorf("filtering system calls: %w", errno)
	}
	return nil
}
