// Runs Schemathesis and reads its report.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = join(process.env.TOOLS, 'schemathesis/bin/st')
const here = fileURLToPath(new URL('.', import.meta.url))

// run tests the service at url, as schemathesis.toml says and the further
// arguments, and returns the report with the text that was printed. It fails when
// the run did not come to its end.
export async function run(url, ...args) {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-schemathesis-'))
  const file = join(folder, 'report.json')
  try {
    const child = spawn(program, [
      '--config-file', 'schemathesis.toml', 'run', `${url}/openapi.json`, '--url', url, '--no-color', '--report', 'json', '--report-json-path', file, ...args,
    ], { cwd: here, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => { printed += text })
    await once(child, 'close')
    const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
    assert.ok(report.complete, printed)
    return { ...report, printed }
  } finally {
    await rm(folder, { recursive: true })
  }
}

// withKey are the arguments for calls with a key.
export const withKey = (key) => ['--header', `Authorization: Bearer ${key}`]
