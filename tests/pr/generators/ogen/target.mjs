export const pins = 'go.sum'
export const install = 'go mod download'
export const generate = 'go tool ogen --target client --package client "$DOCUMENT"'
export const compile = 'go vet ./client'
