//go:build !linux

package resident

// Trim does nothing where the system does not tell what is mapped.
func Trim() {}
