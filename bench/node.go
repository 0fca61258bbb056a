package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

//go:embed engine.cjs
var engineScript []byte

// packages are the versions that are compared with. The fork of priompt is the
// one that the registry has.
var packages = map[string]string{
	"tiktoken":            "1.0.22",
	"gpt-tokenizer":       "4.0.0",
	"@vscode/prompt-tsx":  "0.4.0-alpha.9",
	"@impowering/priompt": "0.2.1",
}

// installTime bounds the installation of packages.
const installTime = 3 * time.Minute

// node is where engines in JavaScript run.
type node struct{ dir, version string }

// installNode puts the packages into dir. The error says why the engines do not
// take part.
func installNode(ctx context.Context, dir string) (*node, error) {
	ctx, cancel := context.WithTimeout(ctx, installTime)
	defer cancel()
	version, err := exec.CommandContext(ctx, "node", "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("node does not run: %w", err)
	}
	manifest, err := json.Marshal(map[string]any{"private": true, "dependencies": packages})
	if err != nil {
		return nil, err
	}
	for name, b := range map[string][]byte{"package.json": manifest, "engine.cjs": engineScript} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			return nil, err
		}
	}
	install := exec.CommandContext(ctx, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm cannot install the packages: %w\n%s", err, out)
	}
	return &node{dir: dir, version: string(version[:len(version)-1])}, nil
}

// engine returns an engine of that name.
func (n *node) engine(name string) *engine {
	return &engine{name: name, dir: n.dir, command: []string{"node", "--max-old-space-size=4096", "engine.cjs", name}}
}
