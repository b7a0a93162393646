//go:build !unix

package private

import "io/fs"

func placesOf(file string) []string { return []string{file} }

// othersMayWrite does not know other systems' permissions.
func othersMayWrite(fs.FileInfo) string { return "" }
