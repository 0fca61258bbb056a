// Writes reference.jsonl: texts with the token ids that the reference
// implementation (npm tiktoken, which is the original in WebAssembly) gives
// for them without special tokens.
//
//	npm install tiktoken@1.0.22
//	node reference.mjs | gzip -9n > reference.jsonl.gz
//
// Its cl100k_base pattern is an older form of the published one. The two differ
// where a text ends in white space that holds a line end but does not end in
// one: the encoding is left out for such texts.
import { get_encoding } from "tiktoken";

const names = ["o200k_base", "cl100k_base", "p50k_base", "r50k_base"];
const encodings = names.map((name) => [name, get_encoding(name)]);

// A small generator of pseudo-random numbers, so that the file can be made again.
let state = 12345;
const random = (n) => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state / 4294967296) * n);
};

const fragments = [
  "a", "b", "A", "Z", "word", "Word", "WORD", "camelCaseWord", " ", "  ", "    ", "\n", "\r\n", "\n\n", "\t", "\t\t", "\u00a0", "\u3000", "\u2028", "\u0085",
  "'", "'s", "'re", "'LL", "'Ve", "'\u017f", "don't", "1", "23", "1234567", "\u0663\u0664", "\u00bd", "\u2167", "\u00aa", "\u02b0", "\u4e2d", "\u6587\u5b57", "\u9b31",
  "\u3072\u3089", "\u30ab\u30bf", "\ud55c\uad6d", "\u0301", "\u0300\u0302", "e\u0301", "\u00e9", "\u00c9", "\u01c5", "\u044f", "\u042f", "\u0416\u0438", "\u05d0\u05d1", "\u0627\u0644", "\u0928\u092e\u0938\u094d\u0924\u0947", "\u0e2a\u0e27\u0e31",
  "!", "!!!", "/", "//", "://", "-", "--------", "====", "\u2026", "\u3002", "\u300c", "_", "$", "+", "\u{1f600}", "\u{1f44b}\u{1f3fd}", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "\u{1f1eb}\u{1f1f7}", "\u200d", "\ufe0f", "\u{e0061}",
  "\u{10400}", "\u{10428}", "\u{1e923}", "\u{1d400}", "\u0378", "\ue000", "\ufffd", "\u007f", "\u0000", "\u001b[31m", "<|endoftext|>", "<|im_start|>", "the quick brown fox", " jumps over", "internationalisation",
  " function(", "){\n\t", "return x;\n}\n", "{\"key\": [1, 2.5, null]}", "https://example.com/a?b=c", "import os\n", "aaaaaaaa", "SELECT * FROM",
];
const texts = new Set(["", ...fragments]);
for (const a of fragments) texts.add(a + fragments[random(fragments.length)] + a);
for (let k = 0; k < 700; k++) {
  let s = "";
  const pick = random(2) ? fragments : Array.from({ length: 1 + random(4) }, () => fragments[random(fragments.length)]);
  for (let n = 2 + random(14); n > 0; n--) s += pick[random(pick.length)];
  texts.add(s);
}
// Runs, and random letters, longer than any token.
for (const s of ["a", "A", "aB", " ", "\n", "\r\n", "\t", "-", "=", "^", "\u4e2d", "\u9b31", "\u0301", "\u{1f600}", "7", "\u0000", "\u007f"])
  for (const n of [25, 129, 300]) texts.add(s.repeat(n)), texts.add(s.repeat(n) + "x");
for (let k = 0; k < 60; k++) {
  let s = "";
  const alphabet = k % 3 === 0 ? "abcdefghijklmnopqrstuvwxyz" : k % 3 === 1 ? "etaoin ETAOIN" : "!#$%&()*+,-.:;<=>?@[]^_{|}~";
  for (let n = 30 + random(120); n > 0; n--) s += alphabet[random(alphabet.length)];
  texts.add(s);
}

const older = /(^|\S)[^\S\r\n]*[\r\n]\s*[^\S\r\n]$/u;
for (const text of texts) {
  const line = { text };
  for (const [name, encoding] of encodings)
    if (name !== "cl100k_base" || !older.test(text)) line[name] = [...encoding.encode_ordinary(text)];
  console.log(JSON.stringify(line));
}
