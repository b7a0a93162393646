module github.com/lamina-lang/lamina

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/tetratelabs/wazero v1.12.0
	golang.org/x/tools v0.52.0
	pgregory.net/rapid v1.3.0
)

require golang.org/x/sys v0.49.0 // indirect
