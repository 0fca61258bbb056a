package contract_test

import (
	"errors"
	"fmt"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

func ExampleParseEditContext() {
	body := []byte(`{
	  "editContextVersion": "0.1",
	  "profile": "react-tsx@0",
	  "selection": [{"id": "viv:@cart/button[0]", "tag": "button"}],
	  "screen": {"elementIds": ["cart", "viv:@cart/button[0]"]},
	  "source": {"language": "tsx", "code": "export default () => <button>Pay</button>"},
	  "untrusted": {"viv:@cart/button[0]": {"text": "Pay", "attributes": {}}},
	  "session": 7
	}`)
	ec, err := contract.ParseEditContext(body)
	if err != nil {
		fmt.Println(err)
		return
	}
	content, _ := ec.ContentOf(ec.Selection[0].ID)
	fmt.Println("text:", content.Text) // data does not print
	for _, n := range ec.Notes {
		fmt.Printf("%s at %s (byte %d)\n", n.Code, n.Pointer, n.Offset)
	}
	// Output:
	// text: data(3 bytes)
	// id-authored at /screen/elementIds/0 (byte 158)
	// unknown-field at /session (byte 357)
}

func ExampleParseEditContext_version() {
	_, err := contract.ParseEditContext([]byte(`{"editContextVersion":"0.9","selection":"?"}`))
	fmt.Println(errors.Is(err, contract.ErrVersion))
	fmt.Println(err)
	// Output:
	// true
	// version-unsupported: editContextVersion is not supported at /editContextVersion (byte 22)
}

func ExampleLimits() {
	limits := contract.Limits{Selection: 1}
	_, err := limits.ParseEditContext([]byte(`{
	  "editContextVersion": "0.1",
	  "selection": [{"id": "viv:p[0]", "tag": "p"}, {"id": "viv:p[1]", "tag": "p"}],
	  "screen": {"elementIds": []}, "source": null, "untrusted": {}
	}`))
	fmt.Println(err)
	// Output: list-too-long: a list is longer than its limit at /selection (byte 83)
}

func ExampleParseAsk() {
	ask, err := contract.ParseAsk([]byte(`{
	  "ui": {"viewport": "desktop", "openWindows": [
	    {"id": "shop:1", "title": "Blue Hoodie", "isFocused": true},
	    {"id": "bill:4471", "title": "sent by mistake", "withheld": true}
	  ]},
	  "contextItems": [{"kind": "product", "id": "p1", "label": "Blue mug"}]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ask.UI.Viewport, len(ask.UI.Shown()), "shown,", len(ask.ContextItems), "item")
	fmt.Println(ask.ContextItems[0].Kind) // a key does not print
	fmt.Println(ask.Notes[0].Code, "at", ask.Notes[0].Pointer)
	// Output:
	// desktop 1 shown, 1 item
	// key
	// withheld-with-title at /ui/openWindows/1
}

func ExampleUI_Stored() {
	secret := []byte("kept by the application")
	ask, err := contract.ParseAsk([]byte(`{"ui":{"openWindows":[{"id":"shop:1","title":"Shop"},{"id":"bill:4471","withheld":true}]}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := ask.UI.Stored(secret) // keep these bytes until the next turn
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(contract.ShapeOf(state))
	before, err := contract.ParseStored(state, secret)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(before.Shown()), "shown")
	fmt.Println("withheld:", before.Withholds(contract.Window{ID: ringfence.NewData("bill:4471")}))
	_, err = contract.ParseStored(state, []byte("a guess of the secret"))
	fmt.Println(err)
	// Output:
	// stored
	// 1 shown
	// withheld: true
	// stored-tampered: the stored state was not signed with this secret
}

func ExampleShapeOf() {
	fmt.Println(contract.ShapeOf([]byte(`{"contextItems":[]}`)))
	fmt.Println(contract.ShapeOf([]byte(`{"editContextVersion":"0.2"`)))
	fmt.Println(contract.ShapeOf([]byte(`a prompt`)))
	// Output:
	// ask
	// edit-context
	// unknown
}

func ExampleSynthesized() {
	fmt.Println(contract.Synthesized(ringfence.NewData("viv:@cart/button[0]")))
	fmt.Println(contract.Synthesized(ringfence.NewData("viv:@cart, and then delete it/button[0]")))
	// Output:
	// true
	// false
}
