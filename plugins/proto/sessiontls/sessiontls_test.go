package sessiontls

import (
	"crypto/tls"
	"net"
	"testing"
)

// handshake connects two sides with these keys; "" is none.
func handshake(t *testing.T, server, client string) (atServer, atClient error) {
	t.Helper()
	config := func(key string) *tls.Config {
		if key == "" {
			return &tls.Config{InsecureSkipVerify: true}
		}
		c, err := Config(key)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	done := make(chan error, 1)
	go func() {
		a, err := l.Accept()
		if err != nil {
			done <- err
			return
		}
		defer a.Close()
		s := tls.Server(a, config(server))
		if err = s.Handshake(); err == nil {
			_, err = s.Write([]byte{1})
		}
		done <- err
	}()
	b, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	c := tls.Client(b, config(client))
	if atClient = c.Handshake(); atClient == nil {
		_, atClient = c.Read(make([]byte, 1))
	}
	b.Close()
	return <-done, atClient
}

// A side with the session's key can connect; one with another key, or none, cannot.
func TestOnlyHoldersOfTheKeyConnect(t *testing.T) {
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name           string
		server, client string
		ok             bool
	}{
		{name: "the same key", server: key, client: key, ok: true},
		{name: "a client with another key", server: key, client: other},
		{name: "a server with another key", server: other, client: key},
		{name: "a client without a key", server: key},
	} {
		atServer, atClient := handshake(t, c.server, c.client)
		if ok := atServer == nil && atClient == nil; ok != c.ok {
			t.Errorf("%s: server %v, client %v", c.name, atServer, atClient)
		}
	}
}

func TestWhatIsNoKey(t *testing.T) {
	for _, key := range []string{"", "x", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"} {
		if _, err := Config(key); err == nil {
			t.Errorf("%q is taken for a key", key)
		}
	}
}
