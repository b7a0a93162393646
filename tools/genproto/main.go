// Command genproto generates the Go code for the protocol buffers in this repository:
// messages by itself (message.go says why), in Python too, and service stubs by gRPC's generator.
// It needs only Go.
//
//	go run ./tools/genproto          writes the code
//	go run ./tools/genproto --check  writes nothing; names stale files and exits with 1
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/reflect/protoreflect"
)

const module = "github.com/lamina-lang/lamina"

// schemas are the files for which code is generated.
var schemas = []struct {
	folder, file string
	generate     func(context.Context, protoreflect.FileDescriptor) (path string, code []byte, err error)
}{
	{"core/wire/proto", "lamina/ir/v1/ir.proto", messageCode},
	{"plugins/proto", "lamina/passes/v1/pass.proto", messageCode},
	{"plugins/proto", "lamina/passes/v1/service.proto", serviceCode},
	{"core/wire/proto", "lamina/ir/v1/ir.proto", pythonCode},
	{"plugins/proto", "lamina/passes/v1/pass.proto", pythonCode},
}

func main() {
	check := flag.Bool("check", false, "write nothing; name the files that are stale")
	flag.Parse()
	if err := generate(context.Background(), *check); err != nil {
		fmt.Fprintln(os.Stderr, "genproto:", err)
		os.Exit(1)
	}
}

// generate writes the code for every schema, or compares it with the existing code.
func generate(ctx context.Context, check bool) error {
	var stale []string
	for _, s := range schemas {
		f, err := compile(ctx, s.folder, s.file)
		if err != nil {
			return err
		}
		path, code, err := s.generate(ctx, f)
		if err != nil {
			return fmt.Errorf("generating code for %s: %w", s.file, err)
		}
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, code) {
			continue
		}
		if check {
			stale = append(stale, path)
			continue
		}
		if err := write(path, code); err != nil {
			return err
		}
	}
	if len(stale) > 0 {
		return fmt.Errorf("%s: not what the schema gives; write it with: go run ./tools/genproto", strings.Join(stale, ", "))
	}
	return nil
}

func compile(ctx context.Context, folder, file string) (protoreflect.FileDescriptor, error) {
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{folder}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	compiled, err := compiler.Compile(ctx, file)
	if err != nil {
		return nil, err
	}
	return compiled[0], nil
}

// goFile returns the path of the Go file for a schema.
func goFile(f protoreflect.FileDescriptor, ending string) string {
	name := strings.TrimSuffix(filepath.Base(f.Path()), ".proto") + ending
	return filepath.Join(strings.TrimPrefix(goImport(f), module+"/"), name)
}

func messageCode(_ context.Context, f protoreflect.FileDescriptor) (string, []byte, error) {
	code, err := messages(f)
	return goFile(f, ".pb.go"), code, err
}

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o666)
}
