package cli

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/ringfence/ringfence"
)

// excludeHint says what a glob of --exclude is.
const excludeHint = "globs count from the folder that is named, with / between names, as in drafts/** or **/package.json"

// exclusion is what --exclude and a configuration leave out of folders: globs
// that fit the name of a file below the folder, or of a folder that it lies in.
type exclusion []string

// newExclusion judges globs and puts them in order, each once. The error has the
// words and the hint for an error of a flag or a configuration.
func newExclusion(globs []string) (exclusion, *ringfence.Error) {
	var out exclusion
	for _, glob := range globs {
		clean := strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
		// One with characters that cannot be seen could not be in a report.
		if clean == "" || clean == "." || clean == ".." || strings.HasPrefix(clean, "/") || strings.HasPrefix(clean, "../") ||
			!doublestar.ValidatePattern(clean) || visible(clean) != clean {
			return nil, &ringfence.Error{
				Code: CodeUsage, Message: quote(glob) + " fits no name in a folder", Hint: excludeHint, Offset: ringfence.NoOffset,
			}
		}
		out = append(out, clean)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// fits reports whether a name below a folder is left out.
func (x exclusion) fits(rel string) bool {
	if len(x) == 0 {
		return false
	}
	for ; rel != "." && rel != "/"; rel = path.Dir(rel) {
		for _, glob := range x {
			if ok, _ := doublestar.Match(glob, rel); ok { // it was judged before
				return true
			}
		}
	}
	return false
}

// without returns the entries of a folder or a glob that are not left out, and
// those that are. An entry for the folder itself says why it gives nothing.
func (x exclusion) without(list []entry, arg, base string) (kept []entry, out []passed) {
	kept = slices.DeleteFunc(list, func(e entry) bool {
		fits := !e.named && x.fits(e.rel)
		if fits {
			out = append(out, passed{base, e.name})
		}
		return fits
	})
	if len(kept) == 0 && len(out) > 0 {
		kept = append(kept, entry{name: arg, rel: below(base, arg), named: true, err: &ringfence.Error{
			Code: CodeNoFiles, Message: "every file to check is excluded", Offset: ringfence.NoOffset, Hint: excludeHint,
		}})
	}
	return kept, out
}

// exclude merges what flag and configuration leave out: both count, since there
// is no flag to take a glob of the configuration back.
func (c *settings) exclude(flag []string) error {
	globs, err := newExclusion(flag)
	if err != nil {
		with := *err
		with.Message = "--exclude " + err.Message
		return &with
	}
	globs, _ = newExclusion(slices.Concat(globs, c.config.exclude)) // each was judged
	c.globs, c.header.Exclude = globs, globs
	return nil
}
