// What the shop is called, what it charges for shipping and contains as VAT, and when money is taken.
import { useResult, useWrite } from '../../lib/answers'
import type { Body, Patch } from '../../lib/contract'
import { texts } from '../../lib/text'
import { Edit } from '../../parts/edit'
import type { Field } from '../../parts/fields'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { Picture } from '../../parts/picture'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { Percent } from './percent'

const t = texts(
  {
    shop: 'The shop', storeName: 'Name', tagline: 'Line below the name', announcement: 'Announcement', announcementHint: 'While a campaign runs, its announcement is shown instead.', supportEmail: 'Customers write to', logoUrl: 'Logo', locale: 'Language of the shop',
    languages: [['da', 'Danish'], ['en', 'English']] as [string, string][], hidden: (by: string) => `Saved. A campaign announces “${by}” instead for now.`, saved: 'Saved.',
    shipping: 'Shipping', fee: 'Shipping costs, kr.', free: 'Free from, kr.', freeHint: 'Of the goods before discount.', tax: 'VAT', rate: 'VAT that prices contain, %', rateHint: 'Prices stay the same; orders that exist keep their VAT.',
    payments: 'Payments', captureOn: 'Money is taken', captureHint: 'Of payments that are begun from now on. Until then it is reserved.', late: 'Money that comes too late is given back by itself', lateHint: 'For an order that was cancelled meanwhile, or paid already.', moments: [['payment', 'when the buyer pays'], ['shipment', 'when the order is shipped']] as [string, string][],
  },
  {
    shop: 'Butikken', storeName: 'Navn', tagline: 'Linje under navnet', announcement: 'Meddelelse', announcementHint: 'Mens en kampagne kører, vises dens meddelelse i stedet.', supportEmail: 'Kunder skriver til', logoUrl: 'Logo', locale: 'Butikkens sprog',
    languages: [['da', 'dansk'], ['en', 'engelsk']] as [string, string][], hidden: (by: string) => `Gemt. En kampagne viser “${by}” i stedet indtil videre.`, saved: 'Gemt.',
    shipping: 'Fragt', fee: 'Fragt koster, kr.', free: 'Gratis fra, kr.', freeHint: 'Af varerne før rabat.', tax: 'Moms', rate: 'Moms, som priserne indeholder, %', rateHint: 'Priserne bliver de samme; eksisterende ordrer beholder deres moms.',
    payments: 'Betalinger', captureOn: 'Penge trækkes', captureHint: 'For betalinger, der begyndes fra nu af. Indtil da er pengene reserveret.', late: 'Penge, der kommer for sent, gives tilbage af sig selv', lateHint: 'Til en ordre, der imens blev annulleret, eller som allerede var betalt.', moments: [['payment', 'når køberen betaler'], ['shipment', 'når ordren afsendes']] as [string, string][],
  },
)

const branding = {
  storeName: { label: t.storeName, required: true, max: 100 },
  tagline: { label: t.tagline, nullable: true, max: 200 },
  announcement: { label: t.announcement, hint: t.announcementHint, nullable: true, max: 200 },
  supportEmail: { label: t.supportEmail, kind: 'email', nullable: true, max: 254 },
  logoUrl: { label: t.logoUrl, own: (value, set) => <Picture label={t.logoUrl} value={value} set={(url) => set(url || null)} /> },
  locale: { label: t.locale, kind: 'choice', choices: t.languages },
} satisfies Record<keyof Patch<'settings.update_branding'>, Field>

type Terms = Omit<Body<'settings.update_shipping'>, 'expectedUpdatedAt'>

const shipping = {
  shippingFeeOere: { label: t.fee, kind: 'money' },
  freeShippingThresholdOere: { label: t.free, hint: t.freeHint, kind: 'money' },
} satisfies Record<keyof Terms, Field>

const tax = {
  vatRatePercent: { label: t.rate, hint: t.rateHint, own: (value, set) => <Percent label={t.rate} value={value} set={set} /> },
} satisfies Record<keyof Patch<'settings.update_tax'>, Field>

const payments = {
  captureOn: { label: t.captureOn, hint: t.captureHint, kind: 'choice', choices: t.moments },
  refundLatePayments: { label: t.late, hint: t.lateHint, kind: 'check' },
} satisfies Record<keyof Patch<'settings.update_payments'>, Field>

export function Shop() {
  const settings = useResult('settings.get', {})
  const brand = useWrite('settings.update_branding')
  const terms = useWrite('settings.update_shipping')
  const vat = useWrite('settings.update_tax')
  const taking = useWrite('settings.update_payments')
  const now = settings.data
  const barred = needs('settings:write').title
  if (!now) return settings.refused ? <ProblemNote refused={settings.refused} again={settings.again} /> : <Loading />
  const { updatedAt: version } = now
  return <>
    {now.branding && <><h2>{t.shop}</h2>
      <Edit<Required<Patch<'settings.update_branding'>>> stored={{ ...now.branding, locale: now.branding.locale === 'en' ? 'en' : 'da' }} fields={branding} version={version} at="/patch" writing={brand} barred={barred}
        save={async (patch, read) => {
          const done = await brand.send({ patch, ...by(read) })
          if (done) say(done.answer.result.hiddenBy !== null && patch.announcement !== undefined ? t.hidden(done.answer.result.hiddenBy) : t.saved, done.requestId)
        }} /></>}
    {now.shipping && <><h2>{t.shipping}</h2>
      <Edit<Terms> stored={now.shipping} fields={shipping} version={version} writing={terms} barred={barred}
        save={async (_, read, all) => {
          const done = await terms.send({ ...all, ...by(read) })
          if (done) say(t.saved, done.requestId)
        }} /></>}
    {now.tax && <><h2>{t.tax}</h2>
      <Edit<Required<Patch<'settings.update_tax'>>> stored={now.tax} fields={tax} version={version} at="/patch" writing={vat} barred={barred}
        save={async (patch, read) => {
          const done = await vat.send({ patch, ...by(read) })
          if (done) say(t.saved, done.requestId)
        }} /></>}
    {now.payments && <><h2>{t.payments}</h2>
      <Edit<Required<Patch<'settings.update_payments'>>> stored={now.payments} fields={payments} version={version} at="/patch" writing={taking} barred={barred}
        save={async (patch, read) => {
          const done = await taking.send({ patch, ...by(read) })
          if (done) say(t.saved, done.requestId)
        }} /></>}
  </>
}

function by(version: string | undefined): { expectedUpdatedAt?: string } {
  return version === undefined ? {} : { expectedUpdatedAt: version }
}
