module example.com/caller

go 1.26

require github.com/lamina-lang/lamina v0.0.0

replace github.com/lamina-lang/lamina => ../../..
