// Package browser holds the tests of the HTML report in a real browser. They are
// in a module of their own, so that whoever imports the report does not get a
// browser's protocol with it. They are skipped where no Chromium is installed.
package browser
