package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/pkoukk/tiktoken-go-loader/assets"

	"github.com/ringfence/ringfence/budget/bpe"
)

// published holds the SHA-256 of the rank files as OpenAI publishes them next
// to their addresses.
var published = map[string]string{
	"o200k_base":  "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
	"cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
	"p50k_base":   "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
	"r50k_base":   "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
}

// writeVocabulary packs one rank file and proves that the packed form holds the
// same tokens under the same ranks.
func writeVocabulary(name, familyName, out string) error {
	family, err := bpe.ParseFamily(familyName)
	if err != nil {
		return err
	}
	ranks, err := assets.Assets.ReadFile(name + ".tiktoken")
	if err != nil {
		return err
	}
	sum := sha256.Sum256(ranks)
	if got := hex.EncodeToString(sum[:]); got != published[name] {
		return fmt.Errorf("%s: the SHA-256 is %s, published is %q", name, got, published[name])
	}
	loaded, err := bpe.Load(bytes.NewReader(ranks), family)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	packed, err := loaded.Pack()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	opened, err := bpe.Open(string(packed), family)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := same(opened, string(ranks)); err != nil {
		return fmt.Errorf("%s: the packed form differs: %w", name, err)
	}
	return os.WriteFile(out, packed, 0o644)
}

// same compares an encoding with the rank file, line for line, without the
// code that loads one.
func same(e *bpe.Encoding, ranks string) error {
	lines := strings.Fields(ranks)
	if len(lines) != 2*e.Size() {
		return fmt.Errorf("%d tokens, want %d", e.Size(), len(lines)/2)
	}
	for i := 0; i < len(lines); i += 2 {
		want, err := base64.StdEncoding.DecodeString(lines[i])
		if err != nil {
			return err
		}
		id, err := strconv.ParseUint(lines[i+1], 10, 32)
		if err != nil {
			return err
		}
		got, err := e.Decode(nil, uint32(id))
		if err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("token %d is %q, want %q", id, got, want)
		}
	}
	return nil
}
