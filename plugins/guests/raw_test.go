package guests

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// rawArgument is what the argument of a hostile server begins with.
const rawArgument = "raw:"

// serveRaw announces a server as go-plugin does, and is none. another is another program's
// socket.
func serveRaw(kind, another string) {
	dir := os.Getenv("PLUGIN_UNIX_SOCKET_DIR")
	path := filepath.Join(dir, "s")
	say := func(path, rest string) { fmt.Printf("1|1|unix|%s|grpc|%s\n", path, rest) }
	serve := func(each func(net.Conn)) {
		l, err := net.Listen("unix", path)
		if err != nil {
			panic(err)
		}
		say(path, "")
		for {
			c, err := l.Accept()
			if err != nil {
				panic(err)
			}
			go each(c)
		}
	}
	// The preface of HTTP/2: an empty frame of settings.
	settings := []byte{0, 0, 0, 4, 0, 0, 0, 0, 0}
	endless := func(c net.Conn, frame []byte) {
		for {
			if _, err := c.Write(frame); err != nil {
				return
			}
		}
	}
	switch kind {
	case "drip":
		for {
			fmt.Print("1")
			time.Sleep(50 * time.Millisecond)
		}
	case "endless":
		for {
			os.Stdout.Write(bytes.Repeat([]byte("x"), 1<<20))
		}
	case "link":
		os.Symlink(another, path)
		say(path, "")
	case "linked":
		os.Symlink(filepath.Dir(another), filepath.Join(dir, "d"))
		say(filepath.Join(dir, "d", filepath.Base(another)), "")
	case "mute":
		serve(func(net.Conn) {})
	case "closing":
		serve(func(c net.Conn) { c.Close() })
	case "garbage":
		serve(func(c net.Conn) { endless(c, bytes.Repeat([]byte("\x1b[2J garbage"), 1000)) })
	case "gone":
		say(path, "")
		os.Exit(0)
	case "long":
		say(path+strings.Repeat("x", 1<<20), "")
	case "cert":
		say(path, base64.RawStdEncoding.EncodeToString(make([]byte, 16<<20)))
	case "pings":
		serve(func(c net.Conn) {
			c.Write(settings)
			endless(c, bytes.Repeat(append([]byte{0, 0, 8, 6, 0, 0, 0, 0, 0}, make([]byte, 8)...), 1000))
		})
	case "headers":
		serve(func(c net.Conn) {
			c.Write(settings)
			c.Write([]byte{0, 0, 0, 1, 0, 0, 0, 0, 1}) // headers without an end
			endless(c, append([]byte{0, 0x40, 0, 9, 0, 0, 0, 0, 1}, bytes.Repeat([]byte{0x82}, 0x4000)...))
		})
	}
	time.Sleep(time.Hour)
}
