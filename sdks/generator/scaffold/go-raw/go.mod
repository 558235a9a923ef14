module {{snake}}

go 1.22
