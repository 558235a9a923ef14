package main

import "os"

func main() {
	if newExtension().Run() != nil {
		os.Exit(1)
	}
}
