package frame

import "github.com/ringfence/ringfence"

// Codes of framing errors. The offset is into the bytes that were read.
const (
	// CodeHeader: the header is not 0 or one to nine digits without a
	// leading zero, and a line feed.
	CodeHeader ringfence.Code = "frame-header"
	// CodeLimit: the header announces more bytes than allowed.
	CodeLimit ringfence.Code = "frame-limit"
	// CodeShort: the input ends before the bytes that the header announced.
	CodeShort ringfence.Code = "frame-short"
	// CodeTrailing: bytes follow the one frame.
	CodeTrailing ringfence.Code = "frame-trailing"
	// CodeUTF8: the payload is not UTF-8.
	CodeUTF8 ringfence.Code = "frame-utf8"
	// CodeRead: the input could not be read; the cause says why.
	CodeRead ringfence.Code = "frame-read"
)
