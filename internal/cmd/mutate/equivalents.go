package main

import (
	"fmt"
	"os"
	"strings"
)

// separator stands between a change and the reason why it makes no difference.
const separator = " => "

// readEquivalents reads the list of changes that no test can see: those that only
// cost time, and values that nobody reads. Lines are a site's key, the separator
// and the reason; empty lines and those that begin with # are passed over. No
// file is an empty list.
func readEquivalents(name string) (map[string]string, error) {
	b, err := os.ReadFile(name) // named on the command line
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	n := 0
	for line := range strings.Lines(string(b)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, ok := strings.Cut(line, separator)
		if !ok || reason == "" {
			return nil, fmt.Errorf("%s:%d: a change without%sand a reason", name, n, separator)
		}
		if out[key] != "" {
			return nil, fmt.Errorf("%s:%d: the change is listed twice", name, n)
		}
		out[key] = reason
	}
	return out, nil
}
