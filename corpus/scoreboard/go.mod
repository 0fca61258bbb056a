module github.com/ringfence/ringfence/corpus/scoreboard

go 1.26.5

require (
	github.com/microcosm-cc/bluemonday v1.0.27
	github.com/ringfence/ringfence v0.0.0
	golang.org/x/text v0.44.0
)

require (
	github.com/aymerick/douceur v0.2.0 // indirect
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/gorilla/css v1.0.1 // indirect
	golang.org/x/net v0.26.0 // indirect
)

replace github.com/ringfence/ringfence => ../..
