package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// sizeUnits are the units that a size may have behind its number, in either case.
// A bare K, M or G is none: half of those who write it mean the other one.
var sizeUnits = []struct {
	name  string
	bytes int64
}{
	{"KiB", 1 << 10},
	{"MiB", 1 << 20},
	{"GiB", 1 << 30},
	{"KB", 1e3},
	{"MB", 1e6},
	{"GB", 1e9},
}

// sizeHint names the forms of a size.
const sizeHint = "give whole bytes such as 65536, or a number with KB, MB, GB (powers of 1000) or KiB, MiB, GiB (powers of 1024)"

// sizeExamples are what completion offers: within the bounds of every flag.
var sizeExamples = []string{"64KiB", "1MiB", "16MiB", "64MiB"}

// sizeType is what [sizeValue.Type] says.
const sizeType = "size"

// Why a text is no size. What there is instead is said by sizeHint.
var (
	errNoSize   = errors.New("this is no size")
	errSizeOver = errors.New("no file is as large as that")
)

// sizeFlag declares a flag that takes a number of bytes.
func sizeFlag(fs *pflag.FlagSet, name string, value int, usage string) *int {
	p := new(int)
	*p = value
	fs.Var((*sizeValue)(p), name, usage)
	return p
}

// sizeValue is a number of bytes as a flag.
type sizeValue int

// String implements [pflag.Value]: the number of bytes.
func (v *sizeValue) String() string { return strconv.Itoa(int(*v)) }

// Type implements [pflag.Value].
func (v *sizeValue) Type() string { return sizeType }

// Set implements [pflag.Value]. What a flag takes at least and at most is judged
// by who reads it.
func (v *sizeValue) Set(text string) error {
	n, err := parseSize(text)
	if err == nil {
		*v = sizeValue(n)
	}
	return err
}

// parseSize reads a number of bytes: decimal digits, and behind them a unit in
// either case or none. There are no signs, fractions or spaces.
func parseSize(text string) (int, error) {
	digits, unit := text, int64(1)
	for _, u := range sizeUnits {
		if at := len(text) - len(u.name); at > 0 && strings.EqualFold(text[at:], u.name) {
			digits, unit = text[:at], u.bytes
			break
		}
	}
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, errNoSize
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > math.MaxInt/unit { // digits alone can only be too many
		return 0, errSizeOver
	}
	return int(n * unit), nil
}
