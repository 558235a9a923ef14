module {{module}}

go 1.23

{{#checkout}}
require github.com/extproto/extproto/sdks/go v0.0.0

replace github.com/extproto/extproto/sdks/go => "{{sdk}}"
{{/checkout}}
{{^checkout}}
require github.com/extproto/extproto/sdks/go v{{sdk}}
{{/checkout}}
