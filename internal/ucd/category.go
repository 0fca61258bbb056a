package ucd

// Category is a general category (Unicode Standard, section 4.5). The zero
// value is Lu; an unassigned code point is Cn.
type Category uint8

// The general categories. The order is that of the generated tables.
const (
	Lu Category = iota // uppercase letter
	Ll                 // lowercase letter
	Lt                 // titlecase letter
	Lm                 // modifier letter
	Lo                 // other letter
	Mn                 // nonspacing mark
	Mc                 // spacing mark
	Me                 // enclosing mark
	Nd                 // decimal number
	Nl                 // letter number
	No                 // other number
	Pc                 // connector punctuation
	Pd                 // dash punctuation
	Ps                 // open punctuation
	Pe                 // close punctuation
	Pi                 // initial quotation
	Pf                 // final quotation
	Po                 // other punctuation
	Sm                 // mathematical symbol
	Sc                 // currency symbol
	Sk                 // modifier symbol
	So                 // other symbol
	Zs                 // space separator
	Zl                 // line separator
	Zp                 // paragraph separator
	Cc                 // control
	Cf                 // format
	Cs                 // surrogate
	Co                 // private use
	Cn                 // unassigned, noncharacters included
)

// categoryNames holds the two-letter names in the order of the constants.
const categoryNames = "LuLlLtLmLoMnMcMeNdNlNoPcPdPsPePiPfPoSmScSkSoZsZlZpCcCfCsCoCn"

// String returns the two-letter name, or "??" for a value that is no category.
func (c Category) String() string {
	if c > Cn {
		return "??"
	}
	return categoryNames[2*c : 2*c+2]
}

// IsLetter reports whether c is one of Lu, Ll, Lt, Lm and Lo.
func (c Category) IsLetter() bool { return c <= Lo }

// IsMark reports whether c is one of Mn, Mc and Me.
func (c Category) IsMark() bool { return c >= Mn && c <= Me }

// IsNumber reports whether c is one of Nd, Nl and No.
func (c Category) IsNumber() bool { return c >= Nd && c <= No }

// CategoryOf returns the general category of r: Cs for a surrogate, Cn for
// what is unassigned or no code point at all.
func CategoryOf(r rune) Category { return Category(word(r) & categoryMask) }

// IsLetter reports whether r has general category L*.
func IsLetter(r rune) bool { return CategoryOf(r).IsLetter() }

// IsMark reports whether r has general category M*.
func IsMark(r rune) bool { return CategoryOf(r).IsMark() }

// IsNumber reports whether r has general category N*.
func IsNumber(r rune) bool { return CategoryOf(r).IsNumber() }
