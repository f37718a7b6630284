export { generate } from '../openapi-generator.mjs'
export const compile = 'go vet ./... && go build -o program'
export const run = './program'
