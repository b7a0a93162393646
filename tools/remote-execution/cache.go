package main

import (
	"context"
	"sync"

	api "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"github.com/bazelbuild/remote-apis/build/bazel/semver"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// capabilities says what the server can do.
type capabilities struct {
	api.UnimplementedCapabilitiesServer
}

func (capabilities) GetCapabilities(context.Context, *api.GetCapabilitiesRequest) (*api.ServerCapabilities, error) {
	version := &semver.SemVer{Major: 2}
	return &api.ServerCapabilities{
		CacheCapabilities: &api.CacheCapabilities{
			DigestFunctions:               []api.DigestFunction_Value{api.DigestFunction_SHA256},
			ActionCacheUpdateCapabilities: &api.ActionCacheUpdateCapabilities{UpdateEnabled: true},
			SymlinkAbsolutePathStrategy:   api.SymlinkAbsolutePathStrategy_ALLOWED,
		},
		ExecutionCapabilities: &api.ExecutionCapabilities{DigestFunction: api.DigestFunction_SHA256, ExecEnabled: true},
		LowApiVersion:         version,
		HighApiVersion:        version,
	}, nil
}

// actionCache keeps the results of actions.
type actionCache struct {
	api.UnimplementedActionCacheServer
	mu      sync.Mutex
	results map[string]*api.ActionResult // by the action's hash
}

func newActionCache() *actionCache { return &actionCache{results: map[string]*api.ActionResult{}} }

func (c *actionCache) get(action *api.Digest) *api.ActionResult {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.results[action.GetHash()]
}

func (c *actionCache) put(action *api.Digest, r *api.ActionResult) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.results[action.GetHash()] = r
}

func (c *actionCache) GetActionResult(_ context.Context, r *api.GetActionResultRequest) (*api.ActionResult, error) {
	if known := c.get(r.ActionDigest); known != nil {
		return known, nil
	}
	return nil, status.Error(codes.NotFound, "the action has no result yet")
}

func (c *actionCache) UpdateActionResult(_ context.Context, r *api.UpdateActionResultRequest) (*api.ActionResult, error) {
	c.put(r.ActionDigest, r.ActionResult)
	return r.ActionResult, nil
}
