// Package protocol defines what a host and its plugins must agree on before they can
// communicate: the version of the service, the handshake with plugin processes, and limits
// on messages.
package protocol

import (
	"context"
	"math"

	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// Version is the version of the service lamina.pass.v1.
const Version = 1

// The handshake with a process, by environment variables: one says that a host starts it,
// one holds the host's process ID.
const (
	CookieKey   = "LAMINA_PLUGIN"
	CookieValue = "lamina.pass"
	HostPID     = "LAMINA_HOST_PID"
	// HostPipe is the number of an open file that reaches its end when the host ends.
	HostPipe = "LAMINA_HOST_PIPE"
	// SessionKey holds the key of the session (package sessiontls), if the host knows that
	// the process supports it.
	SessionKey = "LAMINA_SESSION_KEY"
)

// Served is go-plugin's name for the service.
const Served = "passes"

// Service is the interface of a plugin, whatever the transport.
type Service interface {
	Describe(context.Context, *passpb.DescribeRequest) (*passpb.DescribeResponse, error)
	Run(context.Context, *passpb.RunRequest) (*passpb.RunResponse, error)
}

// MaxMessage is the maximum size of a message over gRPC, whose default of 4 MiB is too
// small for programs.
const MaxMessage = math.MaxInt32

// The methods, as passed in the first argument of a wasm plugin.
const (
	Describe = "/lamina.pass.v1.PassService/Describe"
	Run      = "/lamina.pass.v1.PassService/Run"
)
