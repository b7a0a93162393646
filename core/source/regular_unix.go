//go:build unix

package source

import "syscall"

// openWithoutWaiting is a flag for opening what may have become a named pipe.
const openWithoutWaiting = syscall.O_NONBLOCK
