// The commands of every target in TypeScript.
export const pins = 'package-lock.json'
export const install = 'npm ci --ignore-scripts --no-audit --no-fund --loglevel=error'
export const compile = 'npx --no tsc'
export const run = 'node dist/program.js'
