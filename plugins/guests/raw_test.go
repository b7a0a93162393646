package guests

import (
	"bytes"
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/plugins/proto/sessiontls"
)

// rawArgument begins the argument of a hostile server.
const rawArgument = "raw:"

// serveRaw announces a server as go-plugin does, and is none. another is another program's
// socket.
func serveRaw(kind, another string) {
	dir := os.Getenv("PLUGIN_UNIX_SOCKET_DIR")
	path := filepath.Join(dir, "s")
	say := func(path, rest string) { fmt.Printf("1|1|unix|%s|grpc|%s\n", path, rest) }
	certificate := ""
	serve := func(each func(net.Conn)) {
		l, err := net.Listen("unix", path)
		if err != nil {
			panic(err)
		}
		say(path, certificate)
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
	case "mute after TLS", "certificate unasked":
		config, shown := ownCertificate()
		certificate = shown
		if kind == "mute after TLS" { // the other one's TLS is not gRPC's: it is started again without
			config.NextProtos = []string{"h2"}
		}
		serve(func(c net.Conn) {
			s := tls.Server(c, config)
			_ = s.Handshake()
			_, _ = io.Copy(io.Discard, s)
		})
	case "mute in TLS":
		_, certificate = ownCertificate()
		serve(func(c net.Conn) { _, _ = io.Copy(io.Discard, c) })
	case "mute after HTTP":
		serve(func(c net.Conn) {
			c.Write(settings)
			_, _ = io.Copy(io.Discard, c)
		})
	case "dripping HTTP":
		serve(func(c net.Conn) {
			for _, b := range append([]byte{0, 4, 0, 4}, make([]byte, 1024)...) { // settings of 1 KiB
				c.Write([]byte{b})
				time.Sleep(50 * time.Millisecond)
			}
		})
	case "no room":
		// Settings: streams of at most 0 bytes, so that a request can never be sent.
		serve(func(c net.Conn) {
			c.Write([]byte{0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0})
			_, _ = io.Copy(io.Discard, c)
		})
	case "no streams":
		// Settings: no streams at a time.
		serve(func(c net.Conn) {
			c.Write([]byte{0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0})
			_, _ = io.Copy(io.Discard, c)
		})
	case "going away":
		serve(func(c net.Conn) {
			c.Write(settings)
			c.Write([]byte{0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
			_, _ = io.Copy(io.Discard, c)
		})
	case "resets":
		serve(func(c net.Conn) {
			c.Write(settings)
			for stream := byte(1); ; stream += 2 {
				if _, err := c.Write([]byte{0, 0, 4, 3, 0, 0, 0, 0, stream, 0, 0, 0, 7}); err != nil {
					return
				}
				time.Sleep(time.Millisecond)
			}
		})
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

// ownCertificate returns the TLS of a server, and its certificate as go-plugin announces one.
func ownCertificate() (config *tls.Config, shown string) {
	key, err := sessiontls.NewKey()
	if err == nil {
		config, err = sessiontls.Config(key)
	}
	if err != nil {
		panic(err)
	}
	config.ClientAuth = tls.RequestClientCert
	return config, base64.RawStdEncoding.EncodeToString(config.Certificates[0].Certificate[0])
}
