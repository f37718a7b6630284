export { compile, install, pins, run } from '../npm.mjs'
export { generate } from '../openapi-generator.mjs'
