//go:build !unix

package c

import "os/exec"

// endTogether does nothing: a command that is cancelled ends alone.
func endTogether(*exec.Cmd) {}
