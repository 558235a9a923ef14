module {{module}}

go 1.22
