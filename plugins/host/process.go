package host

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/lamina-lang/lamina/core/starved"
	"github.com/lamina-lang/lamina/core/wire/wirefmt"
	"github.com/lamina-lang/lamina/plugins/host/sandbox"
	"github.com/lamina-lang/lamina/plugins/proto/passrpc"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
	"github.com/lamina-lang/lamina/plugins/proto/sessiontls"
)

// process is the transport to an executable, over gRPC on a Unix socket in a folder that
// only this user can access. Both sides authenticate with TLS (go-plugin's AutoMTLS;
// package sessiontls, if the plugin is part of the compiler) if the plugin supports it. A
// plugin that shows no certificate, or whose TLS does not accept go-plugin's keys, relies
// on the socket alone.
type process struct{ plugin *Plugin }

func (process) name() string { return "process" }

var errNoStreams = errors.New("the service has no streams")

// errTLS makes connect start the process again without TLS.
var errTLS = errors.New("the two sides do not agree on TLS")

func (t process) connect(ctx context.Context) (session, error) {
	s, err := t.start(ctx, true)
	if errors.Is(err, errTLS) {
		s, err = t.start(ctx, false)
	}
	if err != nil {
		return nil, err // not a non-nil interface that holds nil
	}
	return s, nil
}

// running is a process that serves.
type running struct {
	*grpc.ClientConn
	plugin  *Plugin
	client  *goplugin.Client
	command *command
	folder  *socketFolder
	mute    atomic.Bool // it was stopped because it announced itself and then did not answer
}

// start starts the process and connects to it.
func (t process) start(ctx context.Context, tls bool) (*running, error) {
	folder, err := newSocketFolder()
	if err != nil {
		return nil, fmt.Errorf("starting plugin %s: %w", t.plugin.Source.label(), err)
	}
	s := &running{plugin: t.plugin, command: newCommand(t.plugin, folder), folder: folder}
	ownTLS, key, err := t.ownTLS()
	if err != nil {
		return nil, fmt.Errorf("starting plugin %s: %w", t.plugin.Source.label(), errors.Join(err, folder.Remove()))
	}
	config := &goplugin.ClientConfig{
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: folder.plugins},
		HandshakeConfig:  goplugin.HandshakeConfig{MagicCookieKey: protocol.CookieKey, MagicCookieValue: protocol.CookieValue},
		VersionedPlugins: map[int]goplugin.PluginSet{protocol.Version: {protocol.Served: called{}}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		StartTimeout:     t.plugin.limits.Start,
		AutoMTLS:         tls && ownTLS == nil,
		TLSConfig:        ownTLS,
		SkipHostEnv:      true,
		SyncStdout:       t.plugin.stderr,
		SyncStderr:       t.plugin.stderr,
		Logger:           hclog.NewNullLogger(),
		GRPCDialOptions: []grpc.DialOption{grpc.WithDefaultCallOptions(
			grpc.ForceCodecV2(passrpc.CodecWithin(t.plugin.limits.decoded())),
			grpc.MaxCallRecvMsgSize(int(t.plugin.limits.Answer)), grpc.MaxCallSendMsgSize(protocol.MaxMessage))},
		RunnerFunc: func(_ hclog.Logger, c *exec.Cmd, _ string) (runner.Runner, error) {
			s.command.setenv(append(c.Env, key...))
			return s.command, nil
		},
	}
	s.client = goplugin.NewClient(config)
	done := make(chan error, 1)
	go func() { done <- s.dial(ctx, config) }()
	select {
	case err = <-done:
	case <-ctx.Done():
		_ = s.command.Kill(ctx) // which ends what is waited for
		within(patience, func() { <-done })
		err = fmt.Errorf("starting plugin %s: %w", t.plugin.Source.label(), ctx.Err())
	}
	if s.mute.Load() {
		err = t.plugin.fault(fmt.Sprintf("said that it is there, did not answer within %v, and was stopped", t.plugin.limits.toConnect()), tellAuthor)
	}
	if err == nil {
		return s, nil
	}
	if ctx.Err() == nil && !errors.Is(err, errTLS) {
		err = s.notStarted(err)
	}
	_ = s.close()
	return nil, err
}

// ownTLS returns the TLS configuration for a plugin that is part of the compiler, and the
// environment that passes the key to it.
func (t process) ownTLS() (config *tls.Config, env []string, err error) {
	if !t.plugin.trusted {
		return nil, nil, nil
	}
	key, err := sessiontls.NewKey()
	if err != nil {
		return nil, nil, err
	}
	config, err = sessiontls.Config(key)
	return config, []string{protocol.SessionKey + "=" + key}, err
}

// dial starts the process and connects to it. go-plugin panics if a process shows a
// certificate although it was not given one.
func (s *running) dial(ctx context.Context, config *goplugin.ClientConfig) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it shows a certificate where it was given none, or an announcement that cannot be read (%v)", r)
		}
	}()
	if _, err := s.client.Start(); err != nil {
		return err
	}
	if config.TLSConfig != nil && config.TLSConfig.RootCAs == nil {
		config.TLSConfig = nil // it showed no certificate
	}
	// go-plugin and gRPC wait for a server that accepts connections and says nothing. Its end
	// ends that.
	silence := time.AfterFunc(s.plugin.limits.toConnect(), func() {
		s.mute.Store(true)
		_ = s.command.Kill(ctx)
	})
	defer silence.Stop()
	c, err := s.client.Client()
	if err != nil {
		return err
	}
	raw, err := c.Dispense(protocol.Served)
	if err != nil {
		return err
	}
	s.ClientConn = raw.(*grpc.ClientConn)
	if config.TLSConfig == nil {
		return nil
	}
	_, err = grpc_health_v1.NewHealthClient(s.ClientConn).Check(ctx,
		&grpc_health_v1.HealthCheckRequest{Service: goplugin.GRPCServiceName})
	if status.Code(err) == codes.Unavailable && !s.mute.Load() {
		return errTLS
	}
	return nil // other errors show at the first call
}

// called is the plugin for go-plugin's client: the connection itself.
type called struct {
	goplugin.NetRPCUnsupportedPlugin
}

func (called) GRPCServer(*goplugin.GRPCBroker, *grpc.Server) error { return nil }

func (called) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, c *grpc.ClientConn) (any, error) {
	return c, nil
}

// Start-up errors of go-plugin, by their text.
var (
	otherVersion = regexp.MustCompile(`incompatible API version with plugin. Plugin version: (\S+),`)
	otherMessage = regexp.MustCompile(`(?s)Unrecognized remote plugin message: ([^\n]*)`)
)

// notStarted returns why the process did not become a plugin.
func (s *running) notStarted(err error) error {
	p, text := s.plugin, err.Error()
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	ended := s.command.ended()
	if e := s.command.exceeded(); e != nil {
		return p.fault(fmt.Sprintf("needed %v before it said that it is there, and was stopped", e), tellAuthor)
	}
	says, _ := p.stderr.reason()
	if says != "" {
		says = ", saying: " + says
	}
	if m := otherVersion.FindStringSubmatch(text); m != nil {
		return p.fault(fmt.Sprintf("speaks version %s of the protocol, and this lamina speaks version %d", m[1], protocol.Version), updateIt)
	}
	const notOne = "give the path of an executable that serves passes with plugins/sdk"
	switch m := otherMessage.FindStringSubmatch(text); {
	case m != nil && strings.TrimSpace(m[1]) != "":
		return p.fault(fmt.Sprintf("printed %q where a plugin says how to reach it", oneLine(m[1])), notOne+", and that prints nothing before")
	case m != nil, strings.Contains(text, "exited before"):
		return p.fault("ended at once ("+ended+")"+says+"; it is not a plugin, or could not start", notOne+p.mayRead())
	case strings.Contains(text, "timeout while waiting"):
		return p.fault(fmt.Sprintf("did not say within %v that it is there, and was stopped", p.limits.Start)+says, notOne)
	}
	return p.fault("answered in a way that no plugin does: "+text, notOne)
}

// mayRead returns a hint for a process that ended: "" unless its sandbox is strict.
func (p *Plugin) mayRead() string {
	if !p.strict() {
		return ""
	}
	hint := "; in its strict sandbox it reads no files but its own and those that reads names in lamina.toml"
	if script := sandbox.Launcher(p.Source.Path); script != "" {
		hint += fmt.Sprintf(", and %s, which runs it, is a script that starts a program elsewhere: put the folder of that program before it on PATH", script)
	}
	return hint
}

func (s *running) explain(ctx context.Context, doing string, err error) error {
	p, st := s.plugin, status.Convert(err)
	switch {
	case s.command.exceeded() != nil:
		return p.fault(fmt.Sprintf("needed %v, %s, and was stopped", s.command.exceeded(), doing), `allow it more memory with memory = "8GiB" in lamina.toml, or tell its author`)
	case timedOut(ctx):
		return p.tooSlow(doing)
	case strings.Contains(st.Message(), wirefmt.ErrBudget.Error()):
		return p.tooMuch(doing)
	case st.Code() == codes.ResourceExhausted:
		return p.fault(fmt.Sprintf("gave an answer of more than %d bytes, %s", p.limits.Answer, doing), tellAuthor)
	case st.Code() == codes.Unimplemented:
		return p.fault("does not serve lamina.pass.v1, "+doing, updateIt)
	case st.Code() == codes.Unavailable || st.Code() == codes.Canceled:
		ended := s.command.ended()
		says, memory := p.stderr.reason()
		if memory {
			return p.fault(fmt.Sprintf("ran out of memory, of which it may have %d MiB, %s", p.limits.Memory>>20, doing), `allow it more with memory = "8GiB" in lamina.toml, or tell its author`)
		}
		if says != "" {
			says = ", saying: " + says
		}
		return p.fault(fmt.Sprintf("crashed (%s), %s%s", ended, doing, says), tellAuthor+p.mayRead())
	case st.Code() == codes.Internal:
		return p.fault("gave an answer that is none of the service's, "+doing+": "+st.Message(), tellAuthor)
	}
	return p.fault("failed, "+doing+": "+st.Message(), tellAuthor)
}

// survives returns false: the state after a failed call is unknown.
// within counts the time for which the process, or one that it started, has a processor or sleeps.
func (s *running) within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return patient(ctx, limit, func() (time.Duration, bool) { return starved.Use(s.command.started().PID()) })
}

func (*running) survives() bool { return false }

// close ends the process without notice. It has nothing to save.
func (s *running) close() error {
	_ = s.command.Kill(context.Background())
	s.command.ended()
	if s.command.alive != nil {
		_ = s.command.alive.Close()
	}
	within(patience, s.client.Kill)
	return s.folder.Remove()
}

// patience is how long the host waits for something that should end immediately.
const patience = 2 * time.Second

// within waits for f to end, but no longer than d.
func within(d time.Duration, f func()) {
	done := make(chan struct{})
	go func() {
		f()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(d):
	}
}

// PID returns the ID of the plugin's process, 0 if it has none now.
func PID(p *Plugin) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s, ok := p.session.(*running); ok {
		return s.command.pid()
	}
	return 0
}
