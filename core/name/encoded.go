package name

import "strings"

// Encoded is s as a part of an identifier of C by the z-encoding, as in the interfaces of Futhark's
// libraries: s itself if it has no other characters; else different names stay different.
func Encoded(s string) string {
	if Word(s) == s {
		return s
	}
	return Word(encoding.Replace(s))
}

// encoding is the z-encoding of the characters that identifiers have.
var encoding = strings.NewReplacer("z", "zz", "Z", "ZZ", "'", "zq")
