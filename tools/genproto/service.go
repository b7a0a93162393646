package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"

	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

// services is gRPC's generator of client and server stubs.
const services = "google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2"

// serviceCode runs gRPC's generator.
func serviceCode(ctx context.Context, f protoreflect.FileDescriptor) (string, []byte, error) {
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: []string{f.Path()}, ProtoFile: withImports(f, map[string]bool{})}
	in, err := proto.Marshal(request)
	if err != nil {
		return "", nil, err
	}
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, "go", "run", services)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(in), &out, &errs
	if err := c.Run(); err != nil {
		return "", nil, fmt.Errorf("%s: %w\n%s", services, err, errs.String())
	}
	response := new(pluginpb.CodeGeneratorResponse)
	if err := proto.Unmarshal(out.Bytes(), response); err != nil {
		return "", nil, err
	}
	if response.Error != nil || len(response.File) != 1 {
		return "", nil, fmt.Errorf("%s: %s", services, response.GetError())
	}
	return goFile(f, "_grpc.pb.go"), []byte(response.File[0].GetContent()), nil
}

// withImports lists a file after the files it imports, as generators require.
func withImports(f protoreflect.FileDescriptor, seen map[string]bool) []*descriptorpb.FileDescriptorProto {
	if seen[f.Path()] {
		return nil
	}
	seen[f.Path()] = true
	var out []*descriptorpb.FileDescriptorProto
	for i := range f.Imports().Len() {
		out = append(out, withImports(f.Imports().Get(i).FileDescriptor, seen)...)
	}
	return append(out, protoutil.ProtoFromFileDescriptor(f))
}
