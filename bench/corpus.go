package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// text is an input with a name.
type text struct{ name, text string }

// enough is how many bytes of each ordinary text there are: eight slices, one
// to warm up with and seven to measure.
const (
	sliceBytes = 128 << 10
	sliceCount = 8
	enough     = sliceBytes * sliceCount
)

// ordinary returns prose, code, JSON, and Chinese, Japanese and Korean words
// with emoji. The first three are made of the sources of the Go distribution:
// its comments, its code, and documents about its functions.
func ordinary(goroot string) ([]text, error) {
	var prose, code, documents strings.Builder
	err := filepath.WalkDir(filepath.Join(goroot, "src"), func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata") {
			return nil
		}
		if prose.Len() > enough && code.Len() > enough && documents.Len() > enough {
			return fs.SkipAll
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if len(source) < 1<<17 { // larger ones are tables
			code.Write(source)
			describe(source, &prose, &documents)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := []text{
		{"prose", prose.String()}, {"code", code.String()}, {"JSON", documents.String()}, {"CJK and emoji", mixed(enough + sliceBytes)},
	}
	for i := range out {
		if len(out[i].text) < enough {
			return nil, errors.New("the Go distribution has no sources to make texts of")
		}
		out[i].text = strings.ToValidUTF8(out[i].text[:enough], "")
	}
	return out, nil
}

// describe adds the comments of a source file to prose, and a line of JSON for
// each of its functions to documents.
func describe(source []byte, prose, documents *strings.Builder) {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments)
	if err != nil {
		return
	}
	for _, group := range file.Comments {
		prose.WriteString(group.Text() + "\n")
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		line, err := json.Marshal(map[string]any{
			"package": file.Name.Name, "name": f.Name.Name, "exported": f.Name.IsExported(), "method": f.Recv != nil,
			"from": f.Pos(), "to": f.End(), "doc": f.Doc.Text(), "results": nil,
		})
		if err == nil {
			documents.Write(append(line, '\n'))
		}
	}
}

// mixed returns n bytes or more of words in three scripts, emoji and marks.
func mixed(n int) string {
	words := strings.Fields(`请 把 文件 保存 到 新的 文件夹 然后 重新 启动 程序 数据库 连接 失败 用户 已经 登录 订单 编号 明天 下午 开会 价格 上涨 百分之五 图书馆 里 很 安静
		画面 を 更新 して ボタン を 押す と 注文 が 確定 します 会議 は 午後 三時 から 始まり ます ファイル が 見つかり ません 設定 の 変更
		파일을 저장하고 다시 시작하십시오 주문이 완료되었습니다 회의는 오후에 시작합니다 검색 결과가 없습니다
		🙂 🎯 📦 ✅ ❌ 👩‍🔬 👨‍👩‍👦 🇩🇪 🇧🇷 🤷🏽‍♀️ ☕ ⚠️ OK v3.1 2025年`)
	marks := []string{"", "", "", "", "", "", " ", "，", "。", "！", "\n"}
	rng := rand.New(rand.NewPCG(17, 18))
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[rng.IntN(len(words))] + marks[rng.IntN(len(marks))])
	}
	return b.String()
}

// load returns the workload of so many chunks of about 240 bytes of prose and
// code. All priorities are different, and a quarter of the tokens is kept.
func load(n int, texts []text, count func(string) int) workload {
	rng := rand.New(rand.NewPCG(19, uint64(n)))
	var w workload
	total := 0
	for i := range n {
		source := texts[i%2].text
		at := rng.IntN(len(source) - 400)
		chunk := strings.ToValidUTF8(strings.TrimLeft(source[at:at+239], " \t\n/"), "") + "\n"
		w.Chunks = append(w.Chunks, chunk)
		w.Priorities = append(w.Priorities, 1+i)
		total += count(chunk)
	}
	rng.Shuffle(n, func(i, j int) { w.Priorities[i], w.Priorities[j] = w.Priorities[j], w.Priorities[i] })
	w.Limit = total / 4
	return w
}
