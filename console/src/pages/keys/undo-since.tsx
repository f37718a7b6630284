// Undoing everything that a key did since a moment.
import { useState } from 'preact/hooks'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Input } from '../../parts/fields'
import { undoFound } from '../../parts/asked'

const t = texts(
  { title: 'Undo what it did', since: 'Since', act: 'Undo all since then…', hint: 'What would change is shown first.' },
  { title: 'Fortryd, hvad den gjorde', since: 'Siden', act: 'Fortryd alt siden da…', hint: 'Hvad der ville ændre sig, vises først.' },
)

export function UndoSince({ id }: { id: string }) {
  const [since, setSince] = useState<unknown>(() => new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000).toISOString())
  if (!may('audit:revert') || !may('audit:read')) return null
  const act = () => undoFound([{ actorPrefix: `apikey:${id}`, fromDate: String(since) }], 2_000)
  return <section aria-labelledby="since"><h2 id="since">{t.title}</h2>
    <Input name="since" field={{ label: t.since, kind: 'time', hint: t.hint }} value={since} set={setSince} />
    <button type="button" class="second" disabled={since === ''} onClick={act}>{t.act}</button>
  </section>
}
