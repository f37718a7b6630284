// A new campaign: a line that the shop announces, and a code of its own.
import { useWrite } from '../../lib/answers'
import type { Body } from '../../lib/contract'
import { back, href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Create } from '../../parts/create'
import type { Field } from '../../parts/fields'
import { say } from '../../parts/toast'
import { valueField } from './fields'
import { Fresh } from './fresh'
import { t as shared, type Type, typeChoices } from './text'

const t = texts(
  {
    back: 'All campaigns', new: 'New campaign', says: 'What the shop announces', saysHint: 'One line, such as: 20% off all frames with the code SUMMER.', from: 'From', fromHint: 'Empty: now. The code works at once in any case.', to: 'To', toHint: 'Empty: until you end it.',
    until: 'The code is valid until', untilHint: 'Empty: as long as the campaign.', make: 'Begin the campaign', made: 'The campaign is created.',
  },
  {
    back: 'Alle kampagner', new: 'Ny kampagne', says: 'Hvad butikken meddeler', saysHint: 'Én linje, for eksempel: 20 % på alle stel med koden SOMMER.', from: 'Fra', fromHint: 'Tom: nu. Koden virker straks under alle omstændigheder.', to: 'Til', toHint: 'Tom: til du afslutter den.',
    until: 'Koden gælder til', untilHint: 'Tom: så længe kampagnen.', make: 'Begynd kampagnen', made: 'Kampagnen er oprettet.',
  },
)

interface NewCampaign {
  announcement: string
  discountCode: string
  discountType: Type
  discountValue: number | undefined
  startsAt: string | null
  endsAt: string | null
  validUntil: string | null
}

const begin: NewCampaign = { announcement: '', discountCode: '', discountType: 'percent', discountValue: undefined, startsAt: null, endsAt: null, validUntil: null }

function fieldsOf(type: Type) {
  return {
    announcement: { label: t.says, required: true, max: 200, hint: t.saysHint },
    discountCode: { label: shared.code, kind: 'code', required: true, max: 64, hint: shared.codeHint },
    discountType: { label: shared.type, kind: 'choice', choices: typeChoices },
    discountValue: valueField(type),
    startsAt: { label: t.from, kind: 'time', nullable: true, hint: t.fromHint },
    endsAt: { label: t.to, kind: 'time', nullable: true, hint: t.toHint },
    validUntil: { label: t.until, kind: 'time', nullable: true, hint: t.untilHint },
  } satisfies Record<keyof Body<'marketing.create_campaign'>, Field>
}

export function NewCampaign() {
  const write = useWrite('marketing.create_campaign')
  const send = async ({ startsAt, endsAt, validUntil, discountValue = 0, ...campaign }: NewCampaign) => {
    const done = await write.send({ ...campaign, discountValue, ...(startsAt !== null && { startsAt }), ...(endsAt !== null && { endsAt }), ...(validUntil !== null && { validUntil }) })
    if (!done) return undefined
    say(t.made, done.requestId)
    return href('marketing', ['campaigns'])
  }
  return <>
    <p><a href={back('marketing', ['campaigns'])}>← {t.back}</a></p>
    <h1>{t.new}</h1>
    <Create begin={begin} fields={(form) => fieldsOf(form.value.discountType)} act={t.make} scope="marketing:write" writing={write} send={send}>
      {(form) => <Fresh form={form} type="discountType" value="discountValue" />}
    </Create>
  </>
}
