//go:build !linux

package c

import "os"

// enlarge does nothing: only Linux lets a process choose the size of a pipe's buffer.
func enlarge(*os.File) {}
