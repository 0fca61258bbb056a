package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// plainFile is the only file of the folder in which offers are asked for.
const plainFile = "zz.md"

// offer is a command line up to the cursor, and what a shell offers there.
type offer struct {
	line string
	want []string
}

// offers lists what the commands say of themselves: each one's flags, the values
// of these, and the words that come first. A shell offers just that.
func offers() []offer {
	list := []offer{
		{"promptcheck ", append(commandNames(), plainFile)},
		{"promptcheck --", append(flagNames(command(defaultCommand).flags), "--version")},
		{"promptcheck " + plainFile + " --", flagNames(command(defaultCommand).flags)},
		{"promptcheck check log --", flagNames(command("check").flags)}, // log is a file here
		{"promptcheck check ", []string{plainFile}},
		{"promptcheck help ", commandNames()},
	}
	for _, s := range subcommands() {
		list = append(list, flagOffers("promptcheck "+s.name+" ", s.flags)...)
		words := firstWords(s)
		if words != nil {
			list = append(list, offer{"promptcheck " + s.name + " ", words})
		}
		for _, a := range s.actions() {
			at := "promptcheck " + s.name + " " + a.name + " "
			list = append(list, flagOffers(at, a.flags)...)
			if a.words != nil {
				list = append(list, offer{at, a.words})
			} else {
				list = append(list, offer{at, []string{plainFile}})
			}
		}
		if s.actions() != nil {
			list = append(list, offer{"promptcheck help " + s.name + " ", words})
		}
	}
	return list
}

func flagOffers(at string, flags *pflag.FlagSet) []offer {
	list := []offer{{at + "--", flagNames(flags)}}
	flags.VisitAll(func(f *pflag.Flag) {
		switch values := flagValues(f); {
		case f.NoOptDefVal != "":
		case values != nil:
			list = append(list, offer{at + "--" + f.Name + " ", values})
		case takesFile(f):
			list = append(list, offer{at + "--" + f.Name + " ", []string{plainFile}})
		default:
			list = append(list, offer{at + "--" + f.Name + " ", nil})
		}
	})
	return list
}

// checkOffers holds what a shell offered against the list.
func checkOffers(t *testing.T, list []offer, got [][]string) {
	t.Helper()
	if len(list) < 150 || len(got) != len(list) {
		t.Fatalf("%d lines, %d answers", len(list), len(got))
	}
	for i, o := range list {
		if g, w := sortedWords(got[i]), sortedWords(o.want); !slices.Equal(g, w) {
			t.Errorf("%q: %q, want %q", o.line, g, w)
		}
	}
}

func sortedWords(list []string) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
	slices.Sort(list)
	return slices.Compact(list)
}

func offersFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, plainFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The flags whose values are files are told by what help calls the value.
func TestFlagsThatTakeFiles(t *testing.T) {
	var files, other []string
	for _, s := range subcommands() {
		s.flags.VisitAll(func(f *pflag.Flag) {
			switch {
			case takesFile(f) && !takesValue(f):
				t.Errorf("%s --%s takes a file and no value", s.name, f.Name)
			case takesFile(f):
				files = append(files, f.Name)
			case takesValue(f) && flagValues(f) == nil:
				other = append(other, f.Name)
			}
		})
	}
	if got, want := strings.Join(sortedWords(files), " "), "baseline caps config exclude key-file log note otlp-file output pins prev "+
		"prompt replay root schema secret-file store subject token-file tool-result with write-baseline"; got != want {
		t.Errorf("with files: %s", got)
	}
	if got, want := strings.Join(sortedWords(other), " "), "addr budget drain expect-head field grace max-inflight payload request seed session shard timeout"; got != want {
		t.Errorf("with other values: %s", got)
	}
}
