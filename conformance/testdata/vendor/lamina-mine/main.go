// Command lamina-mine is lamina with the backend mine, which lamina runs for --backend mine.
package main

import (
	"github.com/lamina-lang/lamina/tools/lamina/command"

	"example.org/mine"
)

func main() { command.Main(mine.New()) }
