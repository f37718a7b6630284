export { install, pins, run } from '../python.mjs'
export const generate = `python/bin/openapi-python-client generate --path "$DOCUMENT" --config config.yaml \\
  --meta none --output-path client --fail-on-warning`
export const compile = 'python/bin/mypy client program.py'
