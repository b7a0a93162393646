package sandbox

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Package go-landlock restricts all threads of a process. Here a single thread must be
// restricted, but not the host, so these are the three system calls.

// File access rights.
const (
	reading = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR | unix.LANDLOCK_ACCESS_FS_EXECUTE
	// ofFiles are the rights that a rule on a non-folder may give.
	ofFiles = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	// devices are rights that no folder gives.
	devices = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// landlockABI returns the kernel's version of Landlock, 0 if it has none.
var landlockABI = sync.OnceValue(func() int {
	n, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(n)
})

// handled returns all file access rights that a version of Landlock knows.
func handled(abi int) uint64 {
	rights := uint64(unix.LANDLOCK_ACCESS_FS_MAKE_SYM)<<1 - 1
	if abi >= 2 {
		rights |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		rights |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 5 {
		rights |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return rights
}

// ruleset is a set of rules that can be applied to a thread.
type ruleset struct {
	fd      int
	handled uint64
}

// newRuleset creates a ruleset that denies signals to processes outside and, if files is
// set, files and the network, as far as this version of Landlock supports that.
//
// Under any ruleset a process cannot inspect processes that are not under it: neither their
// memory nor, in /proc, their environment.
func newRuleset(abi int, files bool) (*ruleset, error) {
	attr := unix.LandlockRulesetAttr{}
	size := unsafe.Sizeof(attr.Handled_access_fs)
	if abi >= 4 {
		size += unsafe.Sizeof(attr.Handled_access_net)
	}
	if abi >= 6 {
		size += unsafe.Sizeof(attr.Scoped)
		attr.Scoped = unix.LANDLOCK_SCOPE_SIGNAL
	}
	switch {
	case files:
		if abi >= 6 {
			attr.Scoped |= unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
		}
		attr.Handled_access_fs = handled(abi)
		if abi >= 4 {
			attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		}
	case abi < 6: // something must be handled; a rule on / then allows it
		attr.Handled_access_fs = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | handled(abi)&unix.LANDLOCK_ACCESS_FS_REFER
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return nil, fmt.Errorf("making a Landlock ruleset: %w", errno)
	}
	r := &ruleset{fd: int(fd), handled: attr.Handled_access_fs}
	if !files && attr.Handled_access_fs != 0 {
		return r, r.allow("/", attr.Handled_access_fs)
	}
	return r, nil
}

// allow gives rights to path and everything below. A missing path needs none.
func (r *ruleset) allow(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.EACCES), errors.Is(err, unix.ENOTDIR):
		return nil
	case err != nil:
		return fmt.Errorf("opening %s: %w", path, err)
	}
	defer unix.Close(fd)
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		return fmt.Errorf("looking at %s: %w", path, err)
	}
	if info.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= ofFiles
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights & r.handled, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("allowing %s: %w", path, errno)
	}
	return nil
}

// apply irrevocably applies the rules to this thread.
func (r *ruleset) apply() error {
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(r.fd), 0, 0); errno != 0 {
		return fmt.Errorf("entering a Landlock ruleset: %w", errno)
	}
	return nil
}

func (r *ruleset) close() { _ = unix.Close(r.fd) }
