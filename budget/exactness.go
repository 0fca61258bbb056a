package budget

// Exactness says what a token count is worth. The kinds are ordered from the
// least to the most: compare them with < and min. The zero value promises
// nothing, so that a counter which forgets to say is not trusted.
type Exactness uint8

const (
	// Estimate is a guess that may be too low. A limit is enforced on it only
	// through a margin.
	Estimate Exactness = iota
	// Upper is never below the true count.
	Upper
	// Exact is the true count.
	Exact
)

var exactnessNames = [...]string{"estimate", "upper", "exact"}

// String returns the name used in reports: estimate, upper or exact. A value
// outside the closed set reads as an estimate, which is what it is worth.
func (e Exactness) String() string {
	if int(e) < len(exactnessNames) {
		return exactnessNames[e]
	}
	return exactnessNames[Estimate]
}

// known reports whether e promises anything: a value outside the closed set
// does not, although it is the larger number.
func (e Exactness) known() bool { return e == Upper || e == Exact }
