// What is recorded when it is looked at.
import type { Operation } from './contract'

/** leavesTrace is the operations whose every look is recorded, `x-personal-data` in the contract: they are called when a person asks. */
export const leavesTrace: ReadonlySet<Operation> = new Set<Operation>([
  'orders.list',
  'orders.get',
  'orders.history',
  'orders.refunds',
  'customer.list',
  'customer.get',
  'customer.lookup_by_email',
  'customer.lookup_by_phone',
  'customer.export',
  'audit.get',
  'approvals.list',
  'approvals.get',
])
