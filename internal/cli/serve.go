package cli

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/internal/serve"
)

// serveFlags are the flags of serve.
type serveFlags struct {
	addr, action, failOn, token, spans *string
	maxBytes, inFlight                 *int
	timeout, grace, drain              *time.Duration
	exposed, replace, prompt           *bool
}

func serveCommand() *subcommand {
	fs := newFlags("serve")
	f := serveFlags{
		addr:     fs.String("addr", "127.0.0.1:8787", "`ADDRESS` to listen on; port 0 takes a free one"),
		action:   fs.String("action", serve.Mask.String(), "`ACTION` of the guardrail on findings: "+strings.Join(serve.Actions(), ", ")),
		failOn:   fs.String("fail-on", "warning", "least `SEVERITY` that counts: error, warning, note or never"),
		replace:  fs.Bool("replace-responses", false, "replace the text of a refused response, for gateways that cannot reject one"),
		prompt:   fs.Bool("require-prompt", false, "reject a response of Portkey's whose request cannot be read as its prompt"),
		token:    fs.String("token-file", "", "`FILE` with a token that every POST must bring as a bearer token"),
		spans:    fs.String("otlp-file", "", "append spans to `FILE`, a line of OTLP JSON each"),
		maxBytes: sizeFlag(fs, "max-bytes", serve.DefaultBytes, "largest `SIZE` of a body, in bytes or as 64KB or 1MiB"),
		timeout:  fs.Duration("timeout", serve.DefaultTimeout, "most `TIME` for reading a request, and for answering it"),
		inFlight: fs.Int("max-inflight", 0, "most requests worked on at once, as `N`; 4 for each processor otherwise"),
		grace:    fs.Duration("grace", serve.DefaultGrace, "most `TIME` for requests in progress after SIGTERM"),
		drain:    fs.Duration("drain", 0, "`TIME` after SIGTERM in which new requests are still answered, and /healthz says 503"),
		exposed:  fs.Bool("expose-to-network", false, "allow an address that other machines reach, and any Host header"),
	}
	return &subcommand{
		args: "", flags: fs,
		about: `Answers over HTTP until SIGTERM or an interrupt, for programs in other languages:

  POST /v1/render              what render --format json prints
  POST /v1/check?kind=KIND     what check --format json prints
  POST /request, /response     the guardrail webhook of agentgateway and kgateway
  POST /v1/guardrail/portkey   the webhook guardrail of Portkey
  GET  /healthz, /metrics      whether it works; counters in Prometheus' format

The first line on standard output says where. Bodies are never kept or logged.
The server is stateless: a prompt has a fresh nonce unless the body brings the
one of the conversation. Only this machine can reach it unless
--expose-to-network is given, and pages in a browser cannot in any case.

The guardrail escapes what it can make visible and rejects the rest; what it
cannot check it rejects. docs/serve.md and docs/openapi.json describe all of it.

Exit status: 0 after a stop, 2 when it could not start or had to cut off work.`,
		run: f.run,
	}
}

func (f serveFlags) run(inv *invocation, args []string) (int, error) {
	if len(args) > 0 {
		return 0, usageError("serve takes no arguments", "promptcheck help serve lists the flags")
	}
	config, err := f.config(inv)
	if err != nil {
		return 0, err
	}
	if err := f.mayListen(); err != nil {
		return 0, err
	}
	done, err := f.openSpans(inv, &config)
	if err != nil {
		return 0, err
	}
	defer done()
	s, err := serve.New(config)
	if err != nil {
		return 0, err
	}
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", *f.addr)
	if err != nil {
		return 0, fileError("", "cannot listen on "+quote(*f.addr), err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if f.isOpen(config) {
		inv.say("whoever reaches " + quote(*f.addr) + " may call: there is no --token-file, and no TLS here")
	}
	_, _ = inv.out.Write([]byte("listening on http://" + l.Addr().String() + "\n")) // flush tells the first error
	if err := inv.out.flush(); err != nil {                                         // whoever started it waits for the line
		return 0, errors.Join(err, l.Close())
	}
	if err := s.Serve(ctx, l); err != nil {
		return 0, fileError("", "the server did not stop cleanly", err)
	}
	return ExitClean, nil
}

// config makes the configuration of the server from the flags.
func (f serveFlags) config(inv *invocation) (serve.Config, error) {
	action, ok := serve.ParseAction(*f.action)
	if !ok {
		return serve.Config{}, notOneOf("action", *f.action, serve.Actions())
	}
	if err := oneOf("fail-on", *f.failOn, failNames); err != nil {
		return serve.Config{}, err
	}
	switch {
	case *f.maxBytes < 1 || *f.maxBytes > serve.MaxBytes:
		return serve.Config{}, usageError("--max-bytes is not 1 to "+strconv.Itoa(serve.MaxBytes), "every connection may hold a body of this size")
	case *f.timeout <= 0 || *f.grace <= 0:
		return serve.Config{}, usageError("--timeout and --grace are more than nothing", "give a duration such as 2s")
	case *f.drain < 0:
		return serve.Config{}, usageError("--drain is negative", "give a duration such as 5s, longer than health checks are apart")
	case *f.inFlight < 0:
		return serve.Config{}, usageError("--max-inflight is negative", "leave it out for a number that fits the machine")
	}
	severity, counts := audit.ParseSeverity(*f.failOn)
	c := serve.Config{
		Render: renderBody{*f.maxBytes}.render, Version: ownVersion(),
		Bytes: *f.maxBytes, Timeout: *f.timeout, Grace: *f.grace, Drain: *f.drain, InFlight: *f.inFlight,
		Action: action, FailOn: severity, Never: !counts, ReplaceResponses: *f.replace, RequirePrompt: *f.prompt, Exposed: *f.exposed,
	}
	if *f.token == "" {
		return c, nil
	}
	token, err := inv.read(*f.token, 4<<10)
	if err != nil {
		return c, nameFile(*f.token, err)
	}
	c.Token = bytes.TrimRight(token, "\r\n")
	if len(c.Token) < minToken {
		return c, usageError("the token is shorter than "+strconv.Itoa(minToken)+" bytes", "make one with: openssl rand -hex 32")
	}
	return c, nil
}

// minToken is the length of a token that nobody guesses, in bytes.
const minToken = 16

// mayListen refuses an address that other machines reach, unless that was asked
// for by name.
func (f serveFlags) mayListen() error {
	host, _, err := net.SplitHostPort(*f.addr)
	if err != nil {
		return usageError("--addr "+quote(*f.addr)+" is no address", "give host and port, such as 127.0.0.1:8787")
	}
	if *f.exposed || isLoopback(host) {
		return nil
	}
	return usageError("--addr "+quote(*f.addr)+" can be reached by other machines", "give a loopback address, or add --expose-to-network")
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// isOpen reports whether other machines can reach the address and need no token.
func (f serveFlags) isOpen(c serve.Config) bool {
	host, _, _ := net.SplitHostPort(*f.addr) // mayListen judged it
	return len(c.Token) == 0 && !isLoopback(host)
}

// openSpans opens the file for spans, which only its owner can read, unless
// somebody made it otherwise before, and which grows at its end. Names of rules in it say what was in somebody's data.
func (f serveFlags) openSpans(inv *invocation, c *serve.Config) (done func(), err error) {
	if *f.spans == "" {
		return func() {}, nil
	}
	if err := inv.mayWrite("otlp-file", *f.spans); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(*f.spans, os.O_WRONLY|os.O_APPEND|os.O_CREATE, modeSecret)
	if err != nil {
		return nil, fileError(*f.spans, "cannot be written", err)
	}
	c.Spans = file
	return func() { _ = file.Close() }, nil // the server reported what could not be written
}
