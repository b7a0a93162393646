package main

import (
	"fmt"
	"path"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// goImport returns the import path of a file's go_package.
func goImport(f protoreflect.FileDescriptor) string {
	return f.Options().(*descriptorpb.FileOptions).GetGoPackage()
}

func goPackage(f protoreflect.FileDescriptor) string { return path.Base(goImport(f)) }

// camel converts a schema name to Go style: in_kernel becomes InKernel.
func camel(n protoreflect.Name) string {
	words := strings.Split(string(n), "_")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "")
}

// tag returns the bytes that precede a field on the wire.
func tag(f field) []byte {
	t := protowire.VarintType
	switch f.kind {
	case protoreflect.StringKind, protoreflect.BytesKind, protoreflect.MessageKind:
		t = protowire.BytesType
	}
	if f.packed() {
		t = protowire.BytesType
	}
	return protowire.AppendTag(nil, f.number, t)
}

func bytesOf(b []byte) string {
	out := make([]string, len(b))
	for i, x := range b {
		out[i] = fmt.Sprintf("%#x", x)
	}
	return strings.Join(out, ", ")
}
