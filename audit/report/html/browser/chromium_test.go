package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long one test may take on a busy machine.
const patience = 3 * time.Minute

// executable finds Chromium, or skips the test.
func executable(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium is installed: the report is not tested in a browser")
	return ""
}

// start starts a browser with a profile of its own that ends with the test.
func start(t *testing.T) context.Context {
	t.Helper()
	path := executable(t)
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Headless, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.WindowSize(1400, 1000),
		chromedp.Env("DBUS_SESSION_BUS_ADDRESS=disabled:"),
	}
	for _, flag := range []string{"no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-extensions", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	// A mouse, which a browser without a screen does not have by itself.
	options = append(options, chromedp.Flag("blink-settings", "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"))
	ctx, stop := context.WithTimeout(t.Context(), patience)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return ctx
}

// witness keeps what a browser says of a page.
type witness struct {
	mu       sync.Mutex
	requests []string
	troubles []string
}

// list returns what was seen.
func (w *witness) list() (requests, troubles []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.requests...), append([]string(nil), w.troubles...)
}

// watch records requests, errors, warnings, dialogs and new windows.
func watch(t *testing.T, ctx context.Context) *witness {
	t.Helper()
	w := new(witness)
	note := func(list *[]string, s string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		*list = append(*list, s)
	}
	err := chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *network.EventRequestWillBeSent:
			note(&w.requests, ev.Request.URL)
		case *network.EventWebSocketCreated:
			note(&w.requests, ev.URL)
		case *runtime.EventExceptionThrown:
			note(&w.troubles, "exception: "+ev.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			note(&w.troubles, "console: "+string(ev.Type))
		case *log.EventEntryAdded:
			note(&w.troubles, "log: "+ev.Entry.Text)
		case *cdpage.EventJavascriptDialogOpening:
			note(&w.troubles, "dialog: "+ev.Message)
		case *cdpage.EventWindowOpen:
			note(&w.troubles, "window: "+ev.URL)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	call(t, ctx, network.Enable, network.EnableParams{})
	call(t, ctx, log.Enable, cdp.Empty{})
	call(t, ctx, runtime.Enable, cdp.Empty{})
	call(t, ctx, cdpage.Enable, cdpage.EnableParams{})
	return w
}

// run does one thing after the other.
func run(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// call sends a command of the protocol.
func call[P, R any](t *testing.T, ctx context.Context, cmd cdp.Command[P, R], params P) R {
	t.Helper()
	out, err := chromedp.Call(ctx, cmd, params)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// evaluate runs a script on the page. The page's policy does not bind it: it
// comes from the protocol.
func evaluate[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// visit opens a page and waits for its end.
func visit(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	run(t, ctx, chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS("footer")))
}

// prefer sets media features, as name and value in turn.
func prefer(t *testing.T, ctx context.Context, media string, features ...string) {
	t.Helper()
	p := emulation.SetEmulatedMediaParams{Media: media}
	for i := 0; i < len(features); i += 2 {
		p.Features = append(p.Features, &emulation.MediaFeature{Name: features[i], Value: features[i+1]})
	}
	call(t, ctx, emulation.SetEmulatedMedia, p)
}

// fileOf writes a page to a file and returns its address.
func fileOf(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// trap is a server that counts who comes to it.
type trap struct {
	*httptest.Server
	mu    sync.Mutex
	paths []string
}

// serve serves a page, and counts requests for anything else.
func serve(t *testing.T, text *string) *trap {
	t.Helper()
	s := new(trap)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.paths = append(s.paths, r.URL.Path)
		if r.URL.Path == "/report.html" {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(*text))
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// visits returns the requests so far.
func (s *trap) visits() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.paths, " ")
}
