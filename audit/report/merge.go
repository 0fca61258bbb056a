package report

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/ringfence/ringfence"
)

// Merge makes one report of several. The reports of all shards of a run give
// the report that the run would have given at once, byte for byte in every
// format. Reports of different files, which are no shards, are put together in
// the order of names.
//
// The error has [CodeMerge]: there is nothing to merge, the reports were made by
// different versions or with different rules, or shards are missing, there twice,
// or of different runs: of other files, or of the same with other settings. Shards
// that do not say of which run they are cannot be told from those. A report
// without a shard is never made to look like a whole one.
func Merge(list []*Report) (*Report, error) {
	if len(list) == 0 {
		return nil, unmergeable("there is no report to merge", "")
	}
	first := list[0]
	out := &Report{Tool: first.Tool, Version: first.Version, Fingerprints: first.Fingerprints, Off: slices.Clone(first.Off), Settings: first.Settings}
	for _, r := range list {
		if r.Tool != first.Tool || r.Version != first.Version || r.Fingerprints != first.Fingerprints {
			return nil, unmergeable("the reports were made by different versions", "run all shards with one version")
		}
		if !slices.Equal(r.Off, first.Off) {
			return nil, unmergeable("the reports were made with different rules", "run all shards with one configuration")
		}
		if !r.Settings.Same(first.Settings) {
			out.Settings = nil // they are of different runs, which have none in common
		}
		out.Checked += r.Checked
		out.Records += r.Records
		out.Known += r.Known
		out.Passed += r.Passed
		out.Excluded += r.Excluded
		out.Exclude = append(out.Exclude, r.Exclude...)
		out.Unchecked = append(out.Unchecked, r.Unchecked...)
		out.Findings = append(out.Findings, r.Findings...)
	}
	if err := wholeShards(list); err != nil {
		return nil, err
	}
	slices.Sort(out.Exclude) // shards have the same, reports of other files may not
	out.Exclude = slices.Compact(out.Exclude)
	slices.SortStableFunc(out.Unchecked, func(a, b Unchecked) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.place(), b.place()))
	})
	out.Unchecked = append(out.Unchecked, uncompared(list)...)
	slices.SortStableFunc(out.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Record, b.Record))
	})
	return out, nil
}

// uncompared is what no shard had anything to compare with. In some of them there
// never is, which says nothing; reports of other files say it themselves.
func uncompared(list []*Report) []Unchecked {
	return slices.DeleteFunc(slices.Clone(list[0].Uncompared), func(u Unchecked) bool {
		return slices.ContainsFunc(list, func(r *Report) bool {
			return !slices.ContainsFunc(r.Uncompared, func(o Unchecked) bool { return o.Error == u.Error })
		})
	})
}

// wholeShards wants each shard of one division once, or no shards at all.
func wholeShards(list []*Report) error {
	total := list[0].Shards
	seen := make(map[int]bool)
	for _, r := range list {
		if r.Shards != total {
			return unmergeable("the reports are of different divisions into shards", "merge the shards of one run")
		}
		if total > 0 && seen[r.Shard] {
			return unmergeable("shard "+strconv.Itoa(r.Shard)+" is there twice", "name each report once")
		}
		seen[r.Shard] = true
		switch {
		case total == 0:
		case r.Run == "":
			return unmergeable("shard "+strconv.Itoa(r.Shard)+" does not say of which run it is", "make all shards again with this version")
		case r.Run != list[0].Run:
			return unmergeable("shards "+strconv.Itoa(list[0].Shard)+" and "+strconv.Itoa(r.Shard)+" are not of one run",
				"check the same files with the same settings in every shard, and write reports outside of what is checked")
		}
	}
	if total == 0 || len(seen) == total {
		return nil
	}
	missing := 1
	for seen[missing] {
		missing++
	}
	return unmergeable("shard "+strconv.Itoa(missing)+" of "+strconv.Itoa(total)+" is missing", "merge the reports of all shards")
}

func unmergeable(message, hint string) error {
	return &ringfence.Error{Code: CodeMerge, Message: message, Hint: hint, Offset: ringfence.NoOffset}
}
