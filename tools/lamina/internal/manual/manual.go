// Package manual is the documentation as the command shows it: topics, which are the pages of the
// folder docs, and manual pages of these and of all commands.
package manual

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/lamina-lang/lamina/docs"
)

// Topic is a page of the documentation.
type Topic struct {
	Name  string
	Title string
	Text  string // in Markdown
}

// Topics are the pages, in order of name.
func Topics() []Topic {
	entries, err := docs.Pages.ReadDir(".")
	if err != nil {
		panic(err) // it is built in
	}
	var out []Topic
	for _, e := range entries {
		text, err := docs.Pages.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		title, _, _ := strings.Cut(string(text), "\n")
		out = append(out, Topic{strings.TrimSuffix(e.Name(), ".md"), strings.TrimPrefix(title, "# "), string(text)})
	}
	return out
}

// Find is the topic of a name.
func Find(name string) (Topic, bool) {
	topics := Topics()
	i := slices.IndexFunc(topics, func(t Topic) bool { return t.Name == name })
	if i < 0 {
		return Topic{}, false
	}
	return topics[i], true
}

// Write writes manual pages to the folders of their sections below a folder, where man looks for them:
// man1/lamina-run.1 of lamina run, man7/lamina-language.7 of the topic language. They have the text of
// --help and of the topics.
func Write(root *cobra.Command, folder string) (pages int, err error) {
	commands, topics := filepath.Join(folder, "man1"), filepath.Join(folder, "man7")
	for _, section := range []string{commands, topics} {
		if err := os.MkdirAll(section, 0o755); err != nil {
			return 0, fmt.Errorf("writing manual pages: %w", err)
		}
	}
	date := time.Unix(0, 0) // pages of one version are the same, whenever they are written
	disableTags(root)
	if err := doc.GenManTree(root, &doc.GenManHeader{Title: "LAMINA", Section: "1", Source: "Lamina", Manual: "Lamina", Date: &date}, commands); err != nil {
		return 0, fmt.Errorf("writing manual pages: %w", err)
	}
	for _, t := range Topics() {
		head := fmt.Sprintf("%% \"LAMINA-%s\" \"7\" \"\" \"Lamina\" \"Lamina\"\n# NAME\nlamina-%s - %s\n\n", strings.ToUpper(t.Name), t.Name, t.Title)
		page := md2man.Render([]byte(head + t.Text))
		if err := os.WriteFile(filepath.Join(topics, "lamina-"+t.Name+".7"), page, 0o644); err != nil {
			return 0, fmt.Errorf("writing manual pages: %w", err)
		}
	}
	written, err := filepath.Glob(filepath.Join(folder, "man[17]", "lamina*.[17]"))
	return len(written), err
}

// disableTags leaves out the line with the date that cobra adds.
func disableTags(c *cobra.Command) {
	c.DisableAutoGenTag = true
	for _, sub := range c.Commands() {
		disableTags(sub)
	}
}
