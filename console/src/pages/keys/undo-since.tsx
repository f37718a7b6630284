// Undoing everything that a key did since a moment.
import { useState } from 'preact/hooks'
import { read } from '../../lib/api'
import { asRefused, type Refused } from '../../lib/problem'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Input } from '../../parts/fields'
import { ProblemNote } from '../../parts/problem'
import { openUndo } from '../../parts/asked'

const t = texts(
  { title: 'Undo what it did', since: 'Since', act: 'Undo all since then…', hint: 'What would change is shown first.' },
  { title: 'Fortryd, hvad den gjorde', since: 'Siden', act: 'Fortryd alt siden da…', hint: 'Hvad der ville ændre sig, vises først.' },
)

export function UndoSince({ id }: { id: string }) {
  const [since, setSince] = useState<unknown>(() => new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000).toISOString())
  const [state, set] = useState<{ busy: boolean; refused?: Refused }>({ busy: false })
  if (!may('audit:revert') || !may('audit:read')) return null
  const gather = async () => {
    set({ busy: true })
    try {
      const ids: string[] = []
      let cursor: string | undefined
      do { // newest first, so that what was changed twice is undone in turn; 2,000 at most
        const page = await read('audit.list', { actorPrefix: `apikey:${id}`, fromDate: String(since), kinds: ['change'], revertible: true, limit: 200, ...(cursor !== undefined && { cursor }) })
        ids.push(...page.items.filter((entry) => !entry.revertedAt).map((entry) => entry.id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined && ids.length < 2_000)
      set({ busy: false })
      openUndo(ids)
    } catch (thrown) {
      set({ busy: false, refused: asRefused(thrown) })
    }
  }
  return <section aria-labelledby="since"><h2 id="since">{t.title}</h2>
    <Input name="since" field={{ label: t.since, kind: 'time', hint: t.hint }} value={since} set={setSince} />
    <ProblemNote refused={state.refused} />
    <button type="button" class="second" disabled={state.busy || since === ''} onClick={() => void gather()}>{t.act}</button>
  </section>
}
