// The sizes and colours of a product: what a buyer chooses from, and each choice with its price and stock. The list is sent whole.
import { Fragment } from 'preact'
import { useId, useMemo, useState } from 'preact/hooks'
import { useWrite } from '../../lib/answers'
import type { Result, Schemas } from '../../lib/contract'
import { readMoney, typedMoney } from '../../lib/format'
import { changes } from '../../lib/json'
import type { Refused } from '../../lib/problem'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Conflict } from '../../parts/conflict'
import type { Field } from '../../parts/fields'
import { useForm } from '../../parts/form'
import { say } from '../../parts/toast'
import { t as shared } from './text'

const t = texts(
  {
    title: 'Variants', none: 'It is sold as it is. Sizes or colours to choose from are variants.', options: 'Choices', option: 'Choice', values: 'Values', valuesHint: 'Size: S, M, L', addOption: 'Add a choice',
    variant: 'Variant', addVariant: 'Add a variant', combine: 'Add all combinations', choose: 'choose', heads: { sku: 'SKU', priceOere: 'Price', stock: 'Stock', image: 'Picture', active: 'For sale' }, save: 'Save the variants', saved: 'Variants saved.',
    lost: (n: number) => n === 1 ? 'One variant is no longer sold when this is saved.' : `${n} variants are no longer sold when this is saved.`, table: 'The variants', reset: 'Undo what you typed',
  },
  {
    title: 'Varianter', none: 'Den sælges, som den er. Størrelser eller farver at vælge imellem er varianter.', options: 'Valg', option: 'Valg', values: 'Værdier', valuesHint: 'Størrelse: S, M, L', addOption: 'Tilføj et valg',
    variant: 'Variant', addVariant: 'Tilføj en variant', combine: 'Tilføj alle kombinationer', choose: 'vælg', heads: { sku: 'Varenr.', priceOere: 'Pris', stock: 'Lager', image: 'Billede', active: 'Til salg' }, save: 'Gem varianterne', saved: 'Varianterne er gemt.',
    lost: (n: number) => n === 1 ? 'Én variant sælges ikke længere, når dette gemmes.' : `${n} varianter sælges ikke længere, når dette gemmes.`, table: 'Varianterne', reset: 'Fortryd det skrevne',
  },
)

type Product = Result<'products.get'>
type Variant = Schemas['VariantInput']
type Option = Schemas['ProductOption']
// A field that the contract adds to a variant needs a column here.
const heads = t.heads satisfies Record<Exclude<keyof Variant, 'variantId' | 'attributes'>, string>
const fields: Record<'options' | 'variants', Field> = { options: { label: t.options }, variants: { label: t.title } }

/** named is a variant by its choices. */
function named({ attributes }: Variant): string { return Object.values(attributes).join(' / ') || t.variant }

export function Variants({ product }: { product: Product }) {
  const write = useWrite('products.set_variants')
  const stored = useMemo(() => ({ options: product.options, variants: product.variants as Variant[], variantsVersion: product.variantsVersion }), [product])
  const form = useForm(stored, { draft: `variants:${product.slug}`, refused: write.refused })
  const { options, variants } = form.value
  const off = !may('products:write')
  const setOptions = (next: Option[]) => form.set('options', next)
  const setVariants = (next: Variant[]) => form.set('variants', next)
  const fresh = (attributes: Record<string, string>): Variant => ({ attributes, sku: null, priceOere: product.priceDkk, stock: 0, image: null, active: true })
  const lost = stored.variants.filter((old) => !variants.some((one) => one.variantId === old.variantId)).length
  const send = async () => {
    const done = await write.send({
      slug: product.slug, expectedVariantsVersion: form.before.variantsVersion,
      options, variants: variants.map((one) => typedOf(one, form.before.variants)),
    })
    if (done) say(t.saved, done.requestId)
  }
  const rename = (at: number, old: string, name: string) => {
    setOptions(options.with(at, { name, values: options[at]?.values ?? [] }))
    setVariants(variants.map((one) => ({ ...one, attributes: Object.fromEntries(Object.entries(one.attributes).map(([key, value]) => [key === old ? name : key, value])) })))
  }
  return <section class="card" aria-labelledby="variants">
    <h2 id="variants">{t.title}</h2>
    {options.length === 0 && <p class="quiet">{t.none}</p>}
    <form {...(form.dirty && { 'data-saves': true })} onSubmit={(e) => { e.preventDefault(); void send() }}>
      <ul class="rows">
        {options.map((option, at) => <li key={at}>
          <input value={option.name} aria-label={`${t.option} ${at + 1}`} required maxLength={50} disabled={off} onInput={(e) => rename(at, option.name, e.currentTarget.value)} />
          <Typed label={`${t.values}: ${option.name}`} off={off} shown={option.values.join(', ')} read={values} said={t.valuesHint} hint={t.valuesHint} set={(next) => setOptions(options.with(at, { ...option, values: next }))} />
          <button type="button" class="small" disabled={off} aria-label={`${shared.remove} ${option.name}`} onClick={() => {
            setOptions(options.toSpliced(at, 1))
            setVariants(options.length === 1 ? [] : variants.map((one) => ({ ...one, attributes: without(one.attributes, option.name) })))
          }}>×</button>
        </li>)}
        {options.length < 3 && <li><button type="button" class="small" disabled={off} onClick={() => setOptions([...options, { name: '', values: [] }])}>{t.addOption}</button></li>}
      </ul>
      <datalist id="pictures-of-it">{product.images.map((url) => <option key={url} value={url}>{url}</option>)}</datalist>
      {variants.length > 0 && <Table options={options} variants={variants} set={setVariants} off={off} refused={write.refused} />}
      {options.length > 0 && <p class="row">
        <button type="button" class="second" disabled={off} onClick={() => setVariants([...variants, fresh({})])}>{t.addVariant}</button>
        <button type="button" class="second" disabled={off} onClick={() => setVariants([...variants, ...missing(options, variants).map(fresh)])}>{t.combine}</button>
      </p>}
      {lost > 0 && <p class="warn">{t.lost(lost)}</p>}
      <Conflict form={form} fields={fields} refused={write.refused} again={() => void send()} />
      {form.dirty && <p class="row"><button disabled={write.busy || off}>{t.save}</button> <button type="button" class="second" onClick={form.reset}>{t.reset}</button></p>}
    </form>
  </section>
}

// Of a variant that exists only what was typed is sent: what is left out stays, such as a stock that an order has changed meanwhile.
function typedOf(variant: Variant, before: Variant[]): Variant {
  const old = before.find((one) => one.variantId !== undefined && one.variantId === variant.variantId)
  return old ? { ...changes(old, variant), variantId: variant.variantId ?? '', attributes: variant.attributes } : variant
}

function without(attributes: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name))
}

/** missing is the combinations of choices that no variant has; 500 is the most there can be. */
function missing(options: Option[], variants: Variant[]): Record<string, string>[] {
  let all: Record<string, string>[] = [{}]
  for (const { name, values } of options) all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))).slice(0, 500)
  const has = new Set(variants.map((one) => options.map(({ name }) => one.attributes[name]).join('\n')))
  return all.filter((one) => !has.has(options.map(({ name }) => one[name]).join('\n'))).slice(0, 500 - variants.length)
}

interface TableProps {
  options: Option[]
  variants: Variant[]
  set: (next: Variant[]) => void
  off: boolean
  refused: Refused | undefined
}

function Table({ options, variants, set, off, refused }: TableProps) {
  const id = useId()
  return <div class="table" role="region" aria-label={t.table} tabIndex={0}><table>
    <thead><tr>{options.map(({ name }, at) => <th key={at} scope="col">{name || t.option}</th>)}{Object.values(heads).map((head) => <th key={head} scope="col">{head}</th>)}<th scope="col">{shared.remove}</th></tr></thead>
    <tbody>{variants.map((one, at) => {
      const change = (part: Partial<Variant>) => set(variants.with(at, { ...one, ...part }))
      const label = (head: string) => `${head}: ${named(one)}`
      const said = refused?.faults(`/variants/${at}`) ?? []
      const fault = (name: string) => refused?.faults(`/variants/${at}/${name}`).length ? { 'aria-invalid': true, 'aria-describedby': `${id}${at}` } : {}
      return <Fragment key={one.variantId ?? `new${at}`}><tr data-row>
        {options.map(({ name, values }, column) => <td key={column} data-label={name}>
          <select aria-label={label(name || t.option)} {...fault('attributes')} required disabled={off} value={one.attributes[name] ?? ''} onChange={(e) => change({ attributes: { ...one.attributes, [name]: e.currentTarget.value } })}>
            <option value="">{t.choose}</option>{[...new Set([...values, ...one.attributes[name] ? [one.attributes[name]] : []])].map((value) => <option key={value} value={value}>{value}</option>)}
          </select></td>)}
        <td data-label={heads.sku}><input size={12} class="code" aria-label={label(heads.sku)} {...fault('sku')} disabled={off} maxLength={100} value={one.sku ?? ''} onInput={(e) => change({ sku: e.currentTarget.value.trim() || null })} /></td>
        <td data-label={heads.priceOere}><Typed right label={label(heads.priceOere)} fault={fault('priceOere')} off={off} shown={one.priceOere === undefined ? '' : typedMoney(one.priceOere)} read={price} said={shared.amount} set={(priceOere) => change({ priceOere })} /></td>
        <td data-label={heads.stock}><Typed right label={label(heads.stock)} fault={fault('stock')} off={off} shown={String(one.stock ?? '')} read={pieces} said={shared.whole} set={(stock) => change({ stock })} /></td>
        <td data-label={heads.image}><input size={14} inputMode="url" aria-label={label(heads.image)} {...fault('image')} disabled={off} value={one.image ?? ''} list="pictures-of-it" onInput={(e) => change({ image: e.currentTarget.value.trim() || null })} /></td>
        <td data-label={heads.active}><input type="checkbox" aria-label={label(heads.active)} disabled={off} checked={one.active !== false} onChange={(e) => change({ active: e.currentTarget.checked })} /></td>
        <td data-label={shared.remove}><button type="button" class="small" disabled={off} aria-label={`${shared.remove} ${named(one)}`} onClick={() => set(variants.toSpliced(at, 1))}>×</button></td>
      </tr>
        {said.length > 0 && <tr><td class="fault" id={`${id}${at}`} colSpan={99}>{said.join(' ')}</td></tr>}</Fragment>
    })}</tbody>
  </table></div>
}

function price(typed: string): number | undefined {
  const ore = readMoney(typed)
  return ore !== undefined && ore >= 1 ? ore : undefined
}

function pieces(typed: string): number | undefined { return /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : undefined }

function values(typed: string): string[] | undefined {
  const out = [...new Set(typed.split(',').map((one) => one.trim()).filter((one) => one !== ''))]
  return out.length > 0 ? out : undefined
}

interface TypedProps<V> {
  label: string
  off: boolean
  /** The value as it stands in the field. */
  shown: string
  read: (typed: string) => V | undefined
  set: (value: V) => void
  said: string
  hint?: string
  right?: boolean
  fault?: { 'aria-invalid'?: boolean; 'aria-describedby'?: string }
}

// What cannot be read stays as it was typed, and keeps the form from being sent.
function Typed<V>({ label, off, shown, read, set, said, hint, right = false, fault }: TypedProps<V>) {
  const [typed, setTyped] = useState<string>()
  return <input aria-label={label} {...fault} required disabled={off} value={typed ?? shown} {...(right && { class: 'right', size: 8, inputMode: 'decimal' })} {...(hint !== undefined && { placeholder: hint })}
    onInput={(e) => {
      const text = e.currentTarget.value
      const value = read(text)
      setTyped(text)
      e.currentTarget.setCustomValidity(value === undefined ? said : '')
      if (value !== undefined) set(value)
    }} onBlur={(e) => { if (e.currentTarget.checkValidity()) setTyped(undefined) }} />
}
