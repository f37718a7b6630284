// The categories: a list, and one that is made or changed above it.
import { useMemo } from 'preact/hooks'
import { useList, useWrite } from '../../lib/answers'
import type { Body, Item } from '../../lib/contract'
import { count } from '../../lib/format'
import { href, refine, useRoute } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Conflict } from '../../parts/conflict'
import { type Field, Fields } from '../../parts/fields'
import { useForm } from '../../parts/form'
import { List } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { slugOf } from '../../lib/slug'
import { t as shared } from './text'

const t = texts(
  {
    title: 'Categories', none: 'No categories yet. Every product is in one: create the first.', make: 'New category', change: (name: string) => `Change ${name}`, products: 'Products',
    description: 'Description', slugHint: 'Small letters, digits and hyphens. It cannot be changed later.', saved: (name: string) => `${name} saved.`, delete: 'Delete', act: 'Change or delete',
    edit: 'Change', deleted: (name: string) => `${name} deleted.`, full: 'There are products in it: move or delete them first.', taken: 'A category has that address already.', readOnly: 'Your key may not change categories: it lacks categories:write.',
  },
  {
    title: 'Kategorier', none: 'Ingen kategorier endnu. Enhver vare er i en: opret den første.', make: 'Ny kategori', change: (name: string) => `Ret ${name}`, products: 'Varer',
    description: 'Beskrivelse', slugHint: 'Små bogstaver, cifre og bindestreger. Den kan ikke ændres senere.', saved: (name: string) => `${name} er gemt.`, delete: 'Slet', act: 'Ret eller slet',
    edit: 'Ret', deleted: (name: string) => `${name} er slettet.`, full: 'Der er varer i den: flyt eller slet dem først.', taken: 'En kategori har allerede den adresse.', readOnly: 'Din nøgle må ikke ændre kategorier: den mangler categories:write.',
  },
)

type Category = Item<'categories.list'>

const fields = {
  name: { label: shared.name, required: true, max: 300 },
  slug: { label: shared.slug, kind: 'code', required: true, max: 200, hint: t.slugHint },
  description: { label: t.description, kind: 'lines', rows: 3, max: 2000, nullable: true },
} satisfies Record<Exclude<keyof Body<'categories.upsert'>, 'expectedUpdatedAt'>, Field>

export function Categories() {
  const { query } = useRoute()
  const list = useList('categories.list', {})
  const remove = useWrite('categories.delete')
  const writes = may('categories:write')
  const open = query['new'] === '1' ? null : list.data?.find((one) => one.slug === query['edit'])
  const drop = async (one: Category) => {
    const done = await remove.send({ slug: one.slug, confirm: true })
    if (done) say(t.deleted(one.name), done.requestId)
  }
  return <>
    {!writes && <p class="note">{t.readOnly}</p>}
    {writes && open === undefined && <p class="bar"><button type="button" onClick={() => refine({ new: '1', edit: undefined })}>{t.make}</button></p>}
    {open !== undefined && <Editor key={open?.slug} category={open} taken={new Set(list.data?.map((one) => one.slug))} />}
    <ProblemNote refused={remove.refused} />
    <List label={t.title} list={list} id={(row) => row.slug} name={(row) => row.name} to={(row) => href('catalogue', [], { categorySlug: row.slug })} empty={t.none} columns={[
      { head: shared.name, cell: (row) => row.name },
      { head: shared.slug, cell: (row) => <code>{row.slug}</code> },
      { head: t.products, right: true, cell: (row) => count(row.productCount) },
      { head: t.act, cell: (row) => <span class="row">
        <button type="button" class="small" disabled={!writes} onClick={() => { refine({ edit: row.slug, new: undefined }); scrollTo(0, 0) }}>{t.edit}<span class="unseen"> {row.name}</span></button>
        <button type="button" class="small" disabled={!writes || remove.busy || row.productCount > 0} title={row.productCount > 0 ? t.full : ''} onClick={() => void drop(row)}>{t.delete}<span class="unseen"> {row.name}</span></button>
      </span> },
    ]} />
  </>
}

function close(): void { refine({ edit: undefined, new: undefined }) }

function Editor({ category, taken }: { category: Category | null; taken: ReadonlySet<string> }) {
  const write = useWrite('categories.upsert')
  const stored = useMemo(() => ({ name: category?.name ?? '', slug: category?.slug ?? '', description: category?.description ?? null, updatedAt: category?.updatedAt ?? '' }), [category])
  const form = useForm(stored, { refused: write.refused })
  const { name, slug, description } = form.value
  const { slug: _, ...kept } = fields
  const exists = category === null && taken.has(slug || slugOf(name))
  const send = async () => {
    const done = await write.send({
      name, slug: slug || slugOf(name), ...('description' in form.changed && { description }),
      ...(form.before.updatedAt !== '' && { expectedUpdatedAt: form.before.updatedAt }),
    })
    if (!done) return
    say(t.saved(name), done.requestId)
    close()
  }
  return <section class="card" aria-labelledby="category">
    <h2 id="category">{category ? t.change(category.name) : t.make}</h2>
    <form data-saves onSubmit={(e) => { e.preventDefault(); void send() }}>
      <Fields form={form} fields={category ? kept : fields} />
      <Conflict form={form} fields={fields} refused={write.refused} again={() => void send()} />
      {exists && <p class="fault" role="alert">{t.taken}</p>}
      <p class="row"><button disabled={write.busy || !form.dirty || exists}>{shared.save}</button> <button type="button" class="second" onClick={close}>{shared.cancel}</button></p>
    </form>
  </section>
}
