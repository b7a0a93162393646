module github.com/lamina-lang/lamina

go 1.26
