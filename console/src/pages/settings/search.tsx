// Words that mean the same when somebody searches.
import { useResult, useWrite } from '../../lib/answers'
import type { Body } from '../../lib/contract'
import { href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Edit } from '../../parts/edit'
import type { Field } from '../../parts/fields'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'

const t = texts(
  { label: 'Words that find each other', hint: 'A line for each group, its words separated by commas: laptop, notebook, bærbar. Single words only.', saved: 'The synonyms are saved.', missed: 'What was searched and not found' },
  { label: 'Ord, der finder hinanden', hint: 'En linje for hver gruppe, ordene adskilt af komma: laptop, notebook, bærbar. Kun enkelte ord.', saved: 'Synonymerne er gemt.', missed: 'Hvad der blev søgt og ikke fundet' },
)

type Typed = Record<keyof Omit<Body<'settings.update_search'>, 'expectedUpdatedAt'>, string>

const fields = { synonyms: { label: t.label, hint: t.hint, kind: 'lines', rows: 18 } } satisfies Record<keyof Typed, Field>

function groups(text: string): string[][] {
  return text.split('\n').map((line) => line.split(/[,;]/).map((word) => word.trim()).filter((word) => word !== '')).filter((group) => group.length > 0)
}

export function Search() {
  const settings = useResult('settings.get', { type: 'search' })
  const write = useWrite('settings.update_search')
  const now = settings.data
  if (!now?.search) return settings.refused ? <ProblemNote refused={settings.refused} again={settings.again} /> : <Loading />
  const text = now.search.synonyms.map((group) => group.join(', ')).join('\n')
  return <>
    <p><a href={href('analytics')}>{t.missed}</a></p>
    <Edit<Typed> stored={{ synonyms: text }} fields={fields} version={now.updatedAt} writing={write} barred={needs('settings:write').title}
      save={async (_, version, { synonyms }) => {
        const done = await write.send({ synonyms: groups(synonyms), ...(version !== undefined && { expectedUpdatedAt: version }) })
        if (done) say(t.saved, done.requestId)
      }} />
  </>
}
