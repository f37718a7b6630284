// Erasing a customer: for good, by typing the e-mail address; open orders are named first.
import { useState } from 'preact/hooks'
import { useWrite } from '../../lib/answers'
import type { Result } from '../../lib/contract'
import { count } from '../../lib/format'
import { href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Confirm } from '../../parts/dialog'
import { Input } from '../../parts/fields'
import { orderNumber } from '../../parts/order'
import { ProblemNote } from '../../parts/problem'

const t = texts(
  {
    title: 'Erase this customer?', act: 'Erase for good', text: 'Names, addresses, telephone number, notes and tracking of all orders are forgotten. Amounts, products and dates stay, for the books. This cannot be undone. Download what is held first, if the person asked for it.',
    force: 'Erase despite open orders', open: 'Open orders:', done: 'The customer was erased', public: 'These public texts still name the person. Change them:', more: 'There are more of them.',
    counts: { ordersAnonymized: 'Orders', cartsAnonymized: 'Carts', auditEntriesAnonymized: 'Entries of the history', notesAnonymized: 'Notes about others', answersDeleted: 'Kept answers' },
  },
  {
    title: 'Slet kundens oplysninger?', act: 'Slet for altid', text: 'Navne, adresser, telefonnummer, noter og sporing på alle ordrer glemmes. Beløb, varer og datoer bliver, til regnskabet. Det kan ikke fortrydes. Hent først det, der gemmes, hvis personen har bedt om det.',
    force: 'Slet trods åbne ordrer', open: 'Åbne ordrer:', done: 'Kundens oplysninger er slettet', public: 'Disse offentlige tekster nævner stadig personen. Ret dem:', more: 'Der er flere af dem.',
    counts: { ordersAnonymized: 'Ordrer', cartsAnonymized: 'Kurve', auditEntriesAnonymized: 'Poster i historikken', notesAnonymized: 'Noter om andre', answersDeleted: 'Gemte svar' },
  },
)

type Done = Result<'customer.erase'>

interface Props {
  id: string
  email: string
  close: () => void
  /** Whether the call is under way, or was carried out. */
  begin: (erasing: boolean) => void
  done: (erased: Done) => void
}

export function Erase({ id, email, close, begin, done }: Props) {
  const write = useWrite('customer.erase')
  const [force, setForce] = useState(false)
  const open = write.refused?.problem.orderIds
  const act = async () => {
    begin(true)
    const erased = await write.send({ customerId: id, confirm: true, ...(force && { force }) })
    if (erased) done(erased.answer.result)
    else begin(false)
  }
  return <Confirm title={t.title} act={t.act} typed={email} busy={write.busy} close={close} onConfirm={() => void act()}>
    <p>{t.text}</p>
    <ProblemNote refused={write.refused}>
      {open && <p>{t.open} {open.map((order) => <a key={order} href={href('orders', [order])}>{orderNumber(order)} </a>)}</p>}
    </ProblemNote>
    {(open || force) && <Input name="force" field={{ label: t.force, kind: 'check' }} value={force} set={(value) => setForce(value === true)} />}
  </Confirm>
}

/** Where a public text is changed. */
const places: Record<string, string> = { page: 'content', service: 'content', product: 'catalogue' }

export function Erased({ erased }: { erased: Done }) {
  const counts = Object.entries(t.counts) as [keyof typeof t.counts, string][]
  return <>
    <h1>{t.done}</h1>
    <dl class="facts">{counts.map(([name, words]) => <div key={name}><dt>{words}</dt><dd>{count(erased[name])}</dd></div>)}</dl>
    {erased.publicTexts.length > 0 && <div class="note">
      <p>{t.public}</p>
      <ul>{erased.publicTexts.map(({ entityType, id, slug }) => <li key={id}>
        {entityType} <a href={href(places[entityType] ?? 'activity', places[entityType] ? publicAddress(entityType, slug ?? id) : [], places[entityType] ? {} : { entityType, entityId: id })}>{slug ?? id}</a>
      </li>)}</ul>
      {!erased.publicTextsComplete && <p>{t.more}</p>}
    </div>}
  </>
}

function publicAddress(entityType: string, slug: string): string[] {
  return entityType === 'product' ? [slug] : [`${entityType}s`, slug]
}
