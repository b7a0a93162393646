// Package nameless creates files that get a name when they are complete, so that of a process
// that is killed before nothing is left.
package nameless

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Create creates a file without a name in the folder of the named one, and a function that
// gives it one beside that; nil where the file system has no such files.
func Create(file string) (tmp *os.File, name func() (string, error)) {
	fd, err := unix.Open(filepath.Dir(file), unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, nil
	}
	named := fmt.Sprintf("%s.%d", file, rand.Uint64())
	return os.NewFile(uintptr(fd), named), func() (string, error) {
		// Without privileges a file is linked only by its name in /proc.
		if err := unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd), unix.AT_FDCWD, named, unix.AT_SYMLINK_FOLLOW); err != nil {
			return "", err
		}
		return named, nil
	}
}
