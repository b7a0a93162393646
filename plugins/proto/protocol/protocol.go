// Package protocol holds what a host and its plugins must agree on before they
// can talk: the version of the service, the handshake of plugins that are
// processes, the limits on messages.
package protocol

import (
	"context"
	"math"

	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// Version is the version of the service lamina.pass.v1.
const Version = 1

// The handshake of a process, by variables: one that tells it that a host starts
// it, one that names the host's process.
const (
	CookieKey   = "LAMINA_PLUGIN"
	CookieValue = "lamina.pass"
	HostPID     = "LAMINA_HOST_PID"
	// HostPipe is the number of an open file that ends when the host does.
	HostPipe = "LAMINA_HOST_PIPE"
	// SessionKey holds the key of the session (package sessiontls), if the host knows
	// that the process will look for it.
	SessionKey = "LAMINA_SESSION_KEY"
)

// Served is the name under which go-plugin knows what is served.
const Served = "passes"

// Service is what a plugin answers, whatever the transport.
type Service interface {
	Describe(context.Context, *passpb.DescribeRequest) (*passpb.DescribeResponse, error)
	Run(context.Context, *passpb.RunRequest) (*passpb.RunResponse, error)
}

// MaxMessage is the size of the largest message over gRPC. Its own default, 4
// MiB, is less than a program may have.
const MaxMessage = math.MaxInt32

// The methods, as the first argument of a wasm plugin names them.
const (
	Describe = "/lamina.pass.v1.PassService/Describe"
	Run      = "/lamina.pass.v1.PassService/Run"
)
