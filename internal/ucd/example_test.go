package ucd_test

import (
	"fmt"

	"github.com/ringfence/ringfence/internal/ucd"
)

func ExampleCategoryOf() {
	fmt.Println(ucd.CategoryOf('A'), ucd.CategoryOf(0x200B), ucd.CategoryOf(0x0301), ucd.CategoryOf(-1))
	// Output: Lu Cf Mn Cn
}

func ExampleFold() {
	for _, r := range []rune{'a', 0xFF1C, 0x212B, 0x0301} {
		s, changed := ucd.Fold(r)
		fmt.Printf("%U %q %v\n", r, s, changed)
	}
	// Output:
	// U+0061 "" false
	// U+FF1C "<" true
	// U+212B "A" true
	// U+0301 "" true
}

func ExampleAppendFold() {
	var folded []byte
	for _, r := range "\uff33\u0443\u0441\u0442\u0435\u0301\u043c\u200b" {
		folded = ucd.AppendFold(folded, r)
	}
	fmt.Printf("%+q\n", folded)
	// Output: "S\u0443\u0441\u0442\u0435\u043c"
}

func ExampleFoldCase() {
	fmt.Printf("%c %c %c\n", ucd.FoldCase('K'), ucd.FoldCase(0x212A), ucd.FoldCase('ß'))
	// Output: k k ß
}

func ExampleEmojiSequence() {
	fmt.Println(ucd.EmojiSequence("7\ufe0f\u20e3 o'clock"), ucd.EmojiSequence("a\u200db"))
	// Output: 7 0
}

func ExampleVariationSequence() {
	fmt.Println(ucd.VariationSequence(0x2764, 0xFE0F), ucd.VariationSequence('a', 0xFE0F))
	// Output: true false
}
