// Sends every request of the collection twice, as Newman, the command line of Postman, does. None is refused for what
// it is: what an example names may be missing, or changed by a request before it. None is taken for a repetition.
import assert from 'node:assert/strict'
import { promisify } from 'node:util'
import newman from 'newman'

const { SHOP_URL: url, SHOP_KEY: key } = process.env
const collection = await (await fetch(`${url}/openapi/postman.json`)).json()
for (const { request } of collection.item.flatMap(({ item }) => item)) delete request.auth // few calls without a key are allowed here
const allowed = [200, 404, 409]

for (let times = 0; times < 2; times++) {
  const { run } = await promisify(newman.run)({ collection, envVar: [{ key: 'key', value: key }] })
  assert.ok(run.executions.length > 80, `${run.executions.length} requests`)
  for (const { item, response } of run.executions) {
    assert.ok(allowed.includes(response?.code), `${item.name}: ${response?.code} ${response?.text()}`)
    assert.ok(!response.headers.has('Idempotent-Replayed'), `${item.name} is a repetition`)
  }
  assert.ok(run.executions.filter(({ response }) => response.code === 200).length > run.executions.length / 2)
}
