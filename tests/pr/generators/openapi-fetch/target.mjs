export { compile, install, pins, run } from '../npm.mjs'
export const generate = 'npx --no openapi-typescript "$DOCUMENT" --output client/shop.d.ts'
