package bpe

import "fmt"

// A Family names the pattern that divides text into pieces before any bytes
// are merged. Tokens never cross the edge of a piece, so a vocabulary counts
// correctly only under the pattern it was trained with.
//
// The patterns are those published with each model. They are implemented as
// hand-written one-pass scanners over the Unicode 16 character classes.
type Family uint8

const (
	// FamilyO200K is the pattern of o200k_base.
	FamilyO200K Family = iota + 1
	// FamilyCL100K is the pattern of cl100k_base as OpenAI publishes it
	// today, where white space at the end of a text is one piece.
	FamilyCL100K
	// FamilyGPT2 is the pattern of r50k_base, p50k_base and GPT-2.
	FamilyGPT2
	// FamilyLlama3 is the pattern of Llama 3, the older form of cl100k_base.
	FamilyLlama3
	// FamilyQwen2 is the pattern of Qwen, Qwen 2, 2.5 and 3: Llama 3 with
	// single digits. The models normalise text to NFC first; callers do that.
	FamilyQwen2
	// FamilyQwen35 is the pattern of Qwen 3.5: Qwen 2 with combining marks
	// inside words. The models normalise text to NFC first; callers do that.
	FamilyQwen35
	// FamilyTekken is the pattern of Mistral's Tekken vocabularies: o200k
	// without contractions and with single digits.
	FamilyTekken
	// FamilyDeepSeekV3 is the three-stage pattern of DeepSeek V3 and R1.
	FamilyDeepSeekV3
)

// familyInfo is what the engine needs to know about a family.
type familyInfo struct {
	name     string
	next     func(s string, i int) int
	fast     func() *fastFamily // how pieces of plain ASCII are matched; nil for none
	additive bool               // no token crosses a seam
	cased    bool               // words are cut by case, as caseRuns does
	lineEnds bool               // white space is cut after its last CR or LF, even at the end of the text
}

var families = [...]familyInfo{
	FamilyO200K:      {name: "o200k", next: nextO200K, fast: fastO200K, additive: true, cased: true, lineEnds: true},
	FamilyCL100K:     {name: "cl100k", next: nextCL100K, fast: fastCL100K, additive: true},
	FamilyGPT2:       {name: "gpt2", next: nextGPT2},
	FamilyLlama3:     {name: "llama3", next: nextLlama3, fast: fastCL100K, additive: true, lineEnds: true},
	FamilyQwen2:      {name: "qwen2", next: nextQwen2, additive: true, lineEnds: true},
	FamilyQwen35:     {name: "qwen3.5", next: nextQwen35, additive: true, lineEnds: true},
	FamilyTekken:     {name: "tekken", next: nextTekken, additive: true, cased: true, lineEnds: true},
	FamilyDeepSeekV3: {name: "deepseek-v3", next: nextDeepSeekV3, additive: true, lineEnds: true},
}

// valid reports whether f is one of the constants above.
func (f Family) valid() bool { return f >= FamilyO200K && int(f) < len(families) }

// String returns the family's name as ParseFamily reads it.
func (f Family) String() string {
	if !f.valid() {
		return fmt.Sprintf("family(%d)", uint8(f))
	}
	return families[f].name
}

// ParseFamily returns the family of the given name: o200k, cl100k, gpt2,
// llama3, qwen2, qwen3.5, tekken or deepseek-v3.
func ParseFamily(name string) (Family, error) {
	for f := FamilyO200K; f.valid(); f++ {
		if families[f].name == name {
			return f, nil
		}
	}
	return 0, failure(CodeFamily, "no pattern family has this name")
}
