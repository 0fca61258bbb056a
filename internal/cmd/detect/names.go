package main

import "regexp"

// encodedName matches the generated vectors that hold a token or fence under an
// encoding. The rest is words, escapes and template expressions, or is not
// encoded.
var encodedName = regexp.MustCompile(`^(close-own|open-own|close-tag|end-marker|chatml|llama2|llama3|gemma|deepseek|exaone|tool-call)-` +
	`(base64|url|url-twice|hex|hex-bytes|entities|entities-hex|json)-`)
