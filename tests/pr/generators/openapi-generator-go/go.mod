module example.com/openapi-generator-go

go 1.26
