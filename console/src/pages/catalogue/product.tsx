// One product: all that can be said of it, its pictures, its stock, what happened to it.
import { useMemo } from 'preact/hooks'
import { useResult, useWrite } from '../../lib/answers'
import type { Patch, Result } from '../../lib/contract'
import { dateTime, money } from '../../lib/format'
import { back, go, href, leave } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Conflict } from '../../parts/conflict'
import { Fields } from '../../parts/fields'
import { useForm } from '../../parts/form'
import { History } from '../../parts/history'
import { Loading } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { clean, draftOf, fields, groups } from './fields'
import { Pictures } from './pictures'
import { Stock } from './stock'
import { t as shared, warned } from './text'
import { Variants } from './variants'

const t = texts(
  {
    back: 'All products', shop: 'See it in the shop', duplicate: 'Duplicate', delete: 'Delete', deleted: (name: string) => `${name} deleted.`, saved: (name: string) => `${name} saved.`, gone: 'Look among the deleted products',
    byVariants: (from: string, to: string, stock: number) => `Its variants have their own prices and stock: ${from === to ? from : `${from} to ${to}`}, ${stock} in stock.`, reset: 'Undo what you typed', save: 'Save the product', changed: (at: string) => `Last changed ${at}`,
  },
  {
    back: 'Alle varer', shop: 'Se den i butikken', duplicate: 'Dublér', delete: 'Slet', deleted: (name: string) => `${name} er slettet.`, saved: (name: string) => `${name} er gemt.`, gone: 'Se efter blandt de slettede varer',
    byVariants: (from: string, to: string, stock: number) => `Varianterne har hver deres pris og lager: ${from === to ? from : `${from} til ${to}`}, ${stock} på lager.`, reset: 'Fortryd det skrevne', save: 'Gem varen', changed: (at: string) => `Sidst ændret ${at}`,
  },
)

type Product = Result<'products.get'>

export function ProductPage({ slug }: { slug: string }) {
  const { data, refused, again } = useResult('products.get', { slug })
  const toList = <p><a href={back('catalogue')}>← {t.back}</a></p>
  if (!data) {
    return <>{toList}<h1>{slug}</h1>
      {refused ? <ProblemNote refused={refused} again={again}>{refused.code === 'product_not_found' && <p><a href={href('catalogue', ['trash'], { q: slug })}>{t.gone}</a></p>}</ProblemNote> : <Loading />}</>
  }
  return <>
    {toList}
    <Head product={data} />
    {!may('products:write') && <p class="note">{shared.readOnly}</p>}
    <div class="split">
      <Form product={data} />
      <div><Pictures product={data} /><Stock product={data} /></div>
    </div>
    <Variants key={data.slug} product={data} />
    <History of={{ entityType: 'product', entityId: data.id }} />
  </>
}

function Head({ product }: { product: Product }) {
  const remove = useWrite('products.delete')
  const drop = async () => {
    const done = await remove.send({ slug: product.slug, confirm: true })
    if (!done) return
    say(t.deleted(product.name), done.requestId)
    leave.stays = undefined
    go(href('catalogue'))
  }
  const writes = may('products:write')
  return <>
    <header class="row"><h1>{product.name}</h1><div class="row">
      <a class="button second" href={product.url} target="_blank" rel="noreferrer">{t.shop}</a>
      {writes && <a class="button second" href={href('catalogue', ['new'], { from: product.slug })}>{t.duplicate}</a>}
      <button type="button" class="danger" disabled={!writes || remove.busy} onClick={() => void drop()}>{t.delete}</button>
    </div></header>
    <p class="quiet"><code>{product.slug}</code> · {t.changed(dateTime(product.updatedAt))}</p>
    <ProblemNote refused={remove.refused} again={() => void drop()} />
  </>
}

function Form({ product }: { product: Product }) {
  const categories = useResult('categories.list', {})
  const write = useWrite('products.update')
  const stored = useMemo(() => draftOf(product), [product])
  const form = useForm(stored, { draft: `product:${product.slug}`, refused: write.refused, at: '/patch' })
  const choices = categories.data ?? [product.category]
  const shown = groups(choices)
  const send = async () => {
    const done = await write.send({ slug: product.slug, patch: clean(form.changed) as Patch<'products.update'>, expectedUpdatedAt: form.before.updatedAt })
    if (done) say(`${t.saved(form.value.name)} ${warned(done.answer.result.warnings)}`, done.requestId)
  }
  return <form {...(form.dirty && { 'data-saves': true })} onSubmit={(e) => { e.preventDefault(); if (form.dirty) void send() }}>
    <ProblemNote refused={categories.refused} again={categories.again} />
    {shown.map((group) => <fieldset key={group.name} disabled={!may('products:write')}>
      <legend>{group.legend}</legend>
      {group.name === 'sale' && product.variants.length > 0
        ? <p>{t.byVariants(money(product.priceDkk), money(product.priceMaxOere), product.stock)}</p>
        : <Fields form={form} fields={group.fields} />}
    </fieldset>)}
    <Conflict form={form} fields={{ ...fields, ...shown[0]?.fields }} refused={write.refused} again={() => void send()} />
    <p class="row saves"><button disabled={write.busy || !form.dirty}>{product.variants.length > 0 ? t.save : shared.save}</button>
      {form.dirty && <button type="button" class="second" onClick={form.reset}>{t.reset}</button>}</p>
  </form>
}
