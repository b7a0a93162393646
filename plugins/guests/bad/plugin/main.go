// Command plugin serves package bad.
package main

import (
	"github.com/lamina-lang/lamina/plugins/guests/bad"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

func main() { sdk.Serve(bad.Service{Plugin: bad.Plugin}) }
