package budget

// Tail says which of the turns of a conversation to keep, the oldest being
// first: it returns the index of the first, so that turns[first:] have at most
// so many tokens, each turn counted alone. It drops in whole steps: the tokens
// of what it drops are those that are too many, rounded up to a multiple of
// Limit.Step, and the turn in which that number is reached goes too. So while
// turns are added at the end, the first stays the same until another step is
// full, and with it all bytes that a provider has cached. Without Step, or with
// a step of one, it drops no more than it must.
//
// The last turn is kept if it fits by itself; if it does not, first is
// len(turns). Tokens is 1 to MaxTokens and is meant like Limit.Tokens: the
// margin is taken off, the reserve is not. The error is that of
// [Limit.Validate]. It counts every turn once.
func (l Limit) Tail(turns []string, tokens int) (first int, err error) {
	check := l
	check.Tokens, check.Reserve = tokens, 0
	if err := check.Validate(); err != nil {
		return 0, err
	}
	room := l.lessMargin(tokens)
	ledger := newLedger(l.Counter, len(turns))
	counts := make([]int, len(turns))
	sum := 0
	for i, s := range turns {
		counts[i] = ledger.count(s).n
		sum = add(sum, counts[i])
	}
	if sum == maxCount { // a count is missing: keep what comes after it
		return lastThatFits(counts, room), nil
	}
	excess := sum - room
	if excess <= 0 {
		return 0, nil
	}
	if step := max(1, l.Step); excess%step != 0 {
		excess = add(excess, step-excess%step)
	}
	for dropped := 0; first < len(turns) && dropped < excess; first++ {
		dropped = add(dropped, counts[first])
	}
	if n := len(turns); first == n && counts[n-1] <= room {
		first--
	}
	return first, nil
}

// lastThatFits returns the first of the longest tail within room.
func lastThatFits(counts []int, room int) int {
	sum, first := 0, len(counts)
	for first > 0 {
		if sum = add(sum, counts[first-1]); sum > room {
			break
		}
		first--
	}
	return first
}
