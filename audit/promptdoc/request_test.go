package promptdoc

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// The requests of other interfaces, and the results of tools, and beside each what
// is none.
func TestRequests(t *testing.T) {
	for _, tc := range []struct{ body, want string }{
		{`{"model":"m","input":"a"}`, "/input user a"},
		{`{"instructions":"s","input":"a"}`, "/instructions system s | /input user a"},
		{`{"model":"m","input":[{"role":"user","content":"a"},{"type":"message","role":"developer","content":[{"type":"input_text","text":"b"}]}]}`, "/input/0/content user a | /input/1/content/0/text developer b"},
		{`{"model":"m","input":["a",{"role":"assistant","content":[{"type":"output_text","text":"b"}]}]}`, "/input/0 user a | /input/1/content/0/text assistant b"},
		{`{"model":"m","input":[{"type":"function_call_output","call_id":"c","output":"a"}]}`, "/input/0/output tool* a"},
		{`{"model":"m","input":[{"type":"function_call_output","output":[{"type":"input_text","text":"a"}]}]}`, "/input/0/output/0/text tool* a"},
		{`{"model":"m","input":[{"type":"function_call","name":"f","arguments":"{}"},{"type":"reasoning","summary":[]}]}`, "unread /input/0 | unread /input/1"},
		{`{"input":"a"}`, "text"},
		{`{"input":{"a":1},"model":"m"}`, "text"},
		{`{"model":"m","instructions":"s","output":[{"type":"message"}]}`, "text"},
		{`{"contents":[{"role":"user","parts":[{"text":"a"},{"text":"b"}]},{"role":"model","parts":[{"functionCall":{"name":"f"}}]}]}`, "/contents/0/parts/0/text user a | /contents/0/parts/1/text user b | unread /contents/1/parts/0"},
		{`{"systemInstruction":{"parts":[{"text":"s"}]},"contents":[{"parts":[{"text":"a"}]}]}`, "/systemInstruction/parts/0/text system s | /contents/0/parts/0/text  a"},
		{`{"contents":"a","system_instruction":"s"}`, "/contents user a | /system_instruction system s"},
		{`{"contents":{"role":"user","parts":[{"text":"a"}]}}`, "/contents/parts/0/text user a"},
		{`{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"r":"a","s":["b",{"t":"c"}]}}}]}]}`, "/contents/0/parts/0/functionResponse/response user* a | /contents/0/parts/0/functionResponse/response user* b | /contents/0/parts/0/functionResponse/response user* c"},
		{`{"contents":[{"name":"a"}]}`, "text"},
		{`{"candidates":[{}],"contents":[{"role":"user"}]}`, "text"},
		{`{"messages":[{"role":"user","content":[{"text":"a"},{"toolResult":{"toolUseId":"t","content":[{"text":"b"}]}}]}],"system":[{"text":"s"}]}`, "/messages/0/content/0/text user a | /messages/0/content/1/toolResult/content/0/text user* b | /system/0/text system s"},
		{`{"content":[{"type":"text","text":"a"},{"type":"image","data":"x"}],"isError":false}`, "/content/0/text tool* a | unread /content/1"},
		{`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a"}],"structuredContent":{"k":"b"}}}`, "/result/content/0/text tool* a | /result/structuredContent tool* b"},
		{`{"content":[{"type":"text","text":"a"}],"role":"assistant","model":"m"}`, "text"},
		{`{"content":[{"id":"a"}]}`, "text"},
		{`{"content":"a"}`, "text"},
		{`{"result":{"result":{"content":[{"type":"text","text":"a"}]}}}`, "text"},
		{`{"messages":[{"role":"user","content":[{"type":"mcp_tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"}]},{"type":"text","text":"b"}]}]}`, "/messages/0/content/0/content/0/text user* a | /messages/0/content/1/text user b"},
		{`{"messages":[{"role":"user","content":[{"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"a"}]}]}]}`, "/messages/0/content/0/content/0/text user* a"},
		{`{"messages":[{"role":"user","content":[{"content":"a","type":"web-fetch-tool-result"},{"type":"output_text","text":"b"}]}]}`, "/messages/0/content/0/content user* a | /messages/0/content/1/text user b"},
		{`{"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"user","content":{"type":"image","data":"x"}}]}`, "/messages/0/content/text user a | unread /messages/1/content"},
		{`[{"role":"Tool","content":"a"},{"role":"ipython","content":"b"},{"role":"toolsmith","content":"c"}]`, "/0/content Tool* a | /1/content ipython* b | /2/content toolsmith c"},
		{`[{"type":"human","content":"a"},{"type":"tool","content":"b","name":"f"}]`, "/0/content  a | /1/content * b"},
		{`[{"role":"user","content":"a","tool_call_id":"t"},{"role":"user","content":"b","tool_call_id":null}]`, "/0/content user* a | /1/content user b"},
		{`[{"role":"user","content":"a"},{"type":"function_call_output","output":"b"},{"type":"function_call","name":"f"}]`, "/0/content user a | /1/output tool* b | unread /2"},
	} {
		doc, err := Read([]byte(tc.body), contract.Limits{})
		if err != nil {
			t.Errorf("%s: %v", tc.body, err)
			continue
		}
		var got []string
		for _, m := range doc.Messages {
			tool := ""
			if m.Tool {
				tool = "*"
			}
			got = append(got, fmt.Sprintf("%s %s%s %s", m.Pointer, m.Role, tool, m.Text))
		}
		for _, u := range doc.Unread {
			got = append(got, "unread "+u.Pointer)
		}
		all := strings.Join(got, " | ")
		if doc.Form == Text {
			all = "text"
		}
		if all != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.body, all, tc.want)
		}
		checkStrings(t, doc, []byte(tc.body))
	}
	for _, body := range []string{
		`{"model":"m","input":[{"role":"user"}]}`, `{"contents":[{"role":"user"}]}`, `[{"type":"function"}]`, `{"model":"m","input":[1]}`,
	} {
		var e *ringfence.Error
		if _, err := Read([]byte(body), contract.Limits{}); !errors.As(err, &e) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// What is nested in itself is not read once a level.
func TestRequestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	for _, unit := range []string{`{"content":[{"type":1}],"result":`, `{"result":`, `{"contents":[`, `[{"content":`} {
		took := func(n int) time.Duration {
			best := time.Hour
			for range 3 {
				start := time.Now()
				FormOf([]byte(strings.Repeat(unit, n)))
				best = min(best, time.Since(start))
			}
			return max(best, 100*time.Microsecond)
		}
		// Other work on the machine can slow any measurement down: what grows with the
		// square does so every time.
		const tries = 6
		for try := 1; ; try++ {
			few, many := took(500), took(8000)
			if many <= 100*few {
				break
			}
			if try == tries {
				t.Errorf("%s: %v, and sixteen times as much %v", unit, few, many)
				break
			}
		}
	}
}
