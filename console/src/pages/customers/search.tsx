// Customers are found when a person asks: by name, e-mail or telephone. There is no list of all.
import { useList, useResult } from '../../lib/answers'
import { count, date, money } from '../../lib/format'
import { href, refine, useRoute } from '../../lib/route'
import { texts } from '../../lib/text'
import { List, Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'

const t = texts(
  {
    title: 'Customers', label: 'Name, e-mail, telephone or tracking number', find: 'Search', begin: 'Search by name, e-mail or telephone.', recorded: 'Each search, and each customer that you open, is recorded.',
    none: 'Nobody found. Write the beginning of a name, a whole e-mail address, or a whole telephone number.', phone: (n: string) => n === '1' ? 'One order has this telephone number.' : `${n} orders have this telephone number.`, open: 'Open the customer',
    name: 'Name', email: 'E-mail', orders: 'Orders', spent: 'Spent', last: 'Last order', since: 'Customer since',
  },
  {
    title: 'Kunder', label: 'Navn, e-mail, telefon eller sporingsnummer', find: 'Søg', begin: 'Søg på navn, e-mail eller telefon.', recorded: 'Hver søgning, og hver kunde du åbner, registreres.',
    none: 'Ingen fundet. Skriv begyndelsen af et navn, en hel e-mailadresse eller et helt telefonnummer.', phone: (n: string) => n === '1' ? 'Én ordre har dette telefonnummer.' : `${n} ordrer har dette telefonnummer.`, open: 'Åbn kunden',
    name: 'Navn', email: 'E-mail', orders: 'Ordrer', spent: 'Købt for', last: 'Seneste ordre', since: 'Kunde siden',
  },
)

export function Search() {
  const { query: { q } } = useRoute()
  return <>
    <header class="row"><h1>{t.title}</h1><span class="quiet">{t.recorded}</span></header>
    <form key={q} class="bar" role="search" autocomplete="off" onSubmit={(e) => {
      e.preventDefault()
      refine({ q: String(new FormData(e.currentTarget).get('q') ?? '').trim() || undefined })
    }}>
      <label>{t.label}<input type="search" name="q" size={36} maxLength={200} defaultValue={q ?? ''} /></label>
      <button {...needs('customer:read')}>{t.find}</button>
    </form>
    {q === undefined ? <div class="empty">{t.begin}</div> : <Found key={q} q={q} />}
  </>
}

/** A telephone number is looked up as one, and else searched as a text: a tracking number looks like it. */
function Found({ q }: { q: string }) {
  const isNumber = /^\+?[\d\s().-]{6,40}$/.test(q)
  const phone = useResult('customer.lookup_by_phone', { phone: q }, { enabled: isNumber })
  const known = phone.data?.customerId
  const list = useList('customer.list', { q, limit: 50 }, { enabled: !isNumber || phone.data?.hasOrders === false })
  if (phone.refused) return <ProblemNote refused={phone.refused} again={phone.again} />
  if (phone.data && known) {
    return <section class="card">
      <h2>{phone.data.lastShipping?.name}</h2>
      <p>{t.phone(count(phone.data.orderCount))}</p>
      <a class="button" href={href('customers', [known])}>{t.open}</a>
    </section>
  }
  if (phone.loading) return <Loading />
  return <List label={t.title} list={list} id={(one) => one.id} name={(one) => one.name} to={(one) => href('customers', [one.id])} empty={t.none} columns={[
    { head: t.name, cell: (one) => one.name },
    { head: t.email, cell: (one) => one.email },
    { head: t.orders, right: true, cell: (one) => count(one.orderCount) },
    { head: t.spent, right: true, cell: (one) => money(one.totalSpentOere) },
    { head: t.last, cell: (one) => date(one.lastOrderAt) },
    { head: t.since, cell: (one) => date(one.createdAt) },
  ]} />
}
