//go:build !unix

package host

import "io/fs"

const openWithoutWaiting = 0

func placesOf(file string) []string { return []string{file} }

// othersMayWrite does not know other systems' permissions.
func othersMayWrite(fs.FileInfo) string { return "" }
