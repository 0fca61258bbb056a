package report

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence/audit"
)

const (
	// maxAroundHashed is how much text on each side of what was found goes into a
	// fingerprint, in bytes: enough to tell two places apart.
	maxAroundHashed = 32
	fingerprintLen  = 32 // hexadecimal digits: 128 bits
)

// FingerprintVersion changes with what is hashed. A report says which one its
// fingerprints have; those of another version name nothing that is known here.
const FingerprintVersion = 2

// fingerprintOf hashes what identifies a finding: where it is, the text around the
// place, and the evidence of all that it stands for. The fields are written with
// their lengths, so that no text can pass for another division of it.
func fingerprintOf(f audit.Finding, name, evidence string, window []byte) string {
	if name == "" {
		name = f.File
	}
	h := sha256.New()
	version := "promptcheck fingerprint " + strconv.Itoa(FingerprintVersion)
	for _, field := range []string{version, f.Rule, path.Clean(name), withoutIndexes(f.Pointer), evidence, string(window)} {
		h.Write([]byte(strconv.Itoa(len(field)) + ":" + field))
	}
	return hex.EncodeToString(h.Sum(nil))[:fingerprintLen]
}

// number makes the fingerprints of one body unique: the second finding with the
// same one gets another, which is the same in every run.
func number(count map[string]int, fingerprint string) string {
	count[fingerprint]++
	n := count[fingerprint]
	if n == 1 {
		return fingerprint
	}
	sum := sha256.Sum256([]byte(fingerprint + "#" + strconv.Itoa(n)))
	return hex.EncodeToString(sum[:])[:fingerprintLen]
}

// withoutIndexes replaces numbers in a pointer, so that an item that is put in
// before does not make all that follow new.
func withoutIndexes(pointer string) string {
	if !strings.ContainsAny(pointer, "0123456789") {
		return pointer
	}
	segments := strings.Split(pointer, "/")
	for i, s := range segments {
		if s != "" && strings.Trim(s, "0123456789") == "" {
			segments[i] = "*"
		}
	}
	return strings.Join(segments, "/")
}

// isFingerprint reports whether s has the form of one.
func isFingerprint(s string) bool {
	return len(s) == fingerprintLen && strings.Trim(s, hexDigits) == ""
}
