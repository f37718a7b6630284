export { compile, install, pins, run } from '../npm.mjs'
export const generate = 'npx --no openapi-ts'
