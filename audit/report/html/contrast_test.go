package html

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// colours reads the colours of a scheme from the style.
func colours(t *testing.T, css string) map[string][3]float64 {
	t.Helper()
	out := make(map[string][3]float64)
	for _, m := range regexp.MustCompile(`--([a-z-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(css, -1) {
		v, err := strconv.ParseUint(m[2], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		out[m[1]] = [3]float64{float64(v >> 16), float64(v >> 8 & 0xFF), float64(v & 0xFF)}
	}
	return out
}

// luminance is that of the contrast rule of WCAG 2.
func luminance(c [3]float64) float64 {
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
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

func contrast(a, b [3]float64) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Text has a contrast of 4.5 with what it stands on, and what only has to be seen
// one of 3, in both schemes.
func TestContrast(t *testing.T) {
	light, dark, ok := strings.Cut(style, "@media (prefers-color-scheme: dark)")
	if !ok {
		t.Fatal("there is no dark scheme")
	}
	dark, _, _ = strings.Cut(dark, "* {")
	a, b := colours(t, light), colours(t, dark)
	if len(a) < 20 || len(a) != len(b) {
		t.Fatalf("%d light colours and %d dark ones", len(a), len(b))
	}
	back := []string{"page", "panel", "instruction", "request", "derived", "untrusted", "unfenced"}
	for name, scheme := range map[string]map[string][3]float64{"light": a, "dark": b} {
		need := func(ratio float64, front string, on ...string) {
			for _, o := range on {
				if got := contrast(scheme[front], scheme[o]); got < ratio {
					t.Errorf("%s: %s on %s has %.2f, needs %.1f", name, front, o, got, ratio)
				}
			}
		}
		need(4.5, "ink", append(back, "added", "removed")...)
		need(4.5, "soft", back...)
		need(4.5, "link", "page", "panel")
		for _, severity := range []string{"error", "warning", "note"} {
			need(4.5, severity, "panel")
			need(4.5, "on-severity", severity)
		}
		need(4.5, "on-char", "char")
		need(3, "rule", "page", "panel")
		for _, class := range classNames {
			need(3, class+"-edge", "page", class)
			need(4.5, "on-severity", class+"-edge") // labels of the treemap
		}
	}
}

// The style and the script have nothing that HTML and XML would read in two ways,
// and ask for nothing.
func TestAssets(t *testing.T) {
	for name, text := range map[string]string{"style": style, "script": script} {
		if strings.ContainsAny(text, "<&") {
			t.Errorf("the %s holds mark-up", name)
		}
		for _, word := range []string{"url(", "@import", "http", "fetch", "eval", "innerHTML", "expression("} {
			if strings.Contains(text, word) {
				t.Errorf("the %s holds %s", name, word)
			}
		}
	}
}
