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
// arguments, and returns the report with the text that was printed; known is what
// the service has, by the names in hooks.py. It fails when the run did not come to
// its end.
export async function run({ url, known }, ...args) {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-schemathesis-'))
  const file = join(folder, 'report.json')
  try {
    const child = spawn(program, [
      '--config-file', 'schemathesis.toml', 'run', `${url}/openapi.json`, '--url', url, '--no-color', '--report', 'json', '--report-json-path', file, ...args,
    ], { cwd: here, env: { ...process.env, ...known, PYTHONDONTWRITEBYTECODE: '1' }, stdio: ['ignore', 'pipe', 'pipe'] })
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

// made makes in a shop what hooks.py names.
export async function made(shop) {
  const last = (address) => address.slice(address.lastIndexOf('/') + 1)
  const { paths } = await (await fetch(`${shop.url}/openapi.json`)).json()
  const example = (operation) => Object.values(paths[`/api/v1/tools/${operation}`].post.requestBody.content['application/json'].examples)[0].value
  const picture = await shop.call('images.upload', example('images.upload'))
  const draft = await shop.call('pages.preview', { slug: 'handelsbetingelser' })
  const session = await fetch(`${shop.url}/admin/session`, {
    method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${shop.key}` }, body: '{}',
  })
  assert.equal(session.status, 200)
  const [, cookie] = /^console=([^;]+)/.exec(session.headers.get('Set-Cookie'))
  const [, version] = /assets\/([^/]+)\//.exec(await (await fetch(`${shop.url}/admin`)).text())
  return { PICTURE: last(picture.url), DRAFT: last(draft.url), SESSION: cookie, VERSION: version }
}
