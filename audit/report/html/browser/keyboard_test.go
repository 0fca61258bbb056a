package browser

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// open opens the hostile page from a file.
func open(t *testing.T, show bool) (context.Context, *witness) {
	t.Helper()
	ctx := start(t)
	seen := watch(t, ctx)
	visit(t, ctx, fileOf(t, text(t, attack(t, "http://127.0.0.1:9", show))))
	return ctx, seen
}

// focused names what has the focus.
const focused = `(function (e) { return e.id || e.className || e.tagName; })(document.activeElement)`

// The keyboard alone leads past the head, to a finding, into the prompt and back.
func TestKeyboard(t *testing.T) {
	ctx, seen := open(t, true)
	press := func(keys string) { run(t, ctx, chromedp.KeyEvent(keys)) }
	press(kb.Tab)
	if got := evaluate[string](t, ctx, focused); got != "skip" {
		t.Fatalf("the first stop is %s", got)
	}
	if left := evaluate[float64](t, ctx, `document.activeElement.getBoundingClientRect().left`); left < 0 {
		t.Error("the skip link has the focus and cannot be seen")
	}
	press(kb.Enter)
	if got := evaluate[string](t, ctx, focused); got != "main" {
		t.Errorf("the skip link leads to %s", got)
	}
	// To the first link into the prompt, through the filter and the snippets.
	stops := 0
	for ; stops < 400 && evaluate[string](t, ctx, focused) != "to"; stops++ {
		press(kb.Tab)
		if evaluate[bool](t, ctx, `getComputedStyle(document.activeElement).outlineStyle === "none"`) {
			t.Errorf("the focus on %s cannot be seen", evaluate[string](t, ctx, focused))
		}
	}
	press(kb.Enter)
	mark := evaluate[string](t, ctx, `location.hash.slice(1)`)
	if !strings.HasPrefix(mark, "p") {
		t.Fatalf("after %d stops the link leads to %q", stops, mark)
	}
	if !evaluate[bool](t, ctx, `(function (r) { return r.top >= 0 && r.bottom <= innerHeight; })(document.getElementById(location.hash.slice(1)).getBoundingClientRect())`) {
		t.Error("the mark is out of sight")
	}
	// The next stop after the place is the mark itself, which leads back.
	press(kb.Tab)
	if got := evaluate[string](t, ctx, focused); got != mark {
		press(kb.Tab)
	}
	run(t, ctx, chromedp.Focus(chromedp.CSS("#"+mark)), chromedp.KeyEvent(kb.Enter))
	if got := evaluate[string](t, ctx, `location.hash`); got != "#f"+mark[1:] {
		t.Errorf("the mark leads to %s", got)
	}
	if _, troubles := seen.list(); len(troubles) > 0 {
		t.Errorf("%q", troubles)
	}
}

// Every link leads somewhere, and back where it is a finding's.
func TestJumpLinks(t *testing.T) {
	ctx, _ := open(t, false)
	if bad := evaluate[[]string](t, ctx, `Array.from(document.links).map(function (a) { return a.getAttribute("href"); }).filter(function (h) { return h[0] !== "#" || !document.getElementById(h.slice(1)); })`); len(bad) > 0 {
		t.Errorf("links to %q", bad)
	}
	got := evaluate[[]string](t, ctx, `Array.from(document.querySelectorAll("a.ref")).map(function (a) {
		var f = document.querySelector(a.getAttribute("href"));
		return f.querySelector("a.to").getAttribute("href") === "#" + a.id ? "" : a.id;
	})`)
	if len(got) == 0 || strings.Join(got, "") != "" {
		t.Errorf("marks whose finding leads elsewhere: %q", got)
	}
}

// Facts of a region show with the focus, and Escape puts them away.
func TestFacts(t *testing.T) {
	ctx, _ := open(t, true)
	if evaluate[bool](t, ctx, `matchMedia("(hover: none)").matches`) {
		t.Fatal("this browser has no pointer that hovers, and facts are always shown")
	}
	const opacity = `getComputedStyle(document.querySelector("#i3")).opacity`
	before := evaluate[string](t, ctx, opacity)
	run(t, ctx, chromedp.Focus(chromedp.CSS("#t3 a")))
	during := evaluate[string](t, ctx, opacity)
	run(t, ctx, chromedp.KeyEvent(kb.Escape))
	if after := evaluate[string](t, ctx, opacity); before != "0" || during != "1" || after != "0" {
		t.Errorf("facts show %s, with the focus %s, after Escape %s", before, during, after)
	}
}

// The filter hides findings and says how many are left.
func TestFilter(t *testing.T) {
	ctx, _ := open(t, false)
	shown := `Array.from(document.querySelectorAll(".finding.error")).filter(function (e) { return e.offsetParent !== null; }).length`
	if n := evaluate[int](t, ctx, shown); n == 0 {
		t.Fatal("no errors are shown")
	}
	run(t, ctx, chromedp.Focus(chromedp.CSS("#show-error")), chromedp.KeyEvent(" "))
	if n := evaluate[int](t, ctx, shown); n != 0 {
		t.Errorf("%d errors are shown", n)
	}
	if got := evaluate[string](t, ctx, `document.getElementById("filter-status").textContent`); !strings.Contains(got, "findings shown") {
		t.Errorf("the status is %q", got)
	}
}

// Text has the contrast that it needs in both schemes, where the browser puts it.
func TestSchemes(t *testing.T) {
	ctx, _ := open(t, true)
	for _, scheme := range []string{"light", "dark"} {
		prefer(t, ctx, "", "prefers-color-scheme", scheme)
		back := evaluate[[]float64](t, ctx, `getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)`)
		if dark := back[0] < 128; dark != (scheme == "dark") {
			t.Errorf("%s: the page is %v", scheme, back)
		}
		pairs := evaluate[[][]float64](t, ctx, `Array.from(document.querySelectorAll("p, h1, h2, h3, a, dt, dd, code, span, li, label, td, th, .text")).filter(function (e) { return e.textContent.trim() !== ""; }).map(function (e) {
			var b = e;
			while (b !== document.documentElement && getComputedStyle(b).backgroundColor === "rgba(0, 0, 0, 0)") { b = b.parentElement; }
			return (getComputedStyle(e).color + getComputedStyle(b).backgroundColor).match(/[\d.]+/g).map(Number);
		})`)
		if len(pairs) < 100 {
			t.Fatalf("%d texts", len(pairs))
		}
		for _, p := range pairs {
			if len(p) != 6 || contrast(p[:3], p[3:]) < 4.5 {
				t.Errorf("%s: text %v", scheme, p)
				break
			}
		}
	}
}

// contrast is the ratio of the contrast rule of WCAG 2.
func contrast(a, b []float64) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c []float64) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := c[i] / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

// Names, roles and the order of headings, as assistive programs see them.
func TestAccessibleTree(t *testing.T) {
	ctx, _ := open(t, true)
	if got := evaluate[string](t, ctx, `document.documentElement.lang + " " + ["header", "nav", "main", "footer", "h1"].map(function (n) { return document.querySelectorAll(n).length; }).join(" ")`); got != "en 1 1 1 1 1" {
		t.Errorf("language and landmarks: %s", got)
	}
	levels := evaluate[[]int](t, ctx, `Array.from(document.querySelectorAll("h1, h2, h3")).map(function (h) { return Number(h.localName[1]); })`)
	for i := 1; i < len(levels); i++ {
		if levels[i] > levels[i-1]+1 {
			t.Fatalf("heading %d of level %d follows one of level %d", i, levels[i], levels[i-1])
		}
	}
	if bad := evaluate[[]string](t, ctx, `Array.from(document.querySelectorAll("a, input, svg, section, table")).filter(function (e) {
		var by = e.getAttribute("aria-labelledby"), l = e.labels;
		var name = e.getAttribute("aria-label") || by ? document.getElementById(by || "") || e.getAttribute("aria-label") : e.textContent.trim() || l && l.length;
		return !name;
	}).map(function (e) { return e.outerHTML.slice(0, 80); })`); len(bad) > 0 {
		t.Errorf("without a name: %q", bad)
	}
	if n := evaluate[int](t, ctx, `Array.from(document.querySelectorAll("[tabindex]")).filter(function (e) { return e.tabIndex > 0; }).length`); n > 0 {
		t.Errorf("%d elements have an order of their own", n)
	}
	// At 320 pixels nothing needs scrolling to the side.
	run(t, ctx, chromedp.EmulateViewport(320, 800))
	run(t, ctx, chromedp.Poll[chromedp.Void](`innerWidth === 320`))
	if wide := evaluate[[]string](t, ctx, `Array.from(document.querySelectorAll("body *:not(.wide *)")).filter(function (e) { return e.getBoundingClientRect().right > 321; }).map(function (e) { return e.localName + " " + e.className; })`); len(wide) > 0 {
		t.Errorf("wider than the window: %q", wide)
	}
}

// At the width of a telephone no word of a table is broken: what does not fit is
// scrolled to, in the table alone.
func TestNarrowTables(t *testing.T) {
	ctx := start(t)
	visit(t, ctx, fileOf(t, text(t, picture(t))))
	run(t, ctx, chromedp.EmulateViewport(390, 800))
	run(t, ctx, chromedp.Poll[chromedp.Void](`innerWidth === 390`))
	broken := evaluate[[]string](t, ctx, `Array.from(document.querySelectorAll("th, td")).filter(function (e) {
		var range = document.createRange(), walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), text;
		while ((text = walk.nextNode()) !== null) {
			var words = /\S+/g, word;
			while ((word = words.exec(text.data)) !== null) {
				range.setStart(text, word.index);
				range.setEnd(text, word.index + word[0].length);
				if (range.getClientRects().length > 1) { return true; }
			}
		}
		return false;
	}).map(function (e) { return e.textContent; })`)
	if len(broken) > 0 {
		t.Errorf("broken words: %q", broken)
	}
	if n := evaluate[int](t, ctx, `document.querySelectorAll("table").length`); n < 2 {
		t.Errorf("%d tables", n)
	}
	if wide := evaluate[float64](t, ctx, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %v wide", wide)
	}
}

// On paper, facts are there and nothing is cut off.
func TestPrint(t *testing.T) {
	ctx, _ := open(t, true)
	prefer(t, ctx, "print")
	if got := evaluate[string](t, ctx, `getComputedStyle(document.querySelector("#i2")).opacity + getComputedStyle(document.querySelector("nav")).display + getComputedStyle(document.querySelector("#findings")).overflowY`); got != "1nonevisible" {
		t.Errorf("on paper: %s", got)
	}
}

// With SCREENSHOTS naming a folder, pictures are written there to be looked at.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		t.Skip("SCREENSHOTS names no folder for pictures")
	}
	ctx := start(t)
	run(t, ctx, chromedp.EmulateViewport(1200, 900))
	visit(t, ctx, fileOf(t, text(t, picture(t))))
	for _, shot := range []struct{ name, scheme, section string }{
		{"report-light", "light", "b2"}, {"report-dark", "dark", "b2"}, {"budget-light", "light", "budget"}, {"budget-dark", "dark", "budget"},
	} {
		prefer(t, ctx, "", "prefers-color-scheme", shot.scheme)
		evaluate[string](t, ctx, `location.hash = "#`+shot.section+`"`)
		// The page goes on with a whole line below the heading that stays in place.
		evaluate[float64](t, ctx, `(function () {
			var p = document.getElementById("p1");
			if (location.hash === "#b2" && p !== null) {
				var head = p.closest(".region").querySelector(".head");
				scrollBy(0, p.getBoundingClientRect().top - head.offsetHeight - 4);
			}
			return scrollY;
		})()`)
		png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, shot.name+".png"), png, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
