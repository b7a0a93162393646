package capi

import (
	"fmt"
	"strings"
)

// header is the text of NAME.h: the heads of the functions, with their comments.
func (a *api) header(sections []section) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// The interface of %s.c. Made by Lamina.\n#pragma once\n\n", commentText(a.Name))
	b.WriteString("#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n\n")
	b.WriteString(a.includes())
	b.WriteString("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n")
	upper := strings.ToUpper(a.Prefix)
	fmt.Fprintf(&b, "#define %s_BACKEND_%s\n\n", upper, a.Backend())
	b.WriteString("// What functions return that return an int. The error of any but the first has a text.\n")
	fmt.Fprintf(&b, "#define %[1]s_SUCCESS 0\n#define %[1]s_BAD_ARGUMENT 1\n#define %[1]s_PROGRAM_ERROR 2\n#define %[1]s_OUT_OF_MEMORY 3\n", upper)
	for _, s := range sections {
		if len(s.Types) == 0 && strings.TrimSpace(s.Text) == "" {
			continue
		}
		fmt.Fprintf(&b, "\n// %s\n\n", s.Title)
		for _, t := range s.Types {
			fmt.Fprintf(&b, "struct %s;\n", t)
		}
		if len(s.Types) > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(heads(s.Text, true))
	}
	b.WriteString("\n#ifdef __cplusplus\n}\n#endif\n")
	return b.String()
}

// heads returns the declarations of the functions in text, with or without the comments before
// them. The head of a function is a line that begins in the first column and ends in a brace.
func heads(text string, comments bool) string {
	var b strings.Builder
	inComment := true // at the top
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == ' ' || line[0] == '}':
		case strings.HasPrefix(line, "//"):
			if comments {
				if !inComment {
					b.WriteByte('\n')
				}
				b.WriteString(line + "\n")
			}
			inComment = true
		default:
			b.WriteString(strings.TrimSuffix(line, " {") + ";\n")
			inComment = false
		}
	}
	return b.String()
}
