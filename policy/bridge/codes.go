package bridge

import "github.com/ringfence/ringfence"

// Codes of errors of a bridge. As the code of a sealed ERROR each stands behind
// the family: "editor/bridge-path" (interop, "ERROR").
const (
	// CodeRequired: the policy names no bridge for the operation.
	CodeRequired ringfence.Code = "bridge-required"
	// CodePath: the executable is missing, outside the base directory or no
	// executable file.
	CodePath ringfence.Code = "bridge-path"
	// CodePolicy: the configuration is impossible.
	CodePolicy ringfence.Code = "bridge-policy"
	// CodeIdentity: the executable does not have the pinned hash.
	CodeIdentity ringfence.Code = "bridge-identity-denied"
	// CodeSpawn: the system did not start the process.
	CodeSpawn ringfence.Code = "bridge-spawn"
	// CodeExec: the process could not be watched to its end.
	CodeExec ringfence.Code = "bridge-exec"
	// CodeExit: the process ended with a status other than 0, or by a signal.
	CodeExit ringfence.Code = "bridge-exit"
	// CodeTimeout: the deadline passed, or the caller gave up.
	CodeTimeout ringfence.Code = "bridge-timeout"
	// CodePayloadTooLarge: the request is over its limit; nothing was started.
	CodePayloadTooLarge ringfence.Code = "bridge-payload-too-large"
	// CodeResponseTooLarge: the response is over its limit.
	CodeResponseTooLarge ringfence.Code = "bridge-response-too-large"
	// CodeStdinWrite: the request could not be written.
	CodeStdinWrite ringfence.Code = "bridge-stdin-write"
	// CodeStdoutRead: the response could not be read to its end.
	CodeStdoutRead ringfence.Code = "bridge-stdout-read"
	// CodeStdoutUTF8: the response is not UTF-8.
	CodeStdoutUTF8 ringfence.Code = "bridge-stdout-utf8"
	// CodeParse: the response is not one frame of one CoreForm term.
	CodeParse ringfence.Code = "bridge-parse"
	// CodeNotSupported: this system cannot run a bridge as configured.
	CodeNotSupported ringfence.Code = "bridge-not-supported"
)

// fail returns an error without a place in any input.
func fail(code ringfence.Code, message string, cause error) *ringfence.Error {
	return &ringfence.Error{Code: code, Message: message, Offset: ringfence.NoOffset, Err: cause}
}
