package ext

import (
	"encoding/json"
	"strconv"
	"strings"
)

// No integer of Go has more digits.
const mostDigits = 20

// wholeNumbers writes 2 for 2.0 and 200 for 2e2: they are the same numbers, and integers for a schema, but
// encoding/json reads none of them into an int.
func wholeNumbers(text json.RawMessage) json.RawMessage {
	var out []byte
	copied := 0
	for at := 0; at < len(text); {
		start := at
		at++
		switch letter := text[start]; {
		case letter == '"':
			for at < len(text) && text[at] != '"' {
				if text[at] == '\\' {
					at++
				}
				at++
			}
			at++
		case letter == '-' || '0' <= letter && letter <= '9':
			for at < len(text) && strings.IndexByte("0123456789.eE+-", text[at]) >= 0 {
				at++
			}
			if whole, ok := wholeNumber(string(text[start:at])); ok {
				out = append(append(out, text[copied:start]...), whole...)
				copied = at
			}
		}
	}
	if copied == 0 {
		return text
	}
	return append(out, text[copied:]...)
}

// wholeNumber writes an integer that is not written as one.
func wholeNumber(number string) (string, bool) {
	end := strings.IndexAny(number, "eE")
	if end < 0 && !strings.Contains(number, ".") {
		return "", false
	}
	exponent := 0
	if end >= 0 {
		var err error
		if exponent, err = strconv.Atoi(number[end+1:]); err != nil {
			return "", false
		}
		number = number[:end]
	}
	unsigned := strings.TrimPrefix(number, "-")
	before, after, _ := strings.Cut(unsigned, ".")
	digits := before + after
	point := max(len(before)+exponent, 0)
	kept := min(point, len(digits))
	if strings.Trim(digits[kept:], "0") != "" {
		return "", false
	}
	significant := strings.TrimLeft(digits[:kept], "0")
	if significant == "" {
		return "0", true
	}
	if len(significant)+point-kept > mostDigits {
		return "", false
	}
	sign := number[:len(number)-len(unsigned)]
	return sign + significant + strings.Repeat("0", point-kept), true
}
