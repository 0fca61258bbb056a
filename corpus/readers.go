package corpus

import (
	"io"

	"github.com/go-json-experiment/json"
)

// The public collections that are read by name. What they hold is attacks in
// plain language for the most part, which a fence contains and does not stop.
var (
	purpleLlama = Collection{
		Family: "purple-llama",
		Source: "https://github.com/meta-llama/PurpleLlama",
		Expect: Expect{Outcome: Contained},
	}
	// Benign prompts: what is asked is that nothing is lost.
	notInject = Collection{
		Family: "not-inject",
		Source: "https://github.com/leolee99/PIGuard",
		Expect: Expect{Outcome: RoundTrip},
	}
	garak = Collection{
		Family: "garak",
		Source: "https://github.com/NVIDIA/garak",
		Expect: Expect{Outcome: Contained},
	}
	naughtyStrings = Collection{
		Family: "naughty-strings",
		Source: "https://github.com/minimaxir/big-list-of-naughty-strings",
		Expect: Expect{Outcome: RoundTrip},
	}
)

// ReadPurpleLlama reads prompt_injection.json of PurpleLlama's
// CybersecurityBenchmarks: the member user_input of every object. Errors are
// those of [Collection].
func ReadPurpleLlama(r io.Reader) ([]Vector, error) { return purpleLlama.JSONArray(r, "user_input") }

// ReadNotInject reads a file of NotInject: benign prompts that hold words which
// detectors trip over. Errors are those of [Collection].
func ReadNotInject(r io.Reader) ([]Vector, error) { return notInject.JSONArray(r, "prompt") }

// ReadStrings reads blns.json of the Big List of Naughty Strings. Errors are
// those of [Collection].
func ReadStrings(r io.Reader) ([]Vector, error) { return naughtyStrings.JSONStrings(r) }

// ReadGarak reads a payload file of garak in JSON, one object whose member
// payloads is an array of strings. Errors are those of [Collection].
func ReadGarak(r io.Reader) ([]Vector, error) {
	b, err := garak.read(r)
	if err != nil {
		return nil, err
	}
	var file struct {
		Payloads []string `json:"payloads"`
	}
	if err := json.Unmarshal(b, &file); err != nil {
		return nil, jsonError(err, 0)
	}
	if file.Payloads == nil {
		return nil, fail(CodeCollection, 0, "object without an array payloads", "")
	}
	return garak.all(file.Payloads), nil
}

// ReadLines reads a data file of garak in text, one prompt a line. Errors are
// those of [Collection].
func ReadLines(r io.Reader) ([]Vector, error) { return garak.Lines(r) }

// ReadJSONLines reads JSON Lines with a member text, as many collections have
// them. Errors are those of [Collection].
func ReadJSONLines(family, source string, r io.Reader) ([]Vector, error) {
	return Collection{Family: family, Source: source, Expect: Expect{Outcome: Contained}}.JSONLines(r, "text")
}

// ReadCSV reads one column of a table with a head. Errors are those of
// [Collection].
func ReadCSV(family, source, column string, r io.Reader) ([]Vector, error) {
	return Collection{Family: family, Source: source, Expect: Expect{Outcome: Contained}}.CSV(r, column)
}
