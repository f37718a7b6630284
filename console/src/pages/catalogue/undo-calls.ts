// Undoes all that some calls changed: a bulk edit or an import is several calls, each with many entries of the audit.
import { read } from '../../lib/api'
import { openUndo } from '../../parts/asked'

/** undoCalls finds what calls changed and can be undone, newest first, and shows what undoing it would do. */
export async function undoCalls(requestIds: readonly string[]): Promise<void> {
  const ids: string[] = []
  for (const requestId of requestIds.toReversed()) {
    let cursor: string | undefined
    do {
      const page = await read('audit.list', { requestId, kinds: ['change'], revertible: true, limit: 200, ...(cursor !== undefined && { cursor }) })
      ids.push(...page.items.filter((entry) => !entry.revertedAt).map((entry) => entry.id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  openUndo(ids)
}
