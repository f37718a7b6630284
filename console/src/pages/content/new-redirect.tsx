// One redirect more, or another place for one that is there.
import { useState } from 'preact/hooks'
import { useWrite } from '../../lib/answers'
import { texts } from '../../lib/text'
import { type Field, Fields } from '../../parts/fields'
import { useForm } from '../../parts/form'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { csvLine, kinds, redirect } from './redirect'

const t = texts(
  { title: 'One redirect', fromHint: 'A path such as /old-page.', toHint: 'A path such as /info/about, or an https address.', save: 'Save the redirect' },
  { title: 'Én omstilling', fromHint: 'En sti som /gammel-side.', toHint: 'En sti som /info/om-os eller en https-adresse.', save: 'Gem omstillingen' },
)

const begin = { from: '', to: '', status: '301' }

const fields = {
  from: { label: redirect.from, kind: 'code', hint: t.fromHint, required: true, max: 1500 },
  to: { label: redirect.to, kind: 'code', hint: t.toHint, required: true, max: 2000 },
  status: { label: redirect.kind, kind: 'choice', choices: kinds },
} satisfies Record<keyof typeof begin, Field>

export function NewRedirect() {
  const write = useWrite('redirects.import')
  const form = useForm(begin, { refused: write.refused })
  const [faults, setFaults] = useState<string[]>([])
  const send = async () => {
    const { from, to, status } = form.value
    const done = await write.send({ csv: csvLine(from.trim(), to.trim(), status), confirm: true })
    if (!done) return
    const { errors } = done.answer.result
    setFaults(errors.map((one) => one.reason))
    if (errors.length > 0) return
    say(redirect.saved(1), done.requestId)
    form.reset()
  }
  return <form class="card" onSubmit={(e) => { e.preventDefault(); void send() }}>
    <h2>{t.title}</h2>
    <Fields form={form} fields={fields} />
    {faults.length > 0 && <p class="fault" role="alert">{faults.join(' ')}</p>}
    <ProblemNote refused={write.refused} />
    <button {...needs('settings:write', write.busy)}>{t.save}</button>
  </form>
}
