// What people make keys for, with what such a key needs.
import type { Scope } from '../../lib/contract'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { allScopes } from '../../parts/scopes'
import type { Limits } from './limits'
import type { Holder } from './text'

const t = texts(
  {
    price: ['Price agent', 'changes products, prices and stock: prices by a fifth a day at most, deletes nothing'], support: ['Support agent', 'sees orders and customers, moves and refunds orders: beyond 500 kr. it asks'],
    content: ['Content agent', 'writes pages and services'], read: ['Read-only', 'sees everything except personal data, changes nothing'], owner: ['Owner', 'a person who may do everything that you may'],
  } as Record<Preset, [string, string]>,
  {
    price: ['Prisagent', 'ændrer varer, priser og lager: priser højst med en femtedel om dagen, sletter intet'], support: ['Supportagent', 'ser ordrer og kunder, flytter og refunderer ordrer: ud over 500 kr. spørger den'],
    content: ['Indholdsagent', 'skriver sider og ydelser'], read: ['Kun læse', 'ser alt undtagen personoplysninger, ændrer intet'], owner: ['Ejer', 'en person, der må alt det, du må'],
  } as Record<Preset, [string, string]>,
)

export type Preset = 'price' | 'support' | 'content' | 'read' | 'owner'

interface Preselected {
  name: string
  what: string
  holder: Holder
  scopes: Scope[]
  limits: Limits | null
}

const hidden = new Set<Scope>(['orders:read', 'customer:read', 'approvals:read', 'audit:read'])

const made: Record<Preset, Pick<Preselected, 'holder' | 'scopes' | 'limits'>> = {
  price: { holder: 'agent', scopes: ['catalog:read', 'categories:read', 'products:write', 'analytics:read'], limits: { maxPriceChangePercent: 20, maxWritesPerDay: 500, maxDeletesPerDay: 0 } },
  support: { holder: 'agent', scopes: ['catalog:read', 'orders:read', 'orders:write', 'payments:read', 'payments:write', 'customer:read'], limits: { maxRefundOere: 50_000, maxRefundOerePerDay: 200_000, approval: true } },
  content: { holder: 'agent', scopes: ['catalog:read', 'pages:read', 'pages:write'], limits: { maxWritesPerDay: 200, maxDeletesPerDay: 5 } },
  read: { holder: 'agent', scopes: allScopes.filter((scope) => scope.endsWith(':read') && !hidden.has(scope)), limits: null },
  owner: { holder: 'person', scopes: allScopes, limits: null },
}

/** presets is each of them; a key gives no scope that it lacks itself. */
export const presets = (Object.keys(made) as Preset[]).map((preset) => ({ preset, name: t[preset][0], what: t[preset][1] }))

/** preselected is what a preset fills in. */
export function preselected(preset: Preset): Preselected {
  const one = made[preset]
  return { ...one, name: preset === 'owner' ? '' : t[preset][0], what: t[preset][1], scopes: one.scopes.filter(may) }
}

export function isPreset(name: string | undefined): name is Preset { return name !== undefined && Object.hasOwn(made, name) }
