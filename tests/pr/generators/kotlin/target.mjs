export { generate } from '../openapi-generator.mjs'
export const slow = true
