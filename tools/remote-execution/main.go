// Command remote-execution is a small server of Bazel's remote execution API on one machine, to
// try out the configuration for real: storage, and workers with properties, each of which runs
// one action at a time in a folder of its own. An action goes to a worker that has all properties
// that the action asks for; if there is none, it fails. It is no server for a cluster: it trusts
// its clients, forgets nothing until it ends, and is reached from this machine only.
//
//	remote-execution --port 8980 --worker OSFamily=Linux --worker OSFamily=Linux,Pool=gpu
//
// It prints a line for each action: the worker, its properties, and the command.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	longrunning "cloud.google.com/go/longrunning/autogen/longrunningpb"
	api "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
)

func main() {
	log.SetFlags(0)
	var workers []*worker
	port := flag.Int("port", 0, "the port on 127.0.0.1; 0 for any that is free")
	flag.Func("worker", "the properties of a worker, as in OSFamily=Linux,Pool=gpu; may be repeated", func(text string) error {
		properties, err := parseProperties(text)
		workers = append(workers, &worker{name: fmt.Sprintf("worker-%d", len(workers)+1), properties: properties})
		return err
	})
	flag.Parse()
	if len(workers) == 0 {
		workers = []*worker{{name: "worker-1"}}
	}
	if err := serve(*port, workers); err != nil {
		log.Fatal(err)
	}
}

// parseProperties reads NAME=VALUE,NAME=VALUE.
func parseProperties(text string) (map[string]string, error) {
	out := map[string]string{}
	for _, one := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(one, "=")
		if !ok || name == "" {
			return nil, errors.New("a property is NAME=VALUE")
		}
		out[name] = value
	}
	return out, nil
}

// serve serves until a signal ends it.
func serve(port int, workers []*worker) error {
	dir, err := os.MkdirTemp("", "remote-execution-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	server, err := newServer(dir, workers)
	if err != nil {
		return err
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ended
		server.Stop()
	}()
	log.Printf("listening on %s", listener.Addr())
	return server.Serve(listener)
}

// newServer returns a server that keeps what it stores in a folder.
func newServer(dir string, workers []*worker) (*grpc.Server, error) {
	store, err := newStore(dir)
	if err != nil {
		return nil, err
	}
	g := grpc.NewServer(grpc.MaxRecvMsgSize(64 << 20))
	api.RegisterCapabilitiesServer(g, capabilities{})
	api.RegisterContentAddressableStorageServer(g, &blobs{store: store})
	bytestream.RegisterByteStreamServer(g, &streams{store: store})
	cache := newActionCache()
	api.RegisterActionCacheServer(g, cache)
	api.RegisterExecutionServer(g, &execution{store: store, cache: cache, pool: newPool(workers), dir: dir})
	longrunning.RegisterOperationsServer(g, longrunning.UnimplementedOperationsServer{})
	return g, nil
}
