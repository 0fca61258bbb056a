package main

import (
	"slices"
	"strings"
)

// loadScripts reads the scripts and finds those that need join controls.
func (db *database) loadScripts(dir string) error {
	scripts, err := rows(dir, "Scripts")
	if err != nil {
		return err
	}
	for _, r := range scripts {
		if err := r.each(func(x rune) { db.script[x] = r.Script }); err != nil {
			return err
		}
	}
	aliases, err := rows(dir, "PropertyValueAliases")
	if err != nil {
		return err
	}
	long := map[string]string{}
	for _, r := range aliases {
		if r.Property == "sc" {
			long[r.ShortName] = r.LongName
		}
	}
	ext, err := rows(dir, "ScriptExtensions")
	if err != nil {
		return err
	}
	db.scriptX = map[rune][]string{}
	for _, r := range ext {
		var names []string
		for short := range strings.FieldsSeq(r.Extension) {
			names = append(names, long[short])
		}
		if err := r.each(func(x rune) { db.scriptX[x] = names }); err != nil {
			return err
		}
	}
	return db.loadJoining(dir)
}

// loadJoining reads which scripts join letters cursively and which build
// conjuncts. In the first ZWNJ and ZWJ choose a letter's form, in the second
// they choose between a visible virama, a half form and a ligature.
func (db *database) loadJoining(dir string) error {
	shaping, err := rows(dir, "ArabicShaping")
	if err != nil {
		return err
	}
	db.cursive = map[string]bool{}
	for _, r := range shaping {
		if !strings.Contains("DRL", r.Type) {
			continue
		}
		if err := r.each(func(x rune) { db.cursive[db.script[x]] = true }); err != nil {
			return err
		}
	}
	syllabic, err := rows(dir, "IndicSyllabicCategory")
	if err != nil {
		return err
	}
	// Tibetan has subjoined letters and no virama in the sense of this property.
	db.conjunct = map[string]bool{"Tibetan": true}
	for _, r := range syllabic {
		if r.Syllabic != "Virama" && r.Syllabic != "Invisible_Stacker" {
			continue
		}
		if err := r.each(func(x rune) { db.conjunct[db.script[x]] = true }); err != nil {
			return err
		}
	}
	for _, general := range []string{"Common", "Inherited", ""} {
		delete(db.cursive, general)
		delete(db.conjunct, general)
	}
	return nil
}

// alphabetic are scripts that need no join control; a mark they share with one
// that does (such as U+0307, used in Syriac) is not counted, or any accented
// Latin letter would admit invisible characters.
var alphabetic = []string{"Latin", "Greek", "Cyrillic"}

// joins reports whether r is a letter or mark of a script that needs join controls.
func (db *database) joins(r rune) bool {
	if c := db.category[r][0]; c != 'L' && c != 'M' {
		return false
	}
	needs := func(script string) bool { return db.cursive[script] || db.conjunct[script] }
	if s := db.script[r]; s != "Common" && s != "Inherited" {
		return needs(s)
	}
	ext := db.scriptX[r]
	return slices.ContainsFunc(ext, needs) &&
		!slices.ContainsFunc(ext, func(s string) bool { return slices.Contains(alphabetic, s) })
}
