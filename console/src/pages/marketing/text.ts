// Words that several parts of the marketing use, and what a code takes off.
import type { Item, Schemas } from '../../lib/contract'
import { money } from '../../lib/format'
import { texts } from '../../lib/text'

export const t = texts(
  {
    code: 'Code', type: 'Takes off', value: 'How much', percent: 'per cent', fixed: 'an amount in kroner', until: 'Valid until', untilHint: 'Empty: without end.', limit: 'How often at most', limitHint: 'By all together. Empty: any number of times.',
    percentHint: '1 to 100 per cent of the goods.', fixedHint: 'Kroner off the goods.', codeHint: 'At least 3 characters; small and large letters are the same.', state: 'State', act: 'Act', made: (name: string) => `${name} created.`, kr: 'kr.',
    states: { on: 'on', off: 'off', expired: 'expired', usedUp: 'used up' }, never: 'no end',
  },
  {
    code: 'Kode', type: 'Trækker fra', value: 'Hvor meget', percent: 'procent', fixed: 'et beløb i kroner', until: 'Gælder til', untilHint: 'Tom: uden udløb.', limit: 'Højst antal gange', limitHint: 'For alle tilsammen. Tom: så tit man vil.',
    percentHint: '1 til 100 procent af varerne.', fixedHint: 'Kroner af varerne.', codeHint: 'Mindst 3 tegn; store og små bogstaver er ens.', state: 'Tilstand', act: 'Gør', made: (name: string) => `${name} er oprettet.`, kr: 'kr.',
    states: { on: 'til', off: 'fra', expired: 'udløbet', usedUp: 'brugt op' }, never: 'intet udløb',
  },
)

export type Discount = Item<'discounts.list'>
export type Type = Schemas['DiscountType']

export const typeChoices = [['percent', t.percent], ['fixed', t.fixed]] as const

/** worth is what a code takes off: "15 %" or "50.00 kr." */
export function worth({ type, value }: Pick<Discount, 'type' | 'value'>): string {
  return type === 'percent' ? `${value} %` : `${money(value)} ${t.kr}`
}

/** stateOf is whether a code can be used now, and why not. */
export function stateOf({ active, validUntil, usageLimit, usageCount }: Discount): string {
  if (!active) return t.states.off
  if (validUntil !== null && Date.parse(validUntil) < Date.now()) return t.states.expired
  return usageLimit !== null && usageCount >= usageLimit ? t.states.usedUp : t.states.on
}
