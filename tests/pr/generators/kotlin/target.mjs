export { generate } from '../openapi-generator.mjs'
