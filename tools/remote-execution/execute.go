package main

import (
	"bytes"
	"context"
	"errors"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	longrunning "cloud.google.com/go/longrunning/autogen/longrunningpb"
	api "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/anypb"
)

// execution runs actions.
type execution struct {
	api.UnimplementedExecutionServer
	store *store
	cache *actionCache
	pool  *pool
	dir   string
}

// Execute answers with one operation, which is done: a call is not resumed.
func (x *execution) Execute(r *api.ExecuteRequest, to api.Execution_ExecuteServer) error {
	out := &api.ExecuteResponse{}
	if out.Result = x.cache.get(r.ActionDigest); out.Result != nil && !r.SkipCacheLookup {
		out.CachedResult = true
	} else {
		var err error
		out.Result, err = x.run(to.Context(), r.ActionDigest)
		out.Status = status.Convert(err).Proto()
	}
	answer, err := anypb.New(out)
	if err != nil {
		return err
	}
	return to.Send(&longrunning.Operation{Name: r.ActionDigest.GetHash(), Done: true, Result: &longrunning.Operation_Response{Response: answer}})
}

// run runs an action on a worker that has what it asks for.
func (x *execution) run(ctx context.Context, digest *api.Digest) (*api.ActionResult, error) {
	action, command := &api.Action{}, &api.Command{}
	if err := x.store.message(digest, action); err != nil {
		return nil, err
	}
	if err := x.store.message(action.CommandDigest, command); err != nil {
		return nil, err
	}
	w, err := x.pool.take(propertiesOf(command.Platform, action.Platform)) // before version 2.2 the command says it
	if err != nil {
		log.Printf("refused: %v: %s", err, inOneLine(command))
		return nil, err
	}
	defer x.pool.give(w)
	log.Printf("%v: %s", w, inOneLine(command))
	dir, err := os.MkdirTemp(x.dir, w.name+"-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := x.store.unpack(action.InputRootDigest, dir); err != nil {
		return nil, err
	}
	if t := action.GetTimeout(); t != nil {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, t.AsDuration())
		defer stop()
	}
	result, err := x.command(ctx, filepath.Join(dir, command.WorkingDirectory), command)
	if err != nil {
		return nil, err
	}
	result.ExecutionMetadata = &api.ExecutedActionMetadata{Worker: w.name}
	if result.ExitCode == 0 && !action.DoNotCache {
		x.cache.put(digest, result)
	}
	return result, nil
}

// inOneLine is a command for the log, with the shard that it tests, if it does.
func inOneLine(c *api.Command) string {
	words := c.Arguments
	for _, v := range c.EnvironmentVariables {
		if v.Name == "TEST_SHARD_INDEX" {
			words = append([]string{v.Name + "=" + v.Value}, words...)
		}
	}
	line := strings.Join(words, " ")
	if len(line) > 200 {
		line = line[:200] + " …"
	}
	return line
}

// command runs the command of an action in its folder and stores what it leaves.
func (x *execution) command(ctx context.Context, dir string, c *api.Command) (*api.ActionResult, error) {
	outputs := append(append(c.OutputFiles, c.OutputDirectories...), c.OutputPaths...)
	for _, o := range outputs {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, o)), 0o755); err != nil {
			return nil, err
		}
	}
	for _, o := range c.OutputDirectories {
		if err := os.MkdirAll(filepath.Join(dir, o), 0o755); err != nil {
			return nil, err
		}
	}
	cmd := exec.CommandContext(ctx, c.Arguments[0], c.Arguments[1:]...)
	cmd.Dir, cmd.Env = dir, []string{}
	for _, v := range c.EnvironmentVariables {
		cmd.Env = append(cmd.Env, v.Name+"="+v.Value)
	}
	if strings.Contains(c.Arguments[0], "/") && !filepath.IsAbs(c.Arguments[0]) {
		cmd.Path = filepath.Join(dir, c.Arguments[0])
		cmd.Err = nil
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, status.Errorf(codes.DeadlineExceeded, "the action was ended: %v", ctx.Err())
	case err != nil && !errors.As(err, &exit):
		return nil, status.Errorf(codes.FailedPrecondition, "the action did not start: %v", err)
	}
	result := &api.ActionResult{ExitCode: int32(cmd.ProcessState.ExitCode())}
	if result.StdoutDigest, err = x.store.put(&stdout); err != nil {
		return nil, err
	}
	if result.StderrDigest, err = x.store.put(&stderr); err != nil {
		return nil, err
	}
	for _, o := range outputs {
		if err := x.store.collect(result, dir, o); err != nil {
			return nil, err
		}
	}
	return result, nil
}
