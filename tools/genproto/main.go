// Command genproto writes the Go code of the protocol buffers in this
// repository. It compiles the schemas itself and runs the generators by their
// pinned versions, so that nothing but Go is needed.
//
//	go run ./tools/genproto          writes the code
//	go run ./tools/genproto --check  writes nothing; names what is stale and exits 1
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

const (
	module   = "github.com/lamina-lang/lamina"
	messages = "google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12"
	services = "google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2"
)

// schemas are the files that code is generated for, and by which generators.
var schemas = []struct {
	folder, file string
	generators   []string
}{
	{"core/wire/proto", "lamina/ir/v1/ir.proto", []string{messages}},
	{"plugins/proto", "lamina/pass/v1/pass.proto", []string{messages}},
	{"plugins/proto", "lamina/pass/v1/service.proto", []string{messages, services}},
}

func main() {
	check := flag.Bool("check", false, "write nothing; name the files that are stale")
	flag.Parse()
	if err := generate(context.Background(), *check); err != nil {
		fmt.Fprintln(os.Stderr, "genproto:", err)
		os.Exit(1)
	}
}

// generate writes the code of every schema, or compares it with what is there.
func generate(ctx context.Context, check bool) error {
	var stale []string
	for _, s := range schemas {
		for _, g := range s.generators {
			files, err := run(ctx, g, s.folder, s.file)
			if err != nil {
				return fmt.Errorf("generating code for %s: %w", s.file, err)
			}
			for _, f := range files {
				path := strings.TrimPrefix(f.GetName(), module+"/")
				old, err := os.ReadFile(path)
				if err == nil && string(old) == f.GetContent() {
					continue
				}
				if check {
					stale = append(stale, path)
					continue
				}
				if err := write(path, f.GetContent()); err != nil {
					return err
				}
			}
		}
	}
	if len(stale) > 0 {
		return fmt.Errorf("%s: not what the schema gives; write it with: go run ./tools/genproto", strings.Join(stale, ", "))
	}
	return nil
}

func write(path, content string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(content), 0o666)
}

// run gives one schema to one generator.
func run(ctx context.Context, generator, folder, file string) ([]*pluginpb.CodeGeneratorResponse_File, error) {
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{folder}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	compiled, err := compiler.Compile(ctx, file)
	if err != nil {
		return nil, err
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: []string{file}}
	for _, f := range compiled {
		request.ProtoFile = append(request.ProtoFile, withImports(f, map[string]bool{})...)
	}
	in, err := proto.Marshal(request)
	if err != nil {
		return nil, err
	}
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, "go", "run", generator)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(in), &out, &errs
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", generator, err, errs.String())
	}
	response := new(pluginpb.CodeGeneratorResponse)
	if err := proto.Unmarshal(out.Bytes(), response); err != nil {
		return nil, err
	}
	if response.Error != nil {
		return nil, fmt.Errorf("%s: %s", generator, response.GetError())
	}
	return response.File, nil
}

// withImports lists a file behind those that it imports, as generators want it.
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
