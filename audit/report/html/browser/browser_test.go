package browser

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// elements are the elements of a page in the browser's tree.
var elements = strings.Fields(`a bdi body caption code dd desc div dl dt fieldset figcaption figure footer h1 h2 h3 head header
	html input label legend li line main mark meta nav ol p pre rect script section span style svg table tbody td text th thead title tr ul`)

// Hostile text stays text in every place: nothing runs, nothing is asked for, and
// the browser's tree has the elements of the template alone.
func TestHostileTextIsInert(t *testing.T) {
	ctx := start(t)
	var page string
	server := serve(t, &page)
	for _, show := range []bool{true, false} {
		page = text(t, attack(t, server.URL, show))
		for _, address := range []string{fileOf(t, page), server.URL + "/report.html"} {
			tab, stop := chromedp.NewContext(ctx)
			seen := watch(t, tab)
			visit(t, tab, address)
			// Whatever hostile text hangs on events gets its chance.
			evaluate[bool](t, tab, `document.querySelectorAll("*").forEach(function (e) {
				["mouseover", "focus", "click", "toggle", "error", "load"].forEach(function (n) { if (e.tagName !== "A") { e.dispatchEvent(new Event(n)); } });
			}), true`)
			if got := evaluate[string](t, tab, `String(window.pwned) + document.querySelectorAll("script").length + document.querySelectorAll("style").length`); got != "undefined11" {
				t.Errorf("show %v: the page is %s", show, got)
			}
			names := evaluate[[]string](t, tab, `Array.from(new Set(Array.from(document.querySelectorAll("*"), function (e) { return e.localName; }))).sort()`)
			for _, name := range names {
				if !slices.Contains(elements, name) {
					t.Errorf("show %v: there is an element %s", show, name)
				}
			}
			if bad := evaluate[[]string](t, tab, `Array.from(document.querySelectorAll("*")).flatMap(function (e) { return e.getAttributeNames(); }).filter(function (n) { return n.startsWith("on") || n === "style" || n === "src" || n === "srcdoc" || n === "action"; })`); len(bad) > 0 {
				t.Errorf("show %v: attributes %q", show, bad)
			}
			requests, troubles := seen.list()
			if len(requests) != 1 || requests[0] != address {
				t.Errorf("show %v: requests %q", show, requests)
			}
			if len(troubles) > 0 {
				t.Errorf("show %v: %q", show, troubles)
			}
			if shown := strings.Contains(evaluate[string](t, tab, `document.getElementById("prompt").textContent`), "window.pwned=1;alert(1)"); shown != show {
				t.Errorf("show %v: the text is there: %v", show, shown)
			}
			stop()
		}
	}
	if got := server.visits(); got != "/report.html /report.html" {
		t.Errorf("the server was asked for %s", got)
	}
}

// The policy holds: what a script adds later, the browser refuses.
func TestPolicyHolds(t *testing.T) {
	ctx := start(t)
	page := text(t, attack(t, "http://127.0.0.1:9", true))
	server := serve(t, &page)
	visit(t, ctx, server.URL+"/report.html")
	got := evaluate[[]string](t, ctx, `(function () {
		window.refused = [];
		document.addEventListener("securitypolicyviolation", function (e) { window.refused.push(e.effectiveDirective); });
		var add = function (name, set) { var e = document.createElement(name); set(e); document.body.append(e); };
		add("img", function (e) { e.src = "/img"; });
		add("link", function (e) { e.rel = "stylesheet"; e.href = "/css"; });
		add("iframe", function (e) { e.src = "/frame"; });
		add("style", function (e) { e.textContent = "body { display: none }"; });
		try { document.body.innerHTML = "<b></b>"; } catch (e) { window.refused.push("markup"); }
		fetch("/fetch").catch(function () { window.refused.push("fetch"); });
		return [getComputedStyle(document.body).display];
	})()`)
	if len(got) != 1 || got[0] == "none" {
		t.Errorf("a style was added: %q", got)
	}
	run(t, ctx, chromedp.Poll[chromedp.Void](`window.refused.includes("fetch") && window.refused.includes("img-src") && window.refused.includes("frame-src")`))
	refused := evaluate[[]string](t, ctx, `window.refused`)
	for _, want := range []string{"img-src", "style-src-elem", "frame-src", "connect-src", "markup", "fetch"} {
		if !slices.Contains(refused, want) {
			t.Errorf("%s was not refused, but %q", want, refused)
		}
	}
	if got := server.visits(); got != "/report.html" {
		t.Errorf("the server was asked for %s", got)
	}
}
