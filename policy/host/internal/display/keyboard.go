package display

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// Keys types on an X server, through its XTEST extension: a person for tests. It
// speaks as much of the protocol as that takes, so that no further program is
// needed.
type Keys struct {
	t     testing.TB
	conn  net.Conn
	in    *bufio.Reader
	root  uint32
	xtest byte
	codes map[uint32]key // by key symbol
}

type key struct {
	code  byte
	shift bool
}

// Requests and key symbols of the protocol.
const (
	reqAttributes = 3
	reqTree       = 15
	reqFocus      = 42
	reqExtension  = 98
	reqKeyboard   = 101

	symReturn = 0xff0d
	symEscape = 0xff1b
	symShift  = 0xffe1
)

// Keyboard connects to a server that Start started.
func Keyboard(t testing.TB, name string) *Keys {
	t.Helper()
	conn, err := net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(name, ":")) //nolint:noctx // a local socket
	if err != nil {
		t.Skipf("the X server has no socket here: %v", err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(5 * time.Minute)); err != nil { //nolint:forbidigo // a deadline of the system's clock
		t.Fatal(err)
	}
	k := &Keys{t: t, conn: conn, in: bufio.NewReader(conn)}
	k.send([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	head := k.read(8)
	setup := k.read(4 * int(le16(head[6:])))
	if head[0] != 1 {
		t.Skip("the X server refuses a connection")
	}
	least, most := setup[26], setup[27]
	at := 32 + (int(le16(setup[16:]))+3)/4*4 + 8*int(setup[21])
	k.root = le32(setup[at:])
	k.findXTest()
	k.findKeys(least, most)
	return k
}

func le16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

func (k *Keys) send(b []byte) {
	k.t.Helper()
	if _, err := k.conn.Write(b); err != nil {
		k.t.Fatal(err)
	}
}

func (k *Keys) read(n int) []byte {
	k.t.Helper()
	b := make([]byte, n)
	if _, err := io.ReadFull(k.in, b); err != nil {
		k.t.Fatal(err)
	}
	return b
}

// request sends a request of whole words behind its header.
func (k *Keys) request(op, data byte, body []byte) {
	k.t.Helper()
	head := []byte{op, data, 0, 0}
	binary.LittleEndian.PutUint16(head[2:], uint16(1+len(body)/4))
	k.send(append(head, body...))
}

// reply reads the answer to a request, nil for an error: the window has gone.
func (k *Keys) reply() []byte {
	k.t.Helper()
	for {
		b := k.read(32)
		switch b[0] {
		case 0:
			return nil
		case 1:
			return append(b, k.read(4*int(le32(b[4:])))...)
		}
	}
}

func (k *Keys) findXTest() {
	k.t.Helper()
	k.request(reqExtension, 0, []byte("\x05\x00\x00\x00XTEST\x00\x00\x00"))
	b := k.reply()
	if b == nil || b[8] == 0 {
		k.t.Skip("the X server has no XTEST")
	}
	k.xtest = b[9]
}

func (k *Keys) findKeys(least, most byte) {
	k.t.Helper()
	k.request(reqKeyboard, 0, []byte{least, most - least + 1, 0, 0})
	b := k.reply()
	each := int(b[1])
	k.codes = map[uint32]key{}
	for i, syms := 0, b[32:]; len(syms) >= 4*each; i, syms = i+1, syms[4*each:] {
		for level := range min(each, 2) {
			sym := le32(syms[4*level:])
			if _, ok := k.codes[sym]; !ok && sym != 0 {
				k.codes[sym] = key{byte(int(least) + i), level == 1}
			}
		}
	}
}

func (k *Keys) fake(kind, code byte) {
	k.t.Helper()
	body := make([]byte, 32)
	body[0], body[1] = kind, code
	k.request(k.xtest, 2, body)
}

// Type types ASCII; "\n" is the return key, "\x1b" escape.
func (k *Keys) Type(text string) {
	k.t.Helper()
	const press, release = 2, 3
	for _, r := range text {
		sym := uint32(r)
		switch r {
		case '\n':
			sym = symReturn
		case '\x1b':
			sym = symEscape
		}
		key, ok := k.codes[sym]
		if !ok {
			k.t.Fatalf("the keyboard has no %q", r)
		}
		if key.shift {
			k.fake(press, k.codes[symShift].code)
		}
		k.fake(press, key.code)
		k.fake(release, key.code)
		if key.shift {
			k.fake(release, k.codes[symShift].code)
		}
		time.Sleep(5 * time.Millisecond) // as a person, if a fast one
	}
}

// windows are those that are seen.
func (k *Keys) windows() []uint32 {
	k.t.Helper()
	word := func(n uint32) []byte { return binary.LittleEndian.AppendUint32(nil, n) }
	k.request(reqTree, 0, word(k.root))
	b := k.reply()
	var seen []uint32
	for i := range int(le16(b[16:])) {
		id := le32(b[32+4*i:])
		k.request(reqAttributes, 0, word(id))
		const viewable = 2
		if a := k.reply(); a != nil && a[26] == viewable {
			seen = append(seen, id)
		}
	}
	return seen
}

// Await waits for a window and gives it the keyboard.
func (k *Keys) Await() {
	k.t.Helper()
	for range 3000 {
		if w := k.windows(); len(w) > 0 {
			body := binary.LittleEndian.AppendUint32(nil, w[len(w)-1])
			k.request(reqFocus, 1, append(body, 0, 0, 0, 0))
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	k.t.Fatal("no window appears")
}

// AwaitNone waits until there is no window.
func (k *Keys) AwaitNone() {
	k.t.Helper()
	for range 3000 {
		if len(k.windows()) == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	k.t.Fatal("the window stays")
}
