// Where old addresses lead: a list, one more, and many from a file.
import { useList, useWrite } from '../../lib/answers'
import type { Item } from '../../lib/contract'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { List } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { RedirectsImport } from './redirects-import'
import { NewRedirect } from './new-redirect'
import { kinds, redirect } from './redirect'
import { t as shared } from './text'

const t = texts(
  { label: 'Redirects', none: 'No redirects. When an address changes, add where the old one leads, so that no link is broken.' },
  { label: 'Omstillinger', none: 'Ingen omstillinger. Når en adresse ændres, så tilføj, hvor den gamle fører hen, så ingen links er døde.' },
)

export function Redirects() {
  const list = useList('redirects.list', { limit: 100 }, { enabled: may('settings:read') })
  const remove = useWrite('redirects.delete')
  const lacking = needs('settings:read').title
  const drop = async ({ fromPath }: Item<'redirects.list'>) => {
    const done = await remove.send({ fromPath, confirm: true })
    if (done) say(shared.deleted(fromPath), done.requestId)
  }
  return <>
    {lacking !== undefined && <p class="note">{lacking}</p>}
    <ProblemNote refused={remove.refused} />
    <List label={t.label} list={list} id={(one) => one.fromPath} name={(one) => one.fromPath} empty={t.none} columns={[
      { head: redirect.from, cell: (one) => <code>{one.fromPath}</code> },
      { head: redirect.to, cell: (one) => <code>{one.toPath}</code> },
      { head: redirect.kind, cell: (one) => kinds.find(([status]) => status === String(one.status))?.[1] ?? one.status },
      { head: shared.act, cell: (one) => <button type="button" class="small" {...needs('settings:write', remove.busy)} onClick={() => void drop(one)}>{shared.delete}<span class="unseen"> {one.fromPath}</span></button> },
    ]} />
    <div class="grid"><NewRedirect /><RedirectsImport /></div>
  </>
}
