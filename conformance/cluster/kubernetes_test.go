package cluster_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/websocket"
)

// object is an object of Kubernetes' interface.
type object map[string]any

// kubernetes answers as the server of a cluster with the pods lamina-1 and lamina-2, whose commands
// run on this machine: what kubectl needs to know of pods, and exec over WebSocket.
func kubernetes() http.Handler {
	mux := http.NewServeMux()
	answer := func(path string, o object) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusOK, o) })
	}
	answer("/api", object{"kind": "APIVersions", "versions": []string{"v1"}})
	answer("/apis", object{"kind": "APIGroupList", "apiVersion": "v1", "groups": []object{}})
	answer("/api/v1", object{"kind": "APIResourceList", "groupVersion": "v1", "resources": []object{
		{"name": "pods", "singularName": "pod", "namespaced": true, "kind": "Pod", "verbs": []string{"get"}}}})
	mux.HandleFunc("GET /api/v1/namespaces/default/pods/{pod}", func(w http.ResponseWriter, r *http.Request) {
		pod := r.PathValue("pod")
		if pod != "lamina-1" && pod != "lamina-2" {
			write(w, http.StatusNotFound, object{"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404, "message": fmt.Sprintf("pods %q not found", pod)})
			return
		}
		write(w, http.StatusOK, object{"kind": "Pod", "apiVersion": "v1", "metadata": object{"name": pod, "namespace": "default"},
			"spec": object{"containers": []object{{"name": "main"}}}, "status": object{"phase": "Running"}})
	})
	mux.Handle("GET /api/v1/namespaces/default/pods/{pod}/exec", websocket.Server{
		Handshake: func(c *websocket.Config, _ *http.Request) error {
			if !slices.Contains(c.Protocol, channels) {
				return fmt.Errorf("the protocols are %q, without %s", c.Protocol, channels)
			}
			c.Protocol = []string{channels}
			return nil
		},
		Handler: execute,
	})
	return mux
}

func write(w http.ResponseWriter, code int, o object) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(o) // the caller is gone
}

// channels is the protocol in which the first byte of a message is the number of its stream, and 255
// closes the one that follows.
const channels = "v5.channel.k8s.io"

const (
	standardInput = iota
	standardOutput
	standardError
	status
	closing = 255
)

// stream writes to a stream of a connection.
type stream struct {
	number byte
	mu     *sync.Mutex
	to     *websocket.Conn
}

func (s stream) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(b), websocket.Message.Send(s.to, append([]byte{s.number}, b...))
}

// execute runs the command of a request.
func execute(to *websocket.Conn) {
	var mu sync.Mutex
	words := to.Request().URL.Query()["command"]
	c := exec.Command(words[0], words[1:]...)
	c.Stdout, c.Stderr = stream{standardOutput, &mu, to}, stream{standardError, &mu, to}
	input, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err == nil {
		go feed(input, to)
		err = c.Wait()
	}
	end := object{"kind": "Status", "apiVersion": "v1", "metadata": object{}, "status": "Success"}
	if err != nil {
		code := 1
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			code = exit.ExitCode()
		}
		end["status"], end["reason"], end["message"] = "Failure", "NonZeroExitCode", err.Error()
		end["details"] = object{"causes": []object{{"reason": "ExitCode", "message": fmt.Sprint(code)}}}
	}
	_ = json.NewEncoder(stream{status, &mu, to}).Encode(end) // the caller is gone
}

// feed passes standard input on.
func feed(input io.WriteCloser, from *websocket.Conn) {
	defer input.Close()
	for {
		var message []byte
		if err := websocket.Message.Receive(from, &message); err != nil || len(message) == 2 && message[0] == closing && message[1] == standardInput {
			return
		}
		if len(message) > 0 && message[0] == standardInput {
			if _, err := input.Write(message[1:]); err != nil {
				return
			}
		}
	}
}

const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{name: test, cluster: {server: "%s"}}]
contexts: [{name: test, context: {cluster: test, user: test}}]
users: [{name: test, user: {}}]
current-context: test
`

// TestKubectl runs generated programs by kubectl, whose pods are on this machine: the server is a small
// one of the test. A pod that is not there is said to be that.
func TestKubectl(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Skip("there is no kubectl here")
	}
	server := httptest.NewServer(kubernetes())
	defer server.Close()
	s := &slurm{dir: t.TempDir()}
	s.write(t, "config", fmt.Sprintf(kubeconfig, server.URL), 0o600)
	s.env = append(os.Environ(), "KUBECONFIG="+filepath.Join(s.dir, "config"), "KUBECACHEDIR="+filepath.Join(s.dir, "cache"))
	s.sameAsHere(t, "kubectl exec -i lamina-{shard} --")

	c := exec.Command(filepath.Join(s.dir, "lamina"), "conformance", "--backend", "wasm", "--fuzz", "2", "--launcher", "kubectl exec -i none-{shard} --", "--shards", "1")
	c.Dir, c.Env = s.dir, s.env
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), `pods "none-1" not found`) {
		t.Errorf("without a pod: %v\n%s", err, out)
	}
}
