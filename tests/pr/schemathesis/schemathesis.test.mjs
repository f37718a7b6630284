// Schemathesis calls the built program with what it makes of the contract.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { start } from '../../program.mjs'
import { planted } from './planted.mjs'
import { made, run, withKey } from './run.mjs'

// Examples of each operation with a key (without one, a quarter of them), and seconds of sequences of calls.
const [examples, seconds] = process.env.WHOLE ? [200, 60] : [20, 15]

// The page of a payment is there after a call, and a message is signed by a provider: server/test/walk/payments_test.go calls them.
const ofProviders = /\/pay\/|\/hooks\//

const many = '1000000'
const open = async () => {
  const shop = await start({
    STOREFRONT_ANONYMOUS_QUOTA: many, STOREFRONT_AUTH_ATTEMPT_QUOTA: many, STOREFRONT_KEY_QUOTA: many, STOREFRONT_PAGES_QUOTA: many,
  })
  return { ...shop, known: await made(shop) }
}
const shop = await open(), other = await open()
after(() => Promise.all([shop.stop(), other.stop()]))

// passed expects that nothing was found, and that something was looked for: in
// every phase, or in these, and in every operation if it was in every phase.
function passed(report, phases = ['examples', 'coverage', 'fuzzing', 'stateful']) {
  const found = [...report.errors, ...report.failures].map((one) => JSON.stringify(one))
  assert.equal(report.exit_code, 0, [report.printed, ...found].join('\n')) // what was found last: of a long log the end is read
  for (const phase of phases) assert.equal(report.phases[phase].status, 'success', phase)
  if (phases.length > 1) assert.equal(report.operations.tested, report.operations.total)
}

// Schemathesis uses one core, so what takes longest runs beside all else, on a shop of its own.
describe('Schemathesis', { concurrency: true }, () => {
  test('with a key of all scopes', async () => {
    const report = await run(shop, ...withKey(shop.key), '--max-examples', `${examples}`)
    passed(report)
    const rates = Object.entries(report.valid_rates)
    assert.equal(rates.length, report.operations.total)
    for (const [operation, phases] of rates) {
      if (ofProviders.test(operation)) continue
      assert.ok(Object.values(phases).some(({ accepted }) => accepted > 0), `${operation} was never carried out`)
    }
  })
  describe('beside it', { concurrency: false }, rest)
})

function rest() {
  // One of the warnings is that 401 is all that some operations answer, whatever the body: a quarter of the bodies will do.
  test('without a key', async () => passed(await run(other, '--warnings', 'off', '--max-examples', `${examples / 4}`)))

  // Hypothesis ends the stateful phase when a call that it repeats is answered
  // otherwise, as it is once a thing was changed. With a time it begins anew.
  test('with what was returned before', async () => passed(await run(other, ...withKey(other.key), '--phases', 'stateful', '--max-time', `${seconds}`), ['stateful']))

  describe('of planted faults', () => {
    const operation = 'pages.list'
    const found = async (fault) => {
      const proxy = await planted(other.url, `/api/v1/tools/${operation}`, fault)
      try {
        const report = await run({ url: proxy.url, known: other.known }, ...withKey(other.key), '--warnings', 'off', '--include-operation-id', operation, '--phases', 'examples,coverage')
        assert.equal(report.operations.tested, 1)
        return { status: report.exit_code, faults: report.failures.map(({ type }) => type) }
      } finally {
        await proxy.stop()
      }
    }
    // success changes a success alone.
    const success = (change) => ({ answered: (answer) => { if (answer.status === 200) change(answer) } })

    test('there is none', async () => assert.deepEqual(await found({}), { status: 0, faults: [] }))

    const faults = {
      ServerError: success((answer) => { answer.status = 500 }),
      UndefinedStatusCode: success((answer) => { answer.status = 201 }),
      UndefinedContentType: success((answer) => { answer.headers['content-type'] = 'text/html' }),
      JsonSchemaError: success((answer) => { answer.body = Buffer.from('{"ok":true}') }),
      MissingHeaders: success((answer) => { delete answer.headers.ratelimit }),
      AcceptedNegativeData: { asked: (question) => { question.body = Buffer.from('{}') } },
      RejectedPositiveData: { asked: (question) => { question.body = Buffer.from('{"unknown":1}') } },
      IgnoredAuth: { asked: (question) => { question.headers.authorization = `Bearer ${other.key}` } },
    }
    for (const [type, fault] of Object.entries(faults)) {
      test(type, async () => {
        const { status, faults } = await found(fault)
        assert.equal(status, 1)
        assert.ok(faults.includes(type), `${faults}`)
      })
    }
  })
}
