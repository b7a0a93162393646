package plugintemplate

import (
	"fmt"
	"slices"
	"strings"
)

// dependencies are the modules that a plugin in Go and its test are built with, besides
// Lamina: what `go mod tidy` leaves.
var dependencies = []string{
	"github.com/fatih/color",
	"github.com/golang/protobuf",
	"github.com/hashicorp/go-hclog",
	"github.com/hashicorp/go-plugin",
	"github.com/hashicorp/yamux",
	"github.com/mattn/go-colorable",
	"github.com/mattn/go-isatty",
	"github.com/oklog/run",
	"github.com/stretchr/testify",
	"golang.org/x/net",
	"golang.org/x/sys",
	"golang.org/x/text",
	"golang.org/x/tools",
	"google.golang.org/genproto/googleapis/rpc",
	"google.golang.org/grpc",
	"google.golang.org/protobuf",
}

// required returns the lines of a plugin's go.mod after its name: the version of the language
// and what it requires, as Lamina's own go.mod has them.
func required(laminas string) string {
	version, versions := "", []string{}
	for line := range strings.Lines(laminas) {
		words := strings.Fields(strings.TrimPrefix(line, "require "))
		switch {
		case len(words) >= 2 && words[0] == "go":
			version = words[1]
		case len(words) >= 2 && slices.Contains(dependencies, words[0]):
			versions = append(versions, fmt.Sprintf("\t%s %s // indirect\n", words[0], words[1]))
		}
	}
	slices.Sort(versions)
	return fmt.Sprintf("go %s\n\nrequire %s v0.0.0\n\nrequire (\n%s)\n", version, module, strings.Join(versions, ""))
}
