//go:build unix

package private

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// placesOf lists what determines the content of a file: its folder, and, through links, the
// file itself and its folder.
func placesOf(file string) []string {
	places := []string{filepath.Dir(file)}
	target, err := filepath.EvalSymlinks(file)
	if err != nil {
		return append(places, file) // its own error tells more
	}
	if folder := filepath.Dir(target); folder != places[0] {
		places = append(places, folder)
	}
	return append(places, target)
}

// othersMayWrite returns who besides the user can change a file; "" if nobody can.
func othersMayWrite(info fs.FileInfo) string {
	if info.Mode()&fs.ModeSymlink != 0 {
		return "" // changing a link requires write access to its folder
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	mode := info.Mode().Perm()
	switch {
	case s.Uid != 0 && int(s.Uid) != os.Geteuid():
		return fmt.Sprintf("belongs to another user (%d)", s.Uid)
	case mode&0o002 != 0:
		return fmt.Sprintf("can be written by everybody (mode %04o; run chmod o-w on it)", mode)
	case mode&0o020 != 0 && !ownGroup(s.Gid):
		return fmt.Sprintf("can be written by its group (mode %04o; run chmod g-w on it)", mode)
	}
	return ""
}

// ownGroup reports whether a group is the user's private group, which many systems create
// for each user, with the user's name and, by default, write access.
func ownGroup(gid uint32) bool {
	u, err := user.LookupId(strconv.Itoa(os.Geteuid()))
	if err != nil || u.Gid != strconv.Itoa(int(gid)) {
		return false
	}
	g, err := user.LookupGroupId(u.Gid)
	return err == nil && g.Name == u.Username
}
