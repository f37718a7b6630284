// Texts that several parts of the page of keys share.
import type { Schemas } from '../../lib/contract'
import { texts } from '../../lib/text'

export type Holder = Schemas['Holder']

export const t = texts(
  {
    holders: { person: 'person', agent: 'agent', program: 'program' } as Record<Holder, string>,
    active: 'works', paused: 'paused', expired: 'expired', revoked: 'revoked', never: 'never',
    name: 'Name', nameHint: 'What it is for: it stands in the history with everything the key does.', holder: 'Held by', holderHint: 'An agent: a model decides. A program: its code decides. “Stop agents” stops both, not persons.',
    scopes: 'What it may do', quota: 'Calls in quick succession, at most', quotaHint: 'Empty: as the service is set.', expires: 'Stops working', expiresHint: 'Empty: never.', limits: 'Limits', limitsHint: 'What a mistake may cost at most. Empty: not limited.', pausedField: 'Paused: each of its calls is refused',
    calls: 'Calls', errors: 'Refused or failed',
  },
  {
    holders: { person: 'person', agent: 'agent', program: 'program' } as Record<Holder, string>,
    active: 'virker', paused: 'på pause', expired: 'udløbet', revoked: 'tilbagekaldt', never: 'aldrig',
    name: 'Navn', nameHint: 'Hvad den er til: navnet står i historikken ved alt, hvad nøglen gør.', holder: 'Bruges af', holderHint: 'En agent: en model bestemmer. Et program: dets kode bestemmer. “Stop agenter” stopper begge, ikke personer.',
    scopes: 'Hvad den må', quota: 'Kald lige efter hinanden, højst', quotaHint: 'Tomt: som tjenesten er sat op.', expires: 'Holder op med at virke', expiresHint: 'Tomt: aldrig.', limits: 'Grænser', limitsHint: 'Hvad en fejl højst må koste. Tomt: ingen grænse.', pausedField: 'På pause: hvert kald afvises',
    calls: 'Kald', errors: 'Afvist eller mislykket',
  },
)

/** state is whether a key works, in a word. */
export function state(key: Schemas['ApiKey']): string {
  if (key.revokedAt) return t.revoked
  if (key.expiresAt && Date.parse(key.expiresAt) <= Date.now()) return t.expired
  return key.pausedAt ? t.paused : t.active
}

/** inUse is whether a key works, or would again when it is resumed. */
export function inUse(key: Schemas['ApiKey']): boolean {
  const now = state(key)
  return now === t.active || now === t.paused
}
