package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// vulnerabilities runs tools/vulnerabilities if its database can be read.
func vulnerabilities(r *runner) error {
	database := cmp.Or(os.Getenv("GOVULNDB"), "https://vuln.go.dev")
	if err := readable(r.ctx, database); err != nil {
		return r.skip("the database of vulnerabilities cannot be read: %v; GOVULNDB may name a copy of it", err)
	}
	return r.command(nil, "tools/vulnerabilities")
}

// readable reads the index file that every vulnerability database has
// (https://go.dev/doc/security/vuln/database).
func readable(ctx context.Context, database string) error {
	const index = "/index/db.json"
	at, err := url.Parse(database)
	if err != nil {
		return err
	}
	if at.Scheme == "file" {
		_, err := os.Stat(at.Path + index)
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(database, "/")+index, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", request.URL, answer.Status)
	}
	return nil
}
