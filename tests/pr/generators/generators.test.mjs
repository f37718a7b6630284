// From each document that clients are generated from, as the built program serves it, generates
// a client, compiles it, and has the program in the target's folder use it against the built
// program. All of these programs do the same:
//
//  1. search, and read the hits as types
//  2. create a product with attributes and priceDkk 9007199254740991, and read
//     both back
//  3. create it again, and read code and resolution of the refusal from a type;
//     create one that is not valid, and read the pointers of the faults
//  4. clear its brand with null and read null back
//  5. change its stock with the updatedAt that was read as expectedUpdatedAt, and
//     read that nothing else was changed
//  6. attach an image, twice
//  7. move a paid order to processing
//  8. without a key, call until there is a 429; read its code and Retry-After
//
// A program reads SHOP_URL and SHOP_KEY, and fails when something is not so.
// target.mjs beside it has the commands:
//
//   pins      the file whose change has "install" run again; without it that
//             runs each time
//   install, generate, compile, run
//             shell commands, in a copy of the folder below TOOLS. DOCUMENT
//             is the path of the document, OPENAPI_GENERATOR of its jar. A target
//             without "run" is generated and no more.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { start } from '../../program.mjs'
import { copy, run } from './workshop.mjs'

const many = '1000000'
const settings = { STOREFRONT_ANONYMOUS_QUOTA: '3', STOREFRONT_AUTH_ATTEMPT_QUOTA: many, STOREFRONT_KEY_QUOTA: many }

for (const name of process.env.TARGETS.split(' ')) {
  for (const path of ['/openapi/tools.json', '/openapi.json']) {
    test(`${name} from ${path}`, async () => {
      const target = await import(`./${name}/target.mjs`)
      const shop = await start(settings) // one for each, so that every program finds the demo shop as it was made
      try {
        const home = await copy(name)
        const env = { DOCUMENT: join(home, 'document.json'), SHOP_URL: shop.url, SHOP_KEY: shop.key }
        const answer = await fetch(shop.url + path)
        assert.equal(answer.status, 200)
        await writeFile(env.DOCUMENT, await answer.text())
        for (const step of ['install', 'generate', 'compile', 'run']) {
          if (target[step]) await run(target, step, home, env)
        }
      } finally {
        await shop.stop()
      }
    })
  }
}
