package bpe

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
)

// Load reads a vocabulary in the format of tiktoken rank files and returns the
// encoding with that vocabulary and the pattern of family. Each line is the
// base64 of a token's bytes, a space, and the token's rank in decimal; the rank
// is the id. Blank lines are skipped, and lines may end in CR LF.
//
// Errors name the line. It is an error if one of the 256 bytes is no token, if
// a token or a rank is there twice, or if a token is merged from tokens of
// higher rank, which no training makes and this engine does not encode.
// Special tokens do not belong in the file.
func Load(r io.Reader, family Family) (*Encoding, error) {
	if !family.valid() {
		return nil, failure(CodeFamily, "unknown pattern family %d", family)
	}
	ranks, err := readRanks(r)
	if err != nil {
		return nil, err
	}
	v, err := vocabOf(ranks)
	if err != nil {
		return nil, err
	}
	return newEncoding(v, family), nil
}

// Open reads a vocabulary packed by Pack and returns the encoding with the
// pattern of family. A damaged one is an error, by a checksum over all of it.
func Open(packed string, family Family) (*Encoding, error) {
	if !family.valid() {
		return nil, failure(CodeFamily, "unknown pattern family %d", family)
	}
	v, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	return newEncoding(v, family), nil
}

// Pack returns the vocabulary of e in the compact form that Open reads: each
// token as the two tokens that it is merged from. Vocabularies with tokens that
// no merges make cannot be packed.
func (e *Encoding) Pack() ([]byte, error) { return e.vocab.pack() }

// rank is one line of a rank file.
type rank struct {
	text string
	id   uint32
	line int
}

// maxLine bounds a line of a rank file: MaxTokenBytes in base64, with room for
// the rank.
const maxLine = MaxTokenBytes*4/3 + 64

// readRanks reads a rank file and sorts it by rank.
func readRanks(r io.Reader) ([]rank, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var ranks []rank
	number := 0
	for lines.Scan() {
		number++
		line := strings.TrimSuffix(lines.Text(), "\r")
		if line == "" {
			continue
		}
		if len(ranks) == MaxTokens {
			return nil, failure(CodeRankFile, "line %d: more than %d tokens", number, MaxTokens)
		}
		entry, err := parseRank(line)
		if err != nil {
			return nil, failure(CodeRankFile, "line %d: %s", number, err)
		}
		entry.line = number
		ranks = append(ranks, entry)
	}
	if err := lines.Err(); err != nil {
		return nil, failure(CodeRankFile, "line %d: %s", number+1, err)
	}
	sort.SliceStable(ranks, func(i, j int) bool { return ranks[i].id < ranks[j].id })
	for i := 1; i < len(ranks); i++ {
		if ranks[i].id == ranks[i-1].id {
			return nil, failure(CodeRankFile, "line %d: rank %d is on line %d already",
				ranks[i].line, ranks[i].id, ranks[i-1].line)
		}
	}
	return ranks, nil
}

// parseRank reads one line that is not blank.
func parseRank(line string) (rank, error) {
	token, number, ok := strings.Cut(line, " ")
	if !ok {
		return rank{}, errors.New("want a token in base64, a space and a rank")
	}
	text, err := base64.StdEncoding.DecodeString(token)
	if err != nil {
		return rank{}, fmt.Errorf("token: %w", err)
	}
	if len(text) == 0 || len(text) > MaxTokenBytes {
		return rank{}, fmt.Errorf("a token of %d bytes, want 1 to %d", len(text), MaxTokenBytes)
	}
	id, err := strconv.ParseUint(number, 10, 32)
	if err != nil || id == uint64(none) {
		return rank{}, errors.New("the rank is not a number below 2^32-1")
	}
	return rank{text: string(text), id: uint32(id)}, nil
}

// MustOpen is Open for vocabularies that are part of the program. It panics if
// the vocabulary is damaged, which only a damaged program file can bring about.
// name is what Name returns.
func MustOpen(name, packed string, family Family) *Encoding {
	e, err := Open(packed, family)
	if err != nil {
		panic(err)
	}
	e.name = name
	return e
}
