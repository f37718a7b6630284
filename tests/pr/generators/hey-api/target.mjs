export { compile, install, pins, run } from '../npm.mjs'
export const slow = false
export const generate = 'npx --no openapi-ts'
