module github.com/extproto/extproto/sdks/go

go 1.23
