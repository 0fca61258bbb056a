package report

import (
	"encoding/base64"
	"strconv"
	"unicode/utf8"
)

func appendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }

// appendFile appends the members that name a file. A name that is not UTF-8 has
// its bytes too, so that a report that is read back names the same file.
func appendFile(b []byte, name string) []byte {
	b = AppendName(append(b, `"file":`...), name)
	if !utf8.ValidString(name) {
		b = append(b, `,"file_base64":"`...)
		b = append(base64.StdEncoding.AppendEncode(b, []byte(name)), '"')
	}
	return b
}

// appendFinding appends the members of a finding, without braces: those that
// other programs rely on first.
func appendFinding(b []byte, f *Finding) []byte {
	b = AppendJSON(append(b, `"rule":`...), f.Rule)
	b = AppendJSON(append(b, `,"severity":`...), f.Severity.String())
	b = appendFile(append(b, ','), f.File)
	b = appendInt(append(b, `,"offset":`...), f.Offset)
	b = AppendJSON(append(b, `,"pointer":`...), f.Pointer)
	b = AppendJSON(append(b, `,"message":`...), f.Message)
	b = appendInt(append(b, `,"end":`...), f.End)
	b = appendInt(append(b, `,"line":`...), int64(f.Line))
	b = appendInt(append(b, `,"column":`...), int64(f.Column))
	b = appendInt(append(b, `,"units":`...), int64(f.Units))
	if f.EndLine > 0 {
		b = appendInt(append(b, `,"end_line":`...), int64(f.EndLine))
		b = appendInt(append(b, `,"end_units":`...), int64(f.EndUnits))
	}
	if f.Record > 0 {
		b = appendInt(append(b, `,"record":`...), int64(f.Record))
	}
	b = AppendJSON(append(b, `,"fingerprint":`...), f.Fingerprint)
	if s := f.Snippet; s != nil {
		b = AppendJSON(append(b, `,"snippet":{"text":`...), s.Text)
		b = appendInt(append(b, `,"start":`...), int64(s.Start))
		b = appendInt(append(b, `,"end":`...), int64(s.End))
		b = strconv.AppendBool(append(b, `,"before":`...), s.Before)
		b = append(strconv.AppendBool(append(b, `,"after":`...), s.After), '}')
	}
	return b
}

// appendUnchecked appends the members of what could not be checked.
func appendUnchecked(b []byte, u *Unchecked) []byte {
	b = appendFile(b, u.File)
	b = AppendJSON(append(b, `,"error":`...), u.Error)
	if u.Record > 0 {
		b = appendInt(append(b, `,"record":`...), int64(u.Record))
	}
	return b
}

// appendSummary appends what is known at the end, without what it begins with.
func appendSummary(b []byte, s Summary) []byte {
	b = appendInt(append(b, `"records":`...), int64(s.Records))
	b = appendInt(append(b, `,"known":`...), int64(s.Known))
	if s.Excluded > 0 {
		b = appendInt(append(b, `,"excluded":`...), int64(s.Excluded))
	}
	if s.Passed > 0 {
		b = appendInt(append(b, `,"passed":`...), int64(s.Passed))
	}
	for i := range s.Uncompared {
		begin := `,{`
		if i == 0 {
			begin = `,"uncompared":[{`
		}
		b = append(appendUnchecked(append(b, begin...), &s.Uncompared[i]), '}')
	}
	if len(s.Uncompared) > 0 {
		b = append(b, ']')
	}
	return b
}

// appendHeader appends what is known before a run.
func appendHeader(b []byte, h Header) []byte {
	b = AppendJSON(append(b, `"tool":`...), h.Tool)
	b = AppendJSON(append(b, `,"version":`...), h.Version)
	if h.Shards > 0 {
		b = appendInt(append(b, `,"shard":`...), int64(h.Shard))
		b = appendInt(append(b, `,"shards":`...), int64(h.Shards))
	}
	if h.Run != "" {
		b = AppendJSON(append(b, `,"run":`...), h.Run)
	}
	if h.Fingerprints > 0 {
		b = appendInt(append(b, `,"fingerprints":`...), int64(h.Fingerprints))
	}
	b = appendList(append(b, `,"rules_off":[`...), h.Off)
	if h.Settings != nil {
		b = AppendSettings(append(b, `,"settings":`...), h.Settings)
	}
	if len(h.Exclude) > 0 {
		b = appendList(append(b, `,"exclude":[`...), h.Exclude)
	}
	return b
}

// appendList appends the elements of a list and closes it.
func appendList(b []byte, list []string) []byte {
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendJSON(b, s)
	}
	return append(b, ']')
}
