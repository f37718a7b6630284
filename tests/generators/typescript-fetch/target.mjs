export const slow = false
export const pins = 'package-lock.json'
export const install = 'npm ci --ignore-scripts --no-audit --no-fund --loglevel=error'
export const generate = 'java -jar "$OPENAPI_GENERATOR" generate --generator-name typescript-fetch --input-spec "$DOCUMENT" --output client --additional-properties=importFileExtension=.js'
export const compile = 'npx --no tsc'
export const run = 'node dist/program.js'
