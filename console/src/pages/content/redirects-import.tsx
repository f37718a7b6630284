// Many redirects from a file: checked first, imported when every line is right.
import { useState } from 'preact/hooks'
import { useWrite } from '../../lib/answers'
import type { Result } from '../../lib/contract'
import { count } from '../../lib/format'
import { texts } from '../../lib/text'
import { Input } from '../../parts/fields'
import { useLeave } from '../../parts/form'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { redirect } from './redirect'

const t = texts(
  {
    title: 'Many redirects', file: 'CSV file', lines: 'Lines', hint: 'One on each line: old address,where it leads,301. The last may be left out.', check: 'Check', import: 'Import', line: (n: string) => `Line ${n}:`,
    right: (n: string) => `${n} lines can be imported.`, wrong: 'Nothing can be imported until these are right:', more: (n: string) => `and ${n} more`,
  },
  {
    title: 'Mange omstillinger', file: 'CSV-fil', lines: 'Linjer', hint: 'En på hver linje: gammel adresse,hvor den fører hen,301. Det sidste kan udelades.', check: 'Kontrollér', import: 'Importér', line: (n: string) => `Linje ${n}:`,
    right: (n: string) => `${n} linjer kan importeres.`, wrong: 'Intet kan importeres, før disse er rigtige:', more: (n: string) => `og ${n} til`,
  },
)

export function RedirectsImport() {
  const write = useWrite('redirects.import')
  const [csv, setCsv] = useState('')
  const [checked, setChecked] = useState<Result<'redirects.import'>>()
  const change = (text: string) => {
    setCsv(text)
    setChecked(undefined)
    write.clear()
  }
  useLeave(csv !== '')
  const check = async () => {
    const done = await write.send({ csv, dryRun: true })
    if (done) setChecked(done.answer.result)
  }
  const send = async () => {
    const done = await write.send({ csv, confirm: true })
    if (!done) return
    if (done.answer.result.errors.length > 0) return setChecked(done.answer.result)
    change('')
    say(redirect.saved(done.answer.result.imported), done.requestId)
  }
  const button = needs('settings:write', write.busy || csv.trim() === '')
  return <section class="card" aria-labelledby="many">
    <h2 id="many">{t.title}</h2>
    <p class="field"><label for="csv">{t.file}</label><input id="csv" type="file" accept=".csv,text/csv,text/plain" onChange={(e) => {
      const [file] = e.currentTarget.files ?? []
      e.currentTarget.value = ''
      void file?.text().then(change)
    }} /></p>
    <Input name="lines" field={{ label: t.lines, kind: 'lines', rows: 6, max: 500_000, hint: t.hint }} value={csv} faults={write.refused?.faults('/csv')} set={(text) => change(String(text))} />
    <ProblemNote refused={write.refused} />
    {checked && <Checked result={checked} />}
    <p class="row"><button type="button" class="second" {...button} onClick={() => void check()}>{t.check}</button>
      <button type="button" {...button} disabled={button.disabled || !checked || checked.errors.length > 0} onClick={() => void send()}>{t.import}</button></p>
  </section>
}

function Checked({ result: { errors, valid } }: { result: Result<'redirects.import'> }) {
  if (errors.length === 0) return <p role="status">{t.right(count(valid))}</p>
  return <div role="alert"><p class="fault">{t.wrong}</p>
    <ul>{errors.slice(0, 50).map((one) => <li key={one.line}>{t.line(count(one.line))} {one.reason}</li>)}</ul>
    {errors.length > 50 && <p class="quiet">{t.more(count(errors.length - 50))}</p>}
  </div>
}
