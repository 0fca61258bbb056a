//go:build !unix

package effectlog

// syncDir does nothing: this system forces names with their files.
func syncDir(string) error { return nil }
