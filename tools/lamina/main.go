// Command lamina compiles, runs, tests and inspects array programs.
package main

import "github.com/lamina-lang/lamina/tools/lamina/command"

func main() { command.Main() }
