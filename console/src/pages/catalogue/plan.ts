// What a bulk edit makes of the chosen products: pure, so that it can be shown before it is sent.
import type { Item, Schemas } from '../../lib/contract'
import { readMoney } from '../../lib/format'

export type Hit = Item<'products.search'>
export type BulkItem = Schemas['ProductsBulkItem']

/** fields is what can be changed of many at once. */
export const fields = ['priceDkk', 'stock', 'categorySlug', 'brand', 'frameColor', 'lensColor', 'featured'] as const satisfies (keyof BulkItem & keyof Hit)[]
export type FieldName = (typeof fields)[number]

export const hows = { set: 'set', add: 'add', percent: 'percent', nine: 'nine' } as const
export type How = keyof typeof hows

export interface Step {
  field: FieldName
  how: How
  /** As it was typed. */
  typed: string
}

/** howsOf is what can be done to a field. */
export function howsOf(field: FieldName): How[] {
  if (field === 'priceDkk') return ['set', 'add', 'percent', 'nine']
  return field === 'stock' ? ['set', 'add'] : ['set']
}

/** read is what a step's text stands for; undefined when it is nothing that can be done. */
export function read({ field, how, typed }: Step): string | number | boolean | null | undefined {
  const text = typed.trim()
  if (how === 'nine') return 9
  if (how === 'percent') return decimal(text)
  if (field === 'priceDkk') return bounded(readMoney(text.replace(/^\+/, '')), how === 'set' ? 1 : undefined)
  if (field === 'stock') return /^[+-]?\d{1,9}$/.test(text) ? bounded(Number(text), how === 'set' ? 0 : undefined) : undefined
  if (field === 'featured') return text === 'true'
  if (field === 'categorySlug') return text === '' ? undefined : text
  return text === '' ? null : text
}

function bounded(n: number | undefined, least: number | undefined): number | undefined {
  return n !== undefined && (least === undefined || n >= least) ? n : undefined
}

function decimal(text: string): number | undefined {
  return /^[+-]?\d{1,4}([.,]\d{1,4})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** nine is the nearest whole price in kroner that ends in 9: 1,103.00 becomes 1,099.00. */
export function nine(ore: number): number {
  return Math.max(9, Math.round((ore / 100 - 9) / 10) * 10 + 9) * 100
}

/** itemOf is what is sent of a product after all steps, or undefined where nothing changes. */
export function itemOf(hit: Hit, steps: Step[]): BulkItem | undefined {
  const now = { ...hit } as Record<FieldName, unknown>
  for (const step of steps) {
    const value = read(step)
    const before = now[step.field]
    if (value === undefined) continue
    if (step.how === 'set') now[step.field] = value
    else if (typeof before === 'number' && typeof value === 'number') now[step.field] = after(step, before, value)
  }
  const changed = fields.filter((field) => now[field] !== hit[field]).map((field) => [field, now[field]])
  return changed.length > 0 ? { slug: hit.slug, ...Object.fromEntries(changed) } : undefined
}

function after({ field, how }: Step, before: number, value: number): number {
  const least = field === 'priceDkk' ? 1 : 0
  if (how === 'nine') return nine(before)
  return Math.max(least, how === 'percent' ? Math.round(before * (1 + value / 100)) : before + value)
}

const columns: Record<string, keyof BulkItem> = {
  slug: 'slug', handle: 'slug', adresse: 'slug', address: 'slug', name: 'name', navn: 'name', title: 'name', price: 'priceDkk', pris: 'priceDkk', pricedkk: 'priceDkk', stock: 'stock', lager: 'stock', brand: 'brand', mærke: 'brand',
  category: 'categorySlug', kategori: 'categorySlug', categoryslug: 'categorySlug', description: 'description', beskrivelse: 'description', framecolor: 'frameColor', stelfarve: 'frameColor', lenscolor: 'lensColor', glasfarve: 'lensColor',
}

/** pasted reads rows copied from a sheet: the first names the columns. Prices are kroner; empty cells change nothing. */
export function pasted(text: string): { items: BulkItem[]; wrong: number[]; unknown: string[] } {
  const [head = [], ...rows] = text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()))
  const names = head.map((one) => columns[one.toLowerCase().replace(/\s/g, '')])
  const items = new Map<string, BulkItem>()
  const wrong: number[] = []
  for (const [at, cells] of rows.entries()) {
    if (cells.every((cell) => cell === '')) continue
    const entries = cells.flatMap((cell, column) => {
      const name = names[column]
      return name === undefined || cell === '' ? [] : [[name, cellValue(name, cell)] as const]
    })
    const item: Record<string, unknown> = Object.fromEntries(entries)
    if (typeof item['slug'] !== 'string' || entries.length < 2 || entries.some(([, value]) => value === undefined)) wrong.push(at + 2)
    else items.set(item['slug'], { ...item, slug: item['slug'] })
  }
  return { items: [...items.values()], wrong, unknown: head.filter((one, at) => names[at] === undefined && one !== '') }
}

function cellValue(name: keyof BulkItem, cell: string): string | number | undefined {
  if (name === 'priceDkk') return bounded(readMoney(cell), 1)
  if (name === 'stock') return /^\d{1,9}$/.test(cell) ? Number(cell) : undefined
  return cell
}

/** pieces cuts a list into lists of at most n. */
export function pieces<V>(list: readonly V[], n: number): V[][] {
  return Array.from({ length: Math.ceil(list.length / n) }, (_, at) => list.slice(at * n, (at + 1) * n))
}
