// JSON Schemas as forms: what a value is shown as, a value to begin with, and where faults belong. Plain: no page is needed.
import { under } from './json'
import { faultWords } from './vocabulary'

/** Schema is what is used of a JSON Schema. */
export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  pattern?: string
  format?: string
  description?: string
  'x-text'?: string
  'x-unit'?: string
}

/** Kind is the kind of field that a value is typed in; an unknown one is JSON. */
export type Kind = 'object' | 'array' | 'list' | 'choice' | 'text' | 'lines' | 'code' | 'url' | 'email' | 'money' | 'number' | 'check' | 'json'

/** expanded is a schema without references. One that refers to itself ends as a schema of anything. */
export function expanded(schema: Schema, defs: Record<string, Schema> = schema.$defs ?? {}, within: readonly string[] = []): Schema {
  const { $ref, $defs: _, ...own } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').pop() ?? ''
    const to = defs[name]
    return to === undefined || within.includes(name) ? own : { ...expanded(to, defs, [...within, name]), ...own }
  }
  const inside = (one: Schema) => expanded(one, defs, within)
  return {
    ...own,
    ...(own.properties && { properties: Object.fromEntries(Object.entries(own.properties).map(([name, one]) => [name, inside(one)])) }),
    ...(own.items && { items: inside(own.items) }),
  }
}

/** nullable is whether null is a value of it. */
export function nullable(schema: Schema): boolean {
  return Array.isArray(schema.type) ? schema.type.includes('null') : schema.enum?.includes(null) ?? false
}

/** filled is a schema of the same values but null. */
export function filled(schema: Schema): Schema {
  return {
    ...schema,
    ...(Array.isArray(schema.type) && { type: schema.type.filter((one) => one !== 'null') }),
    ...(schema.enum && { enum: schema.enum.filter((one) => one !== null) }),
  }
}

/** kindOf is what the values of a schema are typed in; amounts are told by their unit, or by the name of the field. */
export function kindOf(schema: Schema, name = ''): Kind {
  const { type, enum: choices } = filled(schema)
  const [only, other] = Array.isArray(type) ? type : [type]
  if (choices && choices.length > 0 && choices.every((one) => typeof one !== 'object')) return 'choice'
  if (other !== undefined) return 'json'
  switch (only) {
    case 'string': return textOf(schema)
    case 'integer': return schema['x-unit'] === 'ore' || /(Oere|Dkk)$/.test(name) ? 'money' : 'number'
    case 'boolean': return 'check'
    case 'object': return schema.properties && !schema.additionalProperties ? 'object' : 'json'
    case 'array': return !schema.items ? 'json' : ['text', 'code', 'url', 'email'].includes(kindOf(schema.items)) ? 'list' : 'array'
    default: return 'json'
  }
}

function textOf(schema: Schema): Kind {
  if (schema['x-text'] === 'lines') return 'lines'
  if (schema['x-text'] === 'code') return 'code'
  if (schema.format === 'uri') return 'url'
  if (schema.format === 'email') return 'email'
  return (schema.maxLength ?? 0) >= 1000 && schema.format === undefined && schema.pattern === undefined ? 'lines' : 'text'
}

/** shownAs is the kind of field that shows a value without losing any of it. */
export function shownAs(schema: Schema, value: unknown, name = ''): Kind {
  const kind = kindOf(schema, name)
  if (value === undefined || value === null || fits(kind, schema, value)) return kind
  const other: Kind = kind === 'list' ? 'array' : typeof value === 'string' ? 'lines' : 'json'
  return kind !== 'choice' && fits(other, schema, value) ? other : 'json'
}

function fits(kind: Kind, schema: Schema, value: unknown): boolean {
  switch (kind) {
    case 'object': return isObject(value) && Object.keys(value).every((name) => Object.hasOwn(schema.properties ?? {}, name))
    case 'array': return Array.isArray(value)
    case 'list': return Array.isArray(value) && value.every((one) => typeof one === 'string' && !/[\r\n]/.test(one))
    case 'choice': return schema.enum?.includes(value) ?? false
    case 'lines': return typeof value === 'string'
    case 'money':
    case 'number': return Number.isSafeInteger(value)
    case 'check': return typeof value === 'boolean'
    case 'json': return true
    default: return typeof value === 'string' && !/[\r\n]/.test(value)
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** blank is a value to begin with: it has the required fields. */
export function blank(schema: Schema, defs = schema.$defs): unknown {
  const whole = expanded(schema, defs)
  if (whole.default !== undefined) return whole.default
  if (nullable(whole)) return null
  switch (kindOf(whole)) {
    case 'object': return Object.fromEntries((whole.required ?? []).map((name) => [name, blank(whole.properties?.[name] ?? {})]))
    case 'array':
    case 'list': return (whole.minItems ?? 0) > 0 && whole.items ? [blank(whole.items)] : []
    case 'choice': return whole.enum?.[0]
    case 'money':
    case 'number': return Math.max(whole.minimum ?? 0, 0)
    case 'check': return false
    case 'json': return whole.type === 'object' ? {} : whole.type === 'array' ? [] : null
    default: return ''
  }
}

/** withField is an object with another value of a field; undefined takes the field away. */
export function withField(value: unknown, name: string, next: unknown): Record<string, unknown> {
  const { [name]: _, ...others } = isObject(value) ? value : {}
  if (next === undefined) return others
  return isObject(value) && name in value ? { ...value, [name]: next } : { ...others, [name]: next }
}

/** Faults is what the service said about the field at a pointer, or also of what is under it. */
export type Faults = (pointer: string, deep?: boolean) => string[]

/** faultsAt is the faults of a refused call, of the value that stands at a place in the request, such as `/layout`. */
export function faultsAt(errors: readonly { pointer: string; detail: string }[] | undefined, at = ''): Faults {
  return (pointer, deep = false) => (errors ?? []).filter((one) => deep ? under(one.pointer, at + pointer) : one.pointer === at + pointer).map((one) => faultWords(one.detail))
}
