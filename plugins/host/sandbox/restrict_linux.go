package sandbox

import (
	"fmt"
	"os/exec"

	"golang.org/x/sys/unix"
)

// restriction is applied to a thread before it starts the process.
type restriction struct {
	rules  *ruleset // nil: none
	bound  bool     // it ends with its host
	filter bool     // of system calls
}

// Supported returns why a strict sandbox is not available; nil if it is.
func Supported() error {
	if landlockABI() == 0 {
		return fmt.Errorf("%w: its kernel has no Landlock, or it is not switched on (Linux 5.13 or newer, lsm=landlock)", ErrUnsupported)
	}
	if _, err := filter(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_STRICT, 1, 0); errno != unix.EINVAL {
		return fmt.Errorf("%w: its kernel does not filter system calls (seccomp)", ErrUnsupported)
	}
	return nil
}

// restrictionOf returns the restriction for a policy. It must be closed.
func restrictionOf(c *exec.Cmd, policy Policy) (*restriction, error) {
	abi := landlockABI()
	switch {
	case policy.Trusted:
		return &restriction{}, nil
	case policy.Strict:
		if err := Supported(); err != nil {
			return nil, err
		}
	case abi < 2: // version 1 cannot allow everything
		return &restriction{bound: true}, nil
	}
	rules, err := newRuleset(abi, policy.Strict)
	if err != nil {
		return nil, err
	}
	r := &restriction{rules: rules, bound: true, filter: policy.Strict}
	if !policy.Strict {
		return r, nil
	}
	for _, files := range []struct {
		paths  []string
		rights uint64
	}{
		{system, reading},
		{interpreters(c), reading},
		{policy.Read, reading},
		{installation(c.Path), reading},
		{policy.Write, ^uint64(devices)},
		{[]string{"/dev/null", "/dev/zero", "/dev/full"}, unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE},
		{[]string{"/dev/random", "/dev/urandom"}, unix.LANDLOCK_ACCESS_FS_READ_FILE},
	} {
		for _, path := range files.paths {
			if err := rules.allow(path, files.rights); err != nil {
				r.close()
				return nil, err
			}
		}
	}
	return r, nil
}

// apply irrevocably applies the restriction to this thread, except, if late is set, for
// the last filter: the process must then enter it.
func (r *restriction) apply(late bool) error {
	if !r.bound {
		return nil
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("giving up new privileges: %w", err)
	}
	if r.rules != nil {
		if err := r.rules.apply(); err != nil {
			return err
		}
	}
	if err := enter(bound); err != nil && r.filter { // a kernel without filters has no strict sandbox
		return err
	}
	if !r.filter {
		return nil
	}
	if err := enter(filter); err != nil || late {
		return err
	}
	return enter(last)
}

func (r *restriction) close() {
	if r.rules != nil {
		r.rules.close()
	}
}
