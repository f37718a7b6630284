export { install, pins } from '../npm.mjs'
export const run = 'node program.mjs'
