package bpe_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// inputBytes is the size of an ordinary input of the benchmarks.
const inputBytes = 1 << 20

// ordinary are the ordinary inputs. Code, prose and JSON are made from the
// source of the standard library, prose from its comments.
type ordinary struct{ name, text string }

var ordinaryInputs = sync.OnceValue(func() []ordinary {
	var code, prose, documents strings.Builder
	root := filepath.Join(runtime.GOROOT(), "src")
	for _, dir := range []string{"net/http", "go/types", "reflect", "os", "encoding/json", "database/sql", "net", "time", "text/template", "go/ast", "crypto/tls", "runtime", "syscall", "strconv"} {
		files, _ := filepath.Glob(filepath.Join(root, dir, "*.go"))
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				continue
			}
			code.Write(source)
			addDocs(&prose, &documents, source)
		}
	}
	if code.Len() == 0 {
		return nil
	}
	return []ordinary{
		{"prose", clip(prose.String())},
		{"code", clip(code.String())},
		{"json", clip(documents.String())},
		{"cjk", clip(mixedText(inputBytes))},
	}
})

func clip(s string) string { return strings.ToValidUTF8(s[:min(len(s), inputBytes)], "") }

// addDocs adds the comments of a source file as prose, and its declarations as
// JSON documents.
func addDocs(prose, documents *strings.Builder, source []byte) {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments)
	if err != nil {
		return
	}
	for _, group := range file.Comments {
		prose.WriteString(group.Text())
		prose.WriteByte('\n')
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		doc := map[string]any{
			"id": int(f.Pos()), "name": f.Name.Name, "package": file.Name.Name, "doc": f.Doc.Text(),
			"exported": f.Name.IsExported(), "range": []int{int(f.Pos()), int(f.End())}, "kind": "function", "receiver": nil,
		}
		text, _ := json.MarshalIndent(doc, "", "  ")
		if int(f.Pos())%2 == 0 {
			text, _ = json.Marshal(doc)
		}
		documents.Write(text)
		documents.WriteByte('\n')
	}
}

// mixedText returns text of Chinese, Japanese and Korean words with emoji.
func mixedText(n int) string {
	words := strings.Fields(`我们 今天 可以 使用 这个 系统 来 处理 数据 但是 需要 注意 安全 问题 因为 用户 输入 的 内容 不 一定 可信 所以 必须 检查 每一个 字段 然后 再 发送 给 模型 进行 分析 结果 会 返回 到 服务器 如果 发生 错误 请 联系 管理员 天气 很好 学习 语言 中文 世界 你好 谢谢 北京 上海 经济 发展 研究 大学 技术 公司 工作 时间 生活 文化 历史 音乐 电影
		これは テスト です 日本語 の 文章 を 処理 する プログラム 東京 大阪 データ ユーザー システム 入力 確認 してください ありがとう ございます 今日 は とても 良い 天気 ですね 新しい 機能 が 追加 されました エラー
		안녕하세요 오늘 날씨가 좋습니다 사용자 데이터를 처리하는 프로그램 입니다 한국어 문장 감사합니다 서울 시스템 오류가 발생했습니다
		😀 😂 👍 🎉 ❤️ 🚀 👩‍💻 👨‍👩‍👧 🇯🇵 🇰🇷 🏳️‍🌈 ✨ 🔥 👋🏽 🤦‍♂️ ， 。 、 「 」 ！ ？ ： Hello API v2 2024年 100% `)
	r := rand.New(rand.NewPCG(7, 7))
	var s strings.Builder
	for s.Len() < n {
		s.WriteString(words[r.IntN(len(words))])
		switch r.IntN(12) {
		case 0:
			s.WriteByte(' ')
		case 1:
			s.WriteByte('\n')
		case 2:
			s.WriteString("。")
		case 3:
			s.WriteString("，")
		}
	}
	return s.String()
}

// hostile are families of texts that make other engines slow, each repeated or
// drawn to any length.
var hostile = []struct {
	name string
	make func(n int) string
}{
	{"letter", repeated("a")},
	{"capital", repeated("A")},
	{"cased", repeated("aB")},
	{"cjk", repeated("中")},
	{"rare-cjk", repeated("鬱")},
	{"kana", repeated("あ")},
	{"hangul", repeated("한")},
	{"space", repeated(" ")},
	{"space-letter", func(n int) string { return strings.Repeat(" ", n-1) + "a" }},
	{"newline", repeated("\n")},
	{"crlf", repeated("\r\n")},
	{"tab", repeated("\t")},
	{"punctuation", repeated("^")},
	{"dashes", repeated("-")},
	{"mixed-punctuation", repeated("-=")},
	{"digits", repeated("7")},
	{"marks", repeated("\u0301")},
	{"letter-mark", repeated("e\u0301")},
	{"mark-capitals", func(n int) string { return "\u0301" + strings.Repeat("A", n-2) }},
	{"emoji", repeated("👨\u200d👩\u200d👧\u200d👦")},
	{"flags", repeated("🇫🇷🇩🇪")},
	{"nul", repeated("\x00")},
	{"delete", repeated("\x7f")},
	{"invalid", repeated("\xff")},
	{"random-letters", randomOf("abcdefghijklmnopqrstuvwxyz")},
	{"random-cased", randomOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")},
	{"random-punctuation", randomOf("!#$%&()*+,-.:;<=>?@[]^_{|}~")},
	{"random-cjk", randomCJK},
	{"random-marks", randomOf("\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309")},
	{"cut-tokens", cutTokens},
}

func repeated(s string) func(int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)) }
}

func randomOf(alphabet string) func(int) string {
	runes := []rune(alphabet)
	return func(n int) string {
		r := rand.New(rand.NewPCG(3, 5))
		var s strings.Builder
		for s.Len() < n {
			s.WriteRune(runes[r.IntN(len(runes))])
		}
		return s.String()
	}
}

func randomCJK(n int) string {
	r := rand.New(rand.NewPCG(3, 5))
	var s strings.Builder
	for s.Len() < n {
		s.WriteRune(rune(0x4E00 + r.IntN(0x9FA6-0x4E00)))
	}
	return s.String()
}

// cutTokens strings together long tokens of letters, each without its last
// letter, so that a search for the longest token goes deep and comes back.
func cutTokens(n int) string {
	e := encodings[0].encoding()
	r := rand.New(rand.NewPCG(3, 5))
	var s strings.Builder
	for s.Len() < n {
		text, err := e.Decode(nil, uint32(r.IntN(199_000)))
		if err != nil || len(text) < 8 || strings.Trim(string(text), "abcdefghijklmnopqrstuvwxyz") != "" {
			continue
		}
		s.Write(text[:len(text)-1])
	}
	return s.String()
}

func skipWithoutSource(tb testing.TB) []ordinary {
	tb.Helper()
	inputs := ordinaryInputs()
	if inputs == nil {
		tb.Skip("the source of the standard library is not there")
	}
	return inputs
}
