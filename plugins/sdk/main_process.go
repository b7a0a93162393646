//go:build !wasip1

package sdk

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/lamina-lang/lamina/plugins/proto/passpb"
	"github.com/lamina-lang/lamina/plugins/proto/passrpc"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
	"github.com/lamina-lang/lamina/plugins/proto/sessiontls"
)

// Serve is Main for any service. It ends when the host that started this process releases
// it or dies, and does not return.
func Serve(s protocol.Service) {
	if os.Getenv(protocol.CookieKey) != protocol.CookieValue {
		fmt.Fprintln(os.Stderr, "this is a Lamina plugin, which a host starts: load it with lamina --plugin FILE")
		os.Exit(1)
	}
	go exitWithHost()
	stderr := os.Stderr // go-plugin replaces it by one that loses a crash's output
	status := 1         // until it serves
	config := &goplugin.ServeConfig{
		HandshakeConfig:  goplugin.HandshakeConfig{MagicCookieKey: protocol.CookieKey, MagicCookieValue: protocol.CookieValue},
		VersionedPlugins: map[int]goplugin.PluginSet{protocol.Version: {protocol.Served: &served{service: s, stderr: stderr}}},
		Logger:           hclog.New(&hclog.LoggerOptions{Level: hclog.Error, Output: stderr, DisableTime: true}),
		GRPCServer: func(o []grpc.ServerOption) *grpc.Server {
			status = 0
			return grpc.NewServer(append(o,
				grpc.ForceServerCodecV2(passrpc.Codec), grpc.MaxRecvMsgSize(protocol.MaxMessage), grpc.MaxSendMsgSize(protocol.MaxMessage))...)
		},
	}
	if key := os.Getenv(protocol.SessionKey); key != "" {
		_ = os.Unsetenv(protocol.SessionKey)
		config.TLSProvider = func() (*tls.Config, error) { return sessiontls.Config(key) }
	}
	goplugin.Serve(config)
	os.Exit(status)
}

// served adapts a service to go-plugin's server.
type served struct {
	goplugin.NetRPCUnsupportedPlugin
	service protocol.Service
	stderr  *os.File
}

func (s *served) GRPCServer(_ *goplugin.GRPCBroker, g *grpc.Server) error {
	passrpc.RegisterPassServiceServer(g, server{Service: s.service, stderr: s.stderr})
	return nil
}

func (s *served) GRPCClient(context.Context, *goplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, fmt.Errorf("a plugin is no host")
}

// server implements the service; methods of later versions are unimplemented.
type server struct {
	protocol.Service
	stderr *os.File
	unimplemented
}

// Run runs the service's Run. Passes' output goes to standard error.
func (s server) Run(ctx context.Context, in *passpb.RunRequest) (*passpb.RunResponse, error) {
	os.Stdout, os.Stderr = s.stderr, s.stderr
	return s.Service.Run(ctx, in)
}

// unimplemented is embedded one level deeper than the service, whose methods therefore take
// precedence.
type unimplemented struct {
	passrpc.UnimplementedPassServiceServer
}

// exitWithHost ends this process when its host ends, because a host that is killed cannot
// tell it. It waits for the end of the host's pipe; without a pipe it watches the parent,
// which may be a script that started this process.
func exitWithHost() {
	if fd, err := strconv.Atoi(os.Getenv(protocol.HostPipe)); err == nil {
		_ = os.Unsetenv(protocol.HostPipe)
		pipe := os.NewFile(uintptr(fd), "host")
		if _, err := pipe.Read(make([]byte, 1)); errors.Is(err, io.EOF) {
			os.Exit(1)
		}
	}
	parent := os.Getppid()
	if host, err := strconv.Atoi(os.Getenv(protocol.HostPID)); err == nil && parent == 1 && host != 1 {
		os.Exit(1) // gone before it could be watched
	}
	for os.Getppid() == parent {
		time.Sleep(200 * time.Millisecond)
	}
	os.Exit(1)
}
