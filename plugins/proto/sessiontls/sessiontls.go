// Package sessiontls is the TLS between the host and a process that is part of the compiler
// and therefore supports it: the host generates a key for the session and passes it to the
// process it starts; each side proves to the other that it has the key.
//
// In go-plugin's own scheme (AutoMTLS) each side generates a key and certifies it itself.
// That adds 25 ms to each start, because its keys use P-521, which takes a hundred times as
// long as P-256.
package sessiontls

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"time"
)

// serverName is the name in the certificate, for both sides.
const serverName = "localhost"

// NewKey generates the key of a session, with its certificate, in PEM format.
func NewKey() (string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", fmt.Errorf("making a key for TLS: %w", err)
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		DNSNames:     []string{serverName},
		NotBefore:    now.Add(-time.Hour),
		NotAfter:     now.AddDate(10, 0, 0), // the certificate is used for one session only
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return "", fmt.Errorf("certifying a key for TLS: %w", err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return "", fmt.Errorf("encoding a key for TLS: %w", err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})) +
		string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})), nil
}

// Config returns the TLS configuration for either side of the session with that key.
func Config(key string) (*tls.Config, error) {
	pair, err := tls.X509KeyPair([]byte(key), []byte(key))
	if err != nil {
		return nil, fmt.Errorf("reading the key for TLS: %w", err)
	}
	holders := x509.NewCertPool()
	holders.AddCert(pair.Leaf)
	return &tls.Config{
		Certificates: []tls.Certificate{pair},
		RootCAs:      holders,
		ClientCAs:    holders,
		ClientAuth:   tls.RequireAndVerifyClientCert,
		ServerName:   serverName,
		MinVersion:   tls.VersionTLS13,
	}, nil
}
