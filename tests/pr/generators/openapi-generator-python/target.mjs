export { generate } from '../openapi-generator.mjs'
export { install, pins } from '../python.mjs'
export const compile = 'python/bin/mypy'
export const run = 'PYTHONPATH=client python/bin/python program.py'
