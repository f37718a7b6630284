// What was searched and not found, and words that mean the same.
import { useState } from 'preact/hooks'
import { useResult, useWrite } from '../../lib/answers'
import { count, dateTime } from '../../lib/format'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Dialog } from '../../parts/dialog'
import { Input } from '../../parts/fields'
import { listed } from '../../parts/got'
import { List } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { bounds, type Days } from './period'
import { Part } from './tables'

const t = texts(
  {
    title: 'Searched and not found', words: 'Words', times: 'Times', last: 'Last', none: 'Everything that was searched was found.', what: 'Synonym', add: 'Add a synonym', single: 'Synonyms are single words.',
    for: (q: string) => `A search for “${q}” also finds`, hint: 'Single words, separated by commas, such as the ones your products use.', saved: 'The synonym is saved.', save: 'Save', known: 'Known already:',
  },
  {
    title: 'Søgt og ikke fundet', words: 'Ord', times: 'Gange', last: 'Sidst', none: 'Alt, hvad der blev søgt efter, blev fundet.', what: 'Synonym', add: 'Tilføj et synonym', single: 'Synonymer er enkelte ord.',
    for: (q: string) => `En søgning på “${q}” finder også`, hint: 'Enkelte ord adskilt af komma, fx dem dine varer bruger.', saved: 'Synonymet er gemt.', save: 'Gem', known: 'Kendes allerede:',
  },
)

export function Searches({ days }: { days: Days }) {
  const read = useResult('analytics.search_terms', { ...bounds(days), noResultsOnly: true, limit: 20 })
  const [word, setWord] = useState<string>()
  return <Part id="searches" title={t.title}>
    <List label={t.title} list={listed(read)} id={(one) => one.q} name={(one) => one.q} empty={t.none} columns={[
      { head: t.words, cell: (one) => one.q },
      { head: t.times, right: true, cell: (one) => count(one.count) },
      { head: t.last, cell: (one) => dateTime(one.lastSeenAt) },
      { head: t.what, cell: (one) => /\s/.test(one.q) ? <span class="quiet">{t.single}</span>
        : <button type="button" class="small" {...needs('settings:write')} onClick={() => setWord(one.q)}>{t.add}</button> },
    ]} />
    {word !== undefined && <Synonym word={word} close={() => setWord(undefined)} />}
  </Part>
}

function Synonym({ word, close }: { word: string; close: () => void }) {
  const stored = useResult('settings.get', { type: 'search' }, { enabled: may('settings:read') })
  const write = useWrite('settings.update_search')
  const [typed, setTyped] = useState<unknown>('')
  const groups = stored.data?.search?.synonyms
  const known = groups?.filter((group) => group.includes(word)) ?? []
  const words = String(typed ?? '').split(/[\s,;]+/).filter((one) => one !== '')
  const save = async () => {
    if (!stored.data || !groups) return
    const done = await write.send({ synonyms: [...groups, [word, ...words]], expectedUpdatedAt: stored.data.updatedAt })
    if (!done) return
    close()
    say(t.saved, done.requestId)
  }
  const again = () => { write.clear(); stored.again() }
  return <Dialog title={t.add} close={close}>
    <form onSubmit={(e) => { e.preventDefault(); void save() }}>
      <Input name="words" field={{ label: t.for(word), hint: t.hint }} value={typed} faults={write.refused?.faults('/synonyms')} set={setTyped} />
      {known.length > 0 && <p class="quiet">{t.known} {known.map((group) => group.join(', ')).join(' · ')}</p>}
      <ProblemNote refused={stored.refused} again={stored.again} />
      <ProblemNote refused={write.refused} {...(write.refused?.code === 'version_conflict' && { again })} />
      <footer><button disabled={write.busy || !groups || words.length === 0}>{t.save}</button></footer>
    </form>
  </Dialog>
}
