// A new product, empty or as another one is.
import { useMemo } from 'preact/hooks'
import { useResult, useWrite } from '../../lib/answers'
import type { Body, Result, Schemas } from '../../lib/contract'
import { back, go, href, leave } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { type Field, Fields } from '../../parts/fields'
import { useForm } from '../../parts/form'
import { Loading } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { productHref } from './address'
import { clean, type Draft, draftOf, fields, groups } from './fields'
import { slugOf } from '../../lib/slug'
import { t as shared } from './text'

const t = texts(
  {
    title: 'New product', back: 'All products', hint: (slug: string) => `Small letters, digits and hyphens; it cannot be changed later. Left empty: ${slug}`, create: 'Create', created: (name: string) => `${name} created.`, live: 'It is on sale at once. Pictures and variants come after.',
    like: (name: string) => `Like ${name}, with its pictures and variants.`, copy: (name: string) => `${name} (copy)`, category: 'There is no category yet: make one first',
  },
  {
    title: 'Ny vare', back: 'Alle varer', hint: (slug: string) => `Små bogstaver, cifre og bindestreger; den kan ikke ændres senere. Tom: ${slug}`, create: 'Opret', created: (name: string) => `${name} er oprettet.`, live: 'Den er til salg med det samme. Billeder og varianter kommer bagefter.',
    like: (name: string) => `Som ${name}, med dens billeder og varianter.`, copy: (name: string) => `${name} (kopi)`, category: 'Der er endnu ingen kategori: opret en først',
  },
)

type Product = Result<'products.get'>
type New = Omit<Draft, 'priceDkk' | 'stock' | 'updatedAt'> & { slug: string; priceDkk: number | undefined; stock: number | undefined }

const empty: New = {
  name: '', slug: '', description: '', answerSummary: null, categorySlug: '', brand: null, featured: false, priceDkk: undefined, stock: undefined,
  frameColor: null, lensColor: null, attributes: {}, comparisonFacts: {}, faq: [], useCases: [],
}

function likeOf(product: Product): New {
  const { updatedAt: _, ...draft } = draftOf(product)
  return { ...draft, name: t.copy(product.name), slug: '' }
}

/** What a product has that is no field of the form; ids and SKUs belong to the other one. */
function besides({ images, options, variants }: Product): Partial<Body<'products.create'>> {
  if (variants.length === 0) return { images }
  return { images, options, variants: variants.map(anew) }
}

function anew(variant: Product['variants'][number]): Schemas['VariantInput'] {
  const { variantId: _, sku: __, ...rest } = variant
  return rest
}

export function NewProduct({ from }: { from: string | undefined }) {
  const source = useResult('products.get', { slug: from ?? '' }, { enabled: from !== undefined })
  const categories = useResult('categories.list', {})
  const ready = categories.data !== undefined && (from === undefined || source.data !== undefined)
  return <>
    <p><a href={back('catalogue')}>← {t.back}</a></p>
    <h1>{t.title}</h1>
    <p class="quiet">{source.data ? t.like(source.data.name) : t.live}</p>
    {!may('products:write') && <p class="note">{shared.readOnly}</p>}
    <ProblemNote refused={source.refused ?? categories.refused} again={source.refused ? source.again : categories.again} />
    {ready ? <Editor source={source.data} categories={categories.data ?? []} /> : <Loading shown={source.loading || categories.loading} />}
  </>
}

function Editor({ source, categories }: { source: Product | undefined; categories: Result<'categories.list'> }) {
  const write = useWrite('products.create')
  const stored = useMemo(() => source ? likeOf(source) : { ...empty, categorySlug: categories.length === 1 ? categories[0]?.slug ?? '' : '' }, [])
  const form = useForm(stored, { draft: `product:new:${source?.slug ?? ''}`, refused: write.refused })
  const shown = groups(categories)
  const slug = form.value.slug || slugOf(form.value.name)
  const send = async () => {
    const { priceDkk, stock, ...rest } = form.value
    if (priceDkk === undefined || stock === undefined) return
    const done = await write.send({ ...clean(rest) as typeof rest, ...(source && besides(source)), slug, priceDkk, stock })
    if (!done) return
    form.reset()
    leave.stays = undefined
    say(t.created(rest.name), done.requestId)
    go(productHref(done.answer.result.slug))
  }
  return <form data-saves onSubmit={(e) => { e.preventDefault(); void send() }}>
    {shown.map((group) => <fieldset key={group.name} disabled={!may('products:write')}>
      <legend>{group.legend}</legend>
      <Fields form={form} fields={group.name === 'about' ? opening(group.fields, slug) : group.fields} />
    </fieldset>)}
    {categories.length === 0 && <p class="warn"><a href={href('catalogue', ['categories'], { new: 1 })}>{t.category}</a></p>}
    <ProblemNote refused={write.refused} again={() => void send()} />
    <p class="row saves"><button disabled={write.busy || categories.length === 0 || !may('products:write')}>{t.create}</button></p>
  </form>
}

/** The first group of a product that does not exist yet: with its address, and no category chosen. */
function opening({ name, ...rest }: ReturnType<typeof groups>[number]['fields'], slug: string): { [K in keyof New]?: Field } {
  return {
    name: name ?? fields.name,
    slug: { label: shared.slug, kind: 'code', max: 200, hint: t.hint(slug || '…') },
    ...rest,
    categorySlug: { ...fields.categorySlug, ...rest.categorySlug, nullable: true },
  }
}
