package html

import "strconv"

// rect is a place on a drawing.
type rect struct{ x, y, w, h float64 }

// squarify divides a rectangle among values in falling order, in tiles whose areas
// are in proportion and which are as near to squares as rows of them can be: tiles
// are laid along the shorter side as long as that makes the worst of them less
// long. Values that are not positive get an empty tile. It takes time linear in
// the values.
//
// The method is that of Bruls, Huizing and van Wijk, "Squarified Treemaps" (2000).
func squarify(values []int, in rect) []rect {
	out := make([]rect, len(values))
	sum := 0.0
	for _, v := range values {
		sum += float64(max(v, 0))
	}
	if sum <= 0 || in.w <= 0 || in.h <= 0 {
		return out
	}
	scale := in.w * in.h / sum
	for i := 0; i < len(values) && values[i] > 0; {
		side := min(in.w, in.h)
		area, n := 0.0, 0
		for i+n < len(values) && values[i+n] > 0 {
			more := area + float64(values[i+n])*scale
			first := float64(values[i]) * scale
			if n > 0 && worst(first, float64(values[i+n])*scale, more, side) > worst(first, float64(values[i+n-1])*scale, area, side) {
				break
			}
			area = more
			n++
		}
		in = layRow(out[i:i+n], values[i:i+n], scale, area, in)
		i += n
	}
	return out
}

// worst is the largest ratio of sides in a row of tiles with the given sum of
// areas, of which only the largest and the smallest count.
func worst(largest, smallest, sum, side float64) float64 {
	if side <= 0 || sum <= 0 || smallest <= 0 {
		return 0
	}
	s := sum * sum
	return max(side*side*largest/s, s/(side*side*smallest))
}

// layRow lays tiles along the shorter side and returns what is left.
func layRow(out []rect, values []int, scale, area float64, in rect) rect {
	if in.w >= in.h {
		w := area / max(in.h, tiny)
		y := in.y
		for i, v := range values {
			h := float64(v) * scale / max(w, tiny)
			out[i] = rect{in.x, y, w, h}
			y += h
		}
		return rect{in.x + w, in.y, max(in.w-w, 0), in.h}
	}
	h := area / max(in.w, tiny)
	x := in.x
	for i, v := range values {
		w := float64(v) * scale / max(h, tiny)
		out[i] = rect{x, in.y, w, h}
		x += w
	}
	return rect{in.x, in.y + h, in.w, max(in.h-h, 0)}
}

// tiny keeps a side that rounding has used up from being a divisor of zero.
const tiny = 1e-9

// coordinate writes a number for a drawing.
func coordinate(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
