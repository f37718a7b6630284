// Calls beyond a limit of a key, which wait for the owner of the shop.
import assert from 'node:assert/strict'

let agents = 0

// askTwice has an agent make two calls that its key may not make. The owner approves one and rejects the other, over REST, and the
// agent sends each again as it was. agent(key, fn) gives fn a function that calls a tool; of an answer, success returns the
// result and refusal the problem, which has that code, or undefined if the agent is not shown it.
export async function askTwice(shop, name, { success, refusal }, agent) {
  const grant = { name, holder: 'agent', scopes: ['discounts:read', 'discounts:write'], limits: { maxDiscountPercent: 10, approval: true } }
  const key = await shop.call('keys.create', grant)
  const number = ++agents
  await agent(key.secret, async (call) => {
    // asks makes the call, has the owner decide, and returns the answer to the same call.
    const asks = async (discount, decided) => {
      const told = refusal(await call('discounts_create', discount), 'approval_required')
      const { items } = await shop.call('approvals.list', { keyId: key.id, status: 'pending' })
      assert.deepEqual(items.map(({ operation, args, limit }) => ({ operation, args, limit })), [
        { operation: 'discounts.create', args: discount, limit: { name: 'maxDiscountPercent', value: 10, left: 10 } },
      ])
      if (told) {
        assert.equal(told.approvalId, items[0].id)
        assert.ok(told.retryAfter > 0)
      }
      await shop.call('approvals.decide', { id: items[0].id, confirm: true, ...decided })
      return call('discounts_create', discount)
    }

    const approved = await asks({ code: `JA${number}`, type: 'percent', value: 40 }, { decision: 'approve' })
    assert.equal(success(approved).value, 40)

    const note = 'Not before the sale.'
    const rejected = await asks({ code: `NEJ${number}`, type: 'percent', value: 50 }, { decision: 'reject', note })
    const problem = refusal(rejected, 'approval_rejected')
    if (problem) assert.ok(problem.detail.includes(note), problem.detail)
    const codes = (await shop.call('discounts.list', {})).map(({ code }) => code)
    assert.ok(codes.includes(`JA${number}`) && !codes.includes(`NEJ${number}`))
  })
}
