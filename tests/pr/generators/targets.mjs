// The targets: the folders beside this file that have a target.mjs.
import { existsSync, readdirSync } from 'node:fs'

const here = new URL('.', import.meta.url)
const names = readdirSync(here).filter((name) => existsSync(new URL(`${name}/target.mjs`, here)))

// chosen returns the targets of a choice: "all", "fast", "slow", or one's name.
export async function chosen(choice) {
  const targets = await Promise.all(names.map(async (name) => ({ name, ...await import(`./${name}/target.mjs`) })))
  const among = {
    all: () => true,
    fast: (target) => !target.slow,
    slow: (target) => target.slow,
  }[choice] ?? ((target) => target.name === choice)
  const found = targets.filter(among)
  if (found.length === 0) throw new Error(`TARGETS=${choice}: use all, fast, slow, or one of ${names.join(', ')}`)
  return found
}
