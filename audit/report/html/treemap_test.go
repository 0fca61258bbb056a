package html

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// falling returns n values in falling order.
func falling(r *rand.Rand, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = int(math.Exp(r.Float64() * 12))
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// Tiles lie in the rectangle, apart, with areas in proportion.
func TestSquarify(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		values := falling(r, 1+r.IntN(40))
		in := rect{10, 20, 1 + 900*r.Float64(), 1 + 400*r.Float64()}
		sum := 0.0
		for _, v := range values {
			sum += float64(v)
		}
		tiles := squarify(values, in)
		for i, a := range tiles {
			if want := in.w * in.h * float64(values[i]) / sum; math.Abs(a.w*a.h-want) > 1e-6*in.w*in.h {
				t.Fatalf("tile %d of %v has area %g, want %g", i, values, a.w*a.h, want)
			}
			const slack = 1e-6
			if a.x < in.x-slack || a.y < in.y-slack || a.x+a.w > in.x+in.w+slack || a.y+a.h > in.y+in.h+slack {
				t.Fatalf("tile %d of %v is outside: %+v", i, values, a)
			}
			for _, b := range tiles[:i] {
				if min(a.x+a.w, b.x+b.w)-max(a.x, b.x) > slack && min(a.y+a.h, b.y+b.h)-max(a.y, b.y) > slack {
					t.Fatalf("tiles of %v lie over each other: %+v, %+v", values, a, b)
				}
			}
		}
	}
}

// The example of the paper: areas 6, 6, 4, 3, 2, 2, 1 in 6 by 4.
func TestSquarifyExample(t *testing.T) {
	got := squarify([]int{6, 6, 4, 3, 2, 2, 1}, rect{0, 0, 6, 4})
	want := []rect{{0, 0, 3, 2}, {0, 2, 3, 2}, {3, 0, 12.0 / 7, 7.0 / 3}, {3 + 12.0/7, 0, 9.0 / 7, 7.0 / 3}}
	for i, w := range want {
		g := got[i]
		if math.Abs(g.x-w.x)+math.Abs(g.y-w.y)+math.Abs(g.w-w.w)+math.Abs(g.h-w.h) > 1e-9 {
			t.Errorf("tile %d is %+v, want %+v", i, g, w)
		}
	}
}

// Equal values make tiles that are near to squares.
func TestSquarifyRatio(t *testing.T) {
	for n := 4; n < 60; n++ {
		for _, r := range squarify(slices.Repeat([]int{7}, n), rect{0, 0, 960, 360}) {
			if ratio := max(r.w/r.h, r.h/r.w); ratio > 3 {
				t.Errorf("%d tiles: one has a ratio of %.1f", n, ratio)
			}
		}
	}
}

// What has no area gets none.
func TestSquarifyNothing(t *testing.T) {
	for _, tc := range []struct {
		values []int
		in     rect
	}{{nil, rect{0, 0, 1, 1}}, {[]int{0, 0}, rect{0, 0, 1, 1}}, {[]int{-5}, rect{0, 0, 1, 1}}, {[]int{1}, rect{0, 0, 0, 5}}} {
		for _, r := range squarify(tc.values, tc.in) {
			if r != (rect{}) {
				t.Errorf("%v: %+v", tc.values, r)
			}
		}
	}
	got := squarify([]int{3, 1, 0}, rect{0, 0, 2, 2})
	if got[2] != (rect{}) || got[1].w*got[1].h != 1 {
		t.Errorf("%+v", got)
	}
}

func TestMergeSmall(t *testing.T) {
	sizes := make([]int, 3*maxTiles)
	sum := 0
	for i := range sizes {
		sizes[i] = i + 1
		sum += i + 1
	}
	got := mergeSmall(sizes)
	total := 0
	for _, v := range got {
		total += v
	}
	if len(got) != maxTiles || total != sum || !slices.IsSortedFunc(got, func(a, b int) int { return b - a }) {
		t.Errorf("%v", got)
	}
	if got := mergeSmall([]int{1, 3, 2}); !slices.Equal(got, []int{3, 2, 1}) {
		t.Errorf("%v", got)
	}
}
