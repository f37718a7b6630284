// Where a target is installed, generated, compiled and run: a copy of its folder
// below TOOLS. What was installed there stays between runs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = process.env.TOOLS

// copy copies the target's folder, without what was generated before, and
// returns the copy's path.
export async function copy(name) {
  const home = join(root, name)
  await mkdir(home, { recursive: true })
  await rm(join(home, 'client'), { recursive: true, force: true })
  await cp(fileURLToPath(new URL(name, import.meta.url)), home, { recursive: true })
  return home
}

// run runs the commands of one step; "install", of a target that has pins, only
// when these have changed since it last succeeded. It fails with what a command
// printed.
export async function run(target, step, home, env) {
  if (step !== 'install' || !target.pins) return shell(target[step], home, env)
  const stamp = join(home, '.installed')
  const pins = createHash('sha256').update(await readFile(join(home, target.pins))).digest('hex')
  if (await readFile(stamp, 'utf8').catch(() => '') === pins) return
  await shell(target.install, home, env)
  await writeFile(stamp, pins)
}

async function shell(commands, cwd, more) {
  const env = { ...process.env, OPENAPI_GENERATOR: join(root, 'openapi-generator.jar'), ...more }
  const child = spawn('bash', ['-euxo', 'pipefail', '-c', commands], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { printed += text })
  const [status] = await once(child, 'close')
  assert.equal(status, 0, printed.slice(-20_000))
}
