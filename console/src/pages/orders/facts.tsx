// Who ordered, where it goes, and its money.
import type { ComponentChildren } from 'preact'
import type { Result } from '../../lib/contract'
import { dateTime, money } from '../../lib/format'
import { href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Copy } from '../../parts/copy'
import { wayName } from '../../parts/payment'

const t = texts(
  {
    who: 'Who ordered', email: 'E-mail', phone: 'Telephone', customer: 'Open the customer', orders: 'Their orders', by: 'Placed by', agent: 'a software agent', person: 'a person', channel: 'Came by', placed: 'Placed',
    to: 'Delivery', bill: 'Bill', same: 'to the same address', money: 'Money', goods: 'Goods', discount: 'Discount', shipping: 'Shipping', total: 'Total', vat: 'of which VAT', paid: 'Paid', refunded: 'Refunded', remains: 'Remains', owed: 'Owed back',
    method: 'Method', at: 'Paid at', disputed: 'Contested', reference: 'Reference', invoice: 'Invoice', mail: 'Confirmation sent', currency: 'Currency',
  },
  {
    who: 'Hvem bestilte', email: 'E-mail', phone: 'Telefon', customer: 'Åbn kunden', orders: 'Kundens ordrer', by: 'Afgivet af', agent: 'en softwareagent', person: 'en person', channel: 'Kom via', placed: 'Afgivet',
    to: 'Levering', bill: 'Regning', same: 'til samme adresse', money: 'Penge', goods: 'Varer', discount: 'Rabat', shipping: 'Fragt', total: 'I alt', vat: 'heraf moms', paid: 'Betalt', refunded: 'Refunderet', remains: 'Tilbage', owed: 'Skyldes tilbage',
    method: 'Betalt med', at: 'Betalt den', disputed: 'Indsigelse', reference: 'Reference', invoice: 'Faktura', mail: 'Bekræftelse sendt', currency: 'Valuta',
  },
)

type Fact = readonly [string, ComponentChildren]

/** What is not known is left out. */
function List({ facts }: { facts: readonly Fact[] }) {
  return <dl class="facts">{facts.filter(([, value]) => value !== null && value !== undefined && value !== '').map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
}

const when = (at: string | null) => at === null ? null : <time dateTime={at} title={at}>{dateTime(at)}</time>
const lines = (...parts: (string | null)[]) => parts.filter((part) => part).join('\n')

export function Facts({ order, paid }: { order: Result<'orders.get'>; paid: Result<'orders.refunds'> | undefined }) {
  const delivery = lines(order.shippingName, order.shippingAddress, `${order.shippingZip} ${order.shippingCity}`)
  const bill = order.billingName === null ? '' : lines(order.billingName, order.billingAddress, `${order.billingZip ?? ''} ${order.billingCity ?? ''}`, order.billingCountry)
  return <>
    <section class="card" aria-labelledby="who">
      <h2 id="who">{t.who}</h2>
      <List facts={[
        [t.email, order.email], [t.phone, order.phoneNumber], [t.by, order.isAiGenerated ? `⚙ ${order.aiAgentSource ?? t.agent}` : `☺ ${t.person}`],
        [t.channel, order.channel], [t.placed, when(order.createdAt)], [t.mail, when(order.confirmationEmailSentAt)],
      ]} />
      <p class="row"><a href={order.userId === null ? href('customers', [], { q: order.email }) : href('customers', [order.userId])}>{t.customer}</a> <a href={href('orders', [], { email: order.email })}>{t.orders}</a></p>
    </section>
    <section class="card" aria-labelledby="to">
      <h2 id="to">{t.to}</h2>
      <Address text={delivery} />
      <h3>{t.bill}</h3>
      {bill === '' ? <p>{t.same}</p> : <Address text={bill} />}
    </section>
    <section class="card" aria-labelledby="money">
      <h2 id="money">{t.money}</h2>
      <List facts={[
        [t.goods, money(order.subtotalDkk)], [t.discount, order.discountDkk > 0 ? <>−{money(order.discountDkk)} {order.discountCode && <a href={href('marketing', [], { q: order.discountCode })}>{order.discountCode}</a>}</> : null],
        [t.shipping, money(order.shippingDkk)], [t.total, <strong>{money(order.totalDkk)}</strong>], [t.vat, order.vatOere === null ? null : money(order.vatOere)],
        ...(paid ? [[t.paid, money(paid.paidOere)], [t.refunded, paid.refundedOere > 0 ? money(paid.refundedOere) : null], [t.remains, paid.refundedOere > 0 ? money(paid.remainingOere) : null],
          [t.owed, paid.refundOwedOere > 0 ? <span class="warn">{money(paid.refundOwedOere)}</span> : null]] as const : []),
        [t.method, order.paymentMethod && wayName(...order.paymentMethod.split(/:(.*)/s) as [string, string?])], [t.at, when(order.paidAt)], [t.disputed, when(order.disputedAt)], [t.reference, order.cardProcessorPaymentIntentId && <code>{order.cardProcessorPaymentIntentId}</code>],
        [t.currency, order.currency === 'DKK' ? null : `${order.currency} × ${order.fxRate}`],
        [t.invoice, order.invoicePdfUrl?.startsWith('https://') ? <a href={order.invoicePdfUrl} target="_blank" rel="noreferrer">{order.invoiceId ?? t.invoice}</a> : order.invoiceId],
      ]} />
    </section>
  </>
}

function Address({ text }: { text: string }) {
  return <address class="row"><span class="lines">{text}</span> <Copy text={text} /></address>
}
