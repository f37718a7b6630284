// passed.sha256 identifies what the slow targets last passed with: the document
// and every file of this folder. "node passed.mjs check" exits 1 if it is not
// what is here now; "write" writes it, after a run of theirs that passed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { start } from '../../program.mjs'
import { served } from './document.mjs'

const here = new URL('.', import.meta.url)
const noted = new URL('passed.sha256', here)

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

// state returns the hash of the document, in which the address of the server is
// the one thing that differs from run to run, and of the files.
function state(document) {
  const lines = [sha256(document.replaceAll(JSON.parse(document).servers[0].url, ''))]
  for (const name of readdirSync(here, { recursive: true }).sort()) {
    const file = new URL(name, here)
    if (file.href !== noted.href && statSync(file).isFile()) lines.push(`${name} ${sha256(readFileSync(file))}`)
  }
  return `${sha256(lines.join('\n'))}\n`
}

const shop = await start()
const now = state(await served(shop.url).finally(() => shop.stop()))
if (process.argv[2] === 'write') {
  writeFileSync(noted, now)
  console.log('commit tests/pr/generators/passed.sha256, if it changed')
} else if (existsSync(noted) && now === readFileSync(noted, 'utf8')) {
  console.log('The slow targets passed with this document and these files.')
} else {
  process.exitCode = 1
}
