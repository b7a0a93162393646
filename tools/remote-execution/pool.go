package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	api "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// worker runs one action at a time.
type worker struct {
	name       string
	properties map[string]string
}

func (w *worker) String() string { return fmt.Sprintf("%s [%s]", w.name, inWords(w.properties)) }

// inWords writes properties as the command line has them.
func inWords(properties map[string]string) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		out = append(out, name+"="+properties[name])
	}
	return strings.Join(out, ",")
}

// has reports whether the worker has all of the properties.
func (w *worker) has(wanted map[string]string) bool {
	for name, value := range wanted {
		if got, ok := w.properties[name]; !ok || got != value {
			return false
		}
	}
	return true
}

// pool hands out workers.
type pool struct {
	all   []*worker
	freed *sync.Cond // guards free
	free  []*worker
}

func newPool(workers []*worker) *pool {
	return &pool{all: workers, free: slices.Clone(workers), freed: sync.NewCond(&sync.Mutex{})}
}

// take waits for a worker with properties. If there is none at all, that is an error.
func (p *pool) take(wanted map[string]string) (*worker, error) {
	fits := func(w *worker) bool { return w.has(wanted) }
	if !slices.ContainsFunc(p.all, fits) {
		return nil, status.Errorf(codes.FailedPrecondition, "no worker has the properties %s; there are: %v", inWords(wanted), p.all)
	}
	p.freed.L.Lock()
	defer p.freed.L.Unlock()
	for {
		if i := slices.IndexFunc(p.free, fits); i >= 0 {
			w := p.free[i]
			p.free = slices.Delete(p.free, i, i+1)
			return w, nil
		}
		p.freed.Wait()
	}
}

func (p *pool) give(w *worker) {
	p.freed.L.Lock()
	defer p.freed.L.Unlock()
	p.free = append(p.free, w)
	p.freed.Broadcast()
}

// propertiesOf returns what an action asks of its worker.
func propertiesOf(platforms ...*api.Platform) map[string]string {
	out := map[string]string{}
	for _, p := range platforms {
		for _, one := range p.GetProperties() {
			out[one.Name] = one.Value
		}
	}
	return out
}
