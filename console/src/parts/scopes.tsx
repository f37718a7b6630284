// What a key may do, in groups, with what each scope permits.
import type { Scope } from '../lib/contract'
import { may } from '../lib/session'
import { texts } from '../lib/text'

interface Words { people: string; lacks: string; groups: Record<Group, string>; scopes: Record<Scope, string> }
type Group = 'catalogue' | 'orders' | 'content' | 'control'

const t = texts<Words>(
  {
    people: 'for persons only', lacks: 'your key lacks it',
    groups: { catalogue: 'Catalogue and marketing', orders: 'Orders and customers', content: 'Content and settings', control: 'Control' },
    scopes: {
      'catalog:read': 'read products', 'categories:read': 'read categories', 'products:write': 'change products, prices and stock', 'categories:write': 'change categories',
      'discounts:read': 'see discount codes', 'discounts:write': 'change discount codes', 'marketing:write': 'run campaigns',
      'cart:write': 'fill carts', 'orders:read': 'see orders (personal data)', 'orders:write': 'place and move orders, refund', 'payments:read': 'see payments', 'payments:write': 'begin and cancel payments, take and give back money', 'customer:read': 'see customers (personal data)', 'analytics:read': 'see figures',
      'pages:read': 'read drafts of pages', 'pages:write': 'change pages and services', 'settings:read': 'see settings and webhooks', 'settings:write': 'change settings and webhooks',
      'features:read': 'see switches', 'features:write': 'turn switches',
      'audit:read': 'read what happened', 'audit:revert': 'undo changes', 'approvals:read': 'see approvals', 'approvals:decide': 'approve or reject', 'keys:read': 'see keys', 'keys:write': 'make and stop keys',
    },
  },
  {
    people: 'kun til personer', lacks: 'din nøgle mangler det',
    groups: { catalogue: 'Katalog og markedsføring', orders: 'Ordrer og kunder', content: 'Indhold og indstillinger', control: 'Kontrol' },
    scopes: {
      'catalog:read': 'læse varer', 'categories:read': 'læse kategorier', 'products:write': 'ændre varer, priser og lager', 'categories:write': 'ændre kategorier',
      'discounts:read': 'se rabatkoder', 'discounts:write': 'ændre rabatkoder', 'marketing:write': 'køre kampagner',
      'cart:write': 'fylde kurve', 'orders:read': 'se ordrer (personoplysninger)', 'orders:write': 'afgive og flytte ordrer, refundere', 'payments:read': 'se betalinger', 'payments:write': 'begynde og annullere betalinger, trække penge og give dem tilbage', 'customer:read': 'se kunder (personoplysninger)', 'analytics:read': 'se tal',
      'pages:read': 'læse kladder af sider', 'pages:write': 'ændre sider og ydelser', 'settings:read': 'se indstillinger og webhooks', 'settings:write': 'ændre indstillinger og webhooks',
      'features:read': 'se kontakter', 'features:write': 'slå kontakter til og fra',
      'audit:read': 'læse, hvad der skete', 'audit:revert': 'fortryde ændringer', 'approvals:read': 'se godkendelser', 'approvals:decide': 'godkende eller afvise', 'keys:read': 'se nøgler', 'keys:write': 'lave og stoppe nøgler',
    },
  },
)

/** scopeWords is what a scope permits. */
export const scopeWords: Record<Scope, string> = t.scopes

/** allScopes is every scope, in the order in which they are shown. */
export const allScopes = Object.keys(t.scopes) as Scope[]

/** personal is the scopes that are given to persons alone. */
export const personal: ReadonlySet<Scope> = new Set<Scope>(['keys:write', 'approvals:decide'])

const begins: Record<Group, Scope> = { catalogue: 'catalog:read', orders: 'cart:write', content: 'pages:read', control: 'audit:read' }

interface Props {
  chosen: readonly Scope[]
  set: (scopes: Scope[]) => void
  /** Whether a person will hold the key. */
  person: boolean
}

/** Scopes lets somebody choose scopes; what cannot be given is disabled, with the reason. */
export function Scopes({ chosen, set, person }: Props) {
  const starts = Object.entries(begins) as [Group, Scope][]
  return <div class="grid">
    {starts.map(([group, first], at) => {
      const next = starts[at + 1]?.[1]
      const of = allScopes.slice(allScopes.indexOf(first), next === undefined ? undefined : allScopes.indexOf(next))
      return <fieldset key={group}><legend>{t.groups[group]}</legend>
        {of.map((scope) => {
          const barred = !may(scope) ? t.lacks : personal.has(scope) && !person ? t.people : undefined
          const id = `scope-${scope}`
          return <div key={scope} class="field check">
            <input id={id} type="checkbox" disabled={barred !== undefined} checked={chosen.includes(scope)}
              onChange={(e) => set(e.currentTarget.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))} />
            <label for={id}>{t.scopes[scope]} <span class="quiet">{barred ?? scope}</span></label>
          </div>
        })}
      </fieldset>
    })}
  </div>
}
