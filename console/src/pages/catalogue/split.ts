// Cuts a file into pieces that can be sent: whole products, and for every line of a piece its line in the file.
import { slugOf } from '../../lib/slug'

export type Format = 'jsonl' | 'shopify_csv'

export interface Piece {
  text: string
  /** The line in the file of each line of the text. */
  lines: number[]
}

interface Part {
  text: string
  lines: number[]
  rows: number
}

const most = { bytes: 890_000, products: 2_000, rows: 5_000 }
const encoder = new TextEncoder()

/** bytes is what a text takes in the JSON that is sent. */
function bytes(text: string): number { return encoder.encode(JSON.stringify(text)).length }

/** formatOf is what a file is, by its name and how it begins. */
export function formatOf(name: string, text: string): Format {
  return /\.(jsonl|ndjson|json)$/i.test(name) || text.trimStart().startsWith('{') ? 'jsonl' : 'shopify_csv'
}

/** split cuts a file; a product is never in two pieces. */
export function split(file: string, format: Format): Piece[] {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  return format === 'jsonl' ? fill({ text: '', lines: [], rows: 0 }, jsonLines(text)) : csv(text)
}

function jsonLines(text: string): Part[] {
  return text.split('\n').map((line, at) => ({ text: line, lines: [at + 1], rows: 1 })).filter((one) => one.text.trim() !== '')
}

function csv(text: string): Piece[] {
  const [head, ...records] = recordsOf(text)
  if (!head) return []
  const column = cellsOf(head.text).findIndex((name) => name.trim().toLowerCase() === 'handle')
  const products = new Map<string, Part>()
  for (const record of records) {
    const handle = cellsOf(record.text)[Math.max(0, column)] ?? ''
    const part = products.get(handle)
    if (part) products.set(handle, { text: `${part.text}\n${record.text}`, lines: [...part.lines, ...record.lines], rows: part.rows + 1 })
    else products.set(handle, record)
  }
  return fill(head, [...products.values()])
}

/** fill puts parts into as few pieces as fit, each beginning with the head. */
function fill(head: Part, parts: Part[]): Piece[] {
  const pieces: Piece[] = []
  let now: { texts: string[]; lines: number[]; size: number; rows: number } | undefined
  const begin = () => ({ texts: head.text === '' ? [] : [head.text], lines: [...head.lines], size: bytes(head.text), rows: 0 })
  const put = () => { if (now) pieces.push({ text: now.texts.join('\n'), lines: now.lines }) }
  let products = 0
  for (const part of parts) {
    const size = bytes(part.text)
    if (now && (now.size + size > most.bytes || products >= most.products || now.rows + part.rows > most.rows)) {
      put()
      now = undefined
    }
    if (!now) {
      now = begin()
      products = 0
    }
    now.texts.push(part.text)
    now.lines.push(...part.lines)
    now.size += size
    now.rows += part.rows
    products++
  }
  put()
  return pieces
}

// The columns of Shopify's CSV of products that become something here; tags only stand in for a category that is missing.
const used = new RegExp(['(url )?handle', 'title', 'body \\(html\\)', 'description', 'vendor', '(custom product )?type', 'product category', 'standard(ized)? product type', 'published( on online store)?', 'status', '(variant )?(sku|price)',
  'variant image( url)?', 'variant inventory qty', 'inventory quantity', 'image (src|position)', 'product image url', 'option[123] (name|value)'].map((name) => `^${name}$`).join('|'), 'i')

export interface Contents {
  /** Of the products, as far as they are valid ones. */
  slugs: string[]
  /** The names of their categories. */
  categories: string[]
  /** What is filled in and not imported. */
  unread: string[]
}

function distinct(values: string[]): string[] { return [...new Set(values)].filter((value) => value !== '') }

/** contentsOf is what a file of products says; of JSON Lines, whose categories exist already, only the products. */
export function contentsOf(file: string, format: Format): Contents {
  if (format === 'jsonl') return { slugs: distinct([...file.matchAll(/"slug"\s*:\s*"([a-z0-9-]+)"/g)].map(([, slug = '']) => slug)), categories: [], unread: [] }
  const [head = [], ...rows] = recordsOf(file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')).map((one) => cellsOf(one.text).map((cell) => cell.trim()))
  const names = head.map((name) => name.toLowerCase())
  const first = (row: string[], ...of: string[]) => of.map((name) => row[names.indexOf(name)]).find((cell) => cell) ?? ''
  const category = (row: string[]) => first(row, 'type', 'custom product type') || (first(row, 'product category', 'standard product type', 'standardized product type').split('>').pop() ?? '').trim()
  return {
    slugs: distinct(rows.map((row) => first(row, 'handle', 'url handle', 'title')).map((handle) => /^[a-z0-9-]{1,200}$/.test(handle) ? handle : slugOf(handle))),
    categories: distinct(rows.map(category)),
    unread: head.filter((name, at) => name !== '' && !used.test(name) && rows.some((row) => row[at])),
  }
}

/** recordsOf is the rows of a CSV, a quoted cell may have several lines. */
function recordsOf(text: string): Part[] {
  const records: Part[] = []
  let from = 0
  let line = 1
  let first = 1
  let quoted = false
  const put = (end: number) => {
    const record = text.slice(from, end)
    if (record.trim() !== '') records.push({ text: record, lines: Array.from({ length: line - first + 1 }, (_, at) => first + at), rows: 1 })
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') quoted = !quoted
    if (letter !== '\n') continue
    if (!quoted) {
      put(at)
      from = at + 1
      first = line + 1
    }
    line++
  }
  put(text.length)
  return records
}

function cellsOf(record: string): string[] {
  const cells: string[] = []
  for (const [, quoted, plain, end] of record.matchAll(/(?:"([^"]*(?:""[^"]*)*)"|([^,]*))(,|$)/g)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '') break
  }
  return cells
}
