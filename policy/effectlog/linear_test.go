package effectlog_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// least is the shortest of three verifications.
func least(t *testing.T, log []byte) time.Duration {
	t.Helper()
	best := time.Hour
	for range 3 {
		start := time.Now()
		if r := verify(t, log, effectlog.VerifyOptions{}); r.OK() {
			t.Fatal("the log is whole")
		}
		best = min(best, time.Since(start))
	}
	return best
}

// A response with a wrong hash is hashed once, whatever seals there could be.
func TestWrongHashOfLongResponse(t *testing.T) {
	log, _ := write(t, options, run(t))
	text := coreform.Str(strings.Repeat("x", 4<<20))
	cost := func(kind string) time.Duration {
		list := records(t, log)
		for i, r := range list {
			if resp, ok := r.Lookup(":resp"); ok {
				resp = set(t, set(t, resp, ":kind", coreform.Sym(kind)), ":value", text)
				list[i] = set(t, r, ":resp", resp)
				break
			}
		}
		return least(t, join(t, list))
	}
	if data, sealed := cost(":ok"), cost(":error"); sealed > 10*data+100*time.Millisecond {
		t.Errorf("data takes %v, an ERROR %v", data, sealed)
	}
}

// Records that list what is in flight cost what they list, and not what there is.
func TestManyRecoveries(t *testing.T) {
	log, _ := write(t, options, run(t))
	list := records(t, log)
	var recovery coreform.Term
	recovery, err := coreform.Map(
		coreform.Sym(":in-flight"), coreform.Vec(), coreform.Sym(":n"), coreform.Int(1), coreform.Sym(":prev"), coreform.Str(strings.Repeat("0", 64)),
		coreform.Sym(":record"), coreform.Sym(":recover"), coreform.Sym(":torn"), coreform.Int(0))
	must(t, err)
	cost := func(n int) time.Duration {
		hostile := []coreform.Term{list[0]}
		for range n {
			hostile = append(hostile, list[1]) // an intent
		}
		for range n {
			hostile = append(hostile, recovery)
		}
		return least(t, join(t, hostile))
	}
	if small, large := cost(1_000), cost(8_000); large > 24*small+200*time.Millisecond {
		t.Errorf("1,000 take %v, 8,000 %v", small, large)
	}
}
