package ringfence_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// canary is what must not come up anywhere; the prints that follow would show
// it in one of the forms of canaryForms.
const canary = "zebra-0815"

var canaryForms = []string{
	canary, fmt.Sprintf("%x", canary), fmt.Sprintf("%X", canary), fmt.Sprintf("% x", canary),
	fmt.Sprint([]byte(canary)), strings.Trim(fmt.Sprint([]byte(canary)), "[]"), fmt.Sprintf("%#v", []byte(canary)), fmt.Sprintf("%o", []byte(canary)),
}

// wantNoCanary checks that a print does not show the text in any form.
func wantNoCanary(t *testing.T, how, out string) {
	t.Helper()
	for _, form := range canaryForms {
		if strings.Contains(out, form) {
			t.Errorf("%s shows the text: %q", how, out)
			return
		}
	}
}

type holder struct{ d ringfence.Data }

type deep struct {
	name  string
	inner struct {
		h  holder
		hp *holder
		s  []holder
		m  map[string]ringfence.Data
		a  [1]ringfence.Data
		i  any
		e  error
	}
	Exported ringfence.Data
}

func newDeep(d ringfence.Data) deep {
	v := deep{name: "deep", Exported: d}
	v.inner.h = holder{d}
	v.inner.hp = &holder{d}
	v.inner.s = []holder{{d}}
	v.inner.m = map[string]ringfence.Data{"k": d}
	v.inner.a = [1]ringfence.Data{d}
	v.inner.i = d
	v.inner.e = errorHolder{d}
	return v
}

type errorHolder struct{ d ringfence.Data }

func (errorHolder) Error() string { return "an error" }

// No verb of fmt prints the text, from whatever it is nested in. A plain string
// in place of the pointer fails here for unexported fields.
func TestDataNeverPrints(t *testing.T) {
	d := ringfence.NewData(canary)
	v := newDeep(d)
	values := map[string]any{
		"data": d, "pointer": &d, "slice": []ringfence.Data{d}, "map": map[int]ringfence.Data{1: d},
		"holder": holder{d}, "pointer to holder": &holder{d}, "deep": v, "pointer to deep": &v, "any": any(d),
		"slice of any": []any{d, holder{d}, &holder{d}}, "array": [2]ringfence.Data{d, d}, "error": errorHolder{d},
		"anonymous": struct{ ringfence.Data }{d}, "unexported in anonymous": struct{ a struct{ b ringfence.Data } }{struct{ b ringfence.Data }{d}},
	}
	flags := []string{"", "+", "#", "-", " ", "0", "+#", "# ", "12", "12.3", ".2", "#+012.4"}
	for name, value := range values {
		for verb := 'A'; verb <= 'z'; verb++ {
			if verb > 'Z' && verb < 'a' {
				continue
			}
			for _, flag := range flags {
				format := "%" + flag + string(verb)
				wantNoCanary(t, name+" "+format, fmt.Sprintf(format, value))
			}
		}
		wantNoCanary(t, name+" Sprint", fmt.Sprint(value))
		wantNoCanary(t, name+" Sprintln", fmt.Sprintln(value))
		wantNoCanary(t, name+" Errorf", fmt.Errorf("x: %w %v", errors.New("e"), value).Error())
		wantNoCanary(t, name+" panic text", fmt.Sprintf("panic: %v", value))
	}
}

// Verbs that do not fit print the same as the others, and no "%!d" noise.
func TestDataPrintsItsLength(t *testing.T) {
	d := ringfence.NewData("héllo")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%z"} {
		if got := fmt.Sprintf(verb, d); got != "data(6 bytes)" {
			t.Errorf("%s prints %q", verb, got)
		}
	}
	if got := fmt.Sprint(ringfence.Data{}); got != "data(absent)" {
		t.Errorf("absent data prints %q", got)
	}
	if got := ringfence.NewData("").String(); got != "data(0 bytes)" {
		t.Errorf("empty data prints %q", got)
	}
}

func TestDataNeverLogs(t *testing.T) {
	d := ringfence.NewData(canary)
	v := newDeep(d)
	for name, handler := range map[string]func(*bytes.Buffer) slog.Handler{
		"text": func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
		"json": func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
	} {
		var b bytes.Buffer
		log := slog.New(handler(&b))
		log.Info("m", "data", d, "pointer", &d, "holder", holder{d}, "deep", v, "slice", []ringfence.Data{d})
		log.With("with", d).WithGroup("g").Info("m", slog.Any("any", d), slog.Group("h", "d", d))
		if b.Len() == 0 {
			t.Fatalf("%s logs nothing", name)
		}
		wantNoCanary(t, name, b.String())
		if !strings.Contains(b.String(), "data(10 bytes)") {
			t.Errorf("%s does not say that there is data: %s", name, b.String())
		}
	}
}

// Encoders fail rather than write the text or lose it.
func TestDataNeverEncodes(t *testing.T) {
	d := ringfence.NewData(canary)
	type record struct{ D ringfence.Data }
	for name, value := range map[string]any{"data": d, "pointer": &d, "record": record{d}, "map": map[string]ringfence.Data{"k": d}, "slice": []ringfence.Data{d}} {
		b, err := json.Marshal(value)
		if !errors.Is(err, ringfence.ErrDataEncoding) || b != nil {
			t.Errorf("json %s: %s, %v", name, b, err)
		}
		if err != nil {
			wantNoCanary(t, "json error", err.Error())
		}
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(value); err == nil {
			t.Errorf("gob %s wrote %d bytes", name, buf.Len())
		}
		wantNoCanary(t, "gob "+name, buf.String())
	}
	// A map with data as key would need comparable data; text keys ask for it.
	if _, err := d.MarshalText(); !errors.Is(err, ringfence.ErrDataEncoding) {
		t.Errorf("MarshalText: %v", err)
	}
	if _, err := d.MarshalBinary(); !errors.Is(err, ringfence.ErrDataEncoding) {
		t.Errorf("MarshalBinary: %v", err)
	}
}

func TestDataEqual(t *testing.T) {
	a, b := ringfence.NewData("x"), ringfence.NewData("x")
	empty, absent := ringfence.NewData(""), ringfence.Data{}
	for _, tc := range []struct {
		x, y ringfence.Data
		want bool
	}{
		{a, b, true},
		{a, a, true},
		{a, ringfence.NewData("y"), false},
		{empty, ringfence.NewData(""), true},
		{empty, absent, false},
		{absent, absent, true},
		{a, absent, false},
		{ringfence.NewData("\xff"), ringfence.NewData("\ufffd"), false},
	} {
		if tc.x.Equal(tc.y) != tc.want || tc.y.Equal(tc.x) != tc.want {
			t.Errorf("%q and %q equal: %v", tc.x.Raw(), tc.y.Raw(), !tc.want)
		}
	}
	if !empty.Present() || absent.Present() || absent.Raw() != "" || absent.Len() != 0 || a.Len() != 1 {
		t.Error("present, raw or length is wrong")
	}
}

func FuzzData(f *testing.F) {
	f.Add("plain words")
	f.Add("\xff\x00")
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		d := ringfence.NewData(s)
		if d.Raw() != s || d.Len() != len(s) || !d.Present() || !d.Equal(ringfence.NewData(s)) {
			t.Fatalf("%q is not kept", s)
		}
		other := ringfence.NewData(strings.Repeat("q", len(s)))
		// What is printed depends on the length alone.
		if fmt.Sprintf("%+v %#v %s %x", d, d, d, d) != fmt.Sprintf("%+v %#v %s %x", other, other, other, other) {
			t.Fatalf("prints of %q depend on the text", s)
		}
	})
}
