export const slow = false
export const pins = 'go.sum'
export const install = 'go mod download'
export const generate = 'mkdir client && go tool oapi-codegen -package client -o client/shop.go "$DOCUMENT"'
export const compile = 'go vet ./... && go build -o program'
export const run = './program'
