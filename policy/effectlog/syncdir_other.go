//go:build !unix

package effectlog

import "os"

// syncDir closes a folder that was opened, and forces nothing: this system forces
// names with their files.
func syncDir(d *os.File, err error) error {
	if err != nil {
		return err
	}
	return d.Close()
}
