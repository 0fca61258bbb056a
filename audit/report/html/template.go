package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"sync"
)

// The parts of the page that are always the same. The script and the style hold
// neither "<" nor "&", so that HTML and XML read them alike.
var (
	//go:embed assets/page.tmpl
	skeleton string
	//go:embed assets/page.css
	style string
	//go:embed assets/page.js
	script string
)

// page parses the template when the first page is written: a program that writes
// none does not pay for it.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(skeleton))
})

// Policy returns the content security policy of the page: nothing is allowed but
// its own style and its own script, by the hash of their bytes, and no script may
// make elements of text.
func Policy() string {
	return "default-src 'none'; style-src " + hashSource(style) + "; script-src " + hashSource(script) +
		"; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}

// hashSource is the hash of an inline element as a policy names it.
func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
