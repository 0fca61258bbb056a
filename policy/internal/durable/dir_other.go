//go:build !unix

package durable

import "os"

// Dir closes a folder and forces nothing: this system forces names with their files.
// It takes what opens a folder returns: that error is returned as it is.
func Dir(d *os.File, err error) error {
	if err != nil {
		return err
	}
	return d.Close()
}
