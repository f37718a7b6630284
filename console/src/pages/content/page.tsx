// One page: its text or its layout, whether it is public, and what happened to it.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useResult, useWrite } from '../../lib/answers'
import type { Body, Result } from '../../lib/contract'
import { back, go, href, leave } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Edit } from '../../parts/edit'
import type { Field } from '../../parts/fields'
import { History } from '../../parts/history'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { Layout } from './layout'
import { Preview } from './preview'
import { t as shared } from './text'

const t = texts(
  {
    back: 'All pages', parts: 'Parts of the page', layout: 'Layout', meta: 'For search engines', metaHint: 'The page in a sentence.', publish: 'Publish', hide: 'Unpublish', first: 'Save first.',
    published: (name: string) => `${name} is public.`, hidden: (name: string) => `${name} is a draft again.`, instead: 'Visitors see the layout instead of this text.',
  },
  {
    back: 'Alle sider', parts: 'Dele af siden', layout: 'Layout', meta: 'Til søgemaskiner', metaHint: 'Siden i en sætning.', publish: 'Offentliggør', hide: 'Skjul', first: 'Gem først.',
    published: (name: string) => `${name} er offentlig.`, hidden: (name: string) => `${name} er en kladde igen.`, instead: 'Besøgende ser layoutet i stedet for denne tekst.',
  },
)

type Page = Result<'pages.get'>
type Text = Pick<Page, 'title' | 'body' | 'metaDescription'>

/** What of a page is typed; its layout and its status have their own places. */
export const pageFields = {
  title: { label: shared.title, required: true, max: 300 },
  body: { label: shared.text, kind: 'lines', rows: 18, required: true, hint: shared.textHint },
  metaDescription: { label: t.meta, kind: 'lines', rows: 2, max: 300, nullable: true, hint: t.metaHint },
} satisfies Record<Exclude<keyof Body<'pages.upsert'>, 'slug' | 'layout' | 'status' | 'expectedUpdatedAt'>, Field>

export function PageEditor({ slug, layout }: { slug: string; layout: boolean }) {
  const [leaving, leaves] = useState(false) // a page that is being deleted is not read again
  const { data, refused, loading, again } = useResult('pages.get', { slug }, { enabled: may('pages:read') && !leaving })
  const tab = (name: string, rest: string[], here: boolean) => <li><a href={href('content', ['pages', slug, ...rest])} {...(here && { 'aria-current': 'page' })}>{name}</a></li>
  const lacking = needs('pages:read').title
  return <>
    <p><a href={back('content')}>← {t.back}</a></p>
    {data ? <Head page={data} leaves={leaves} /> : <h1>{slug}</h1>}
    {lacking !== undefined && <p class="note">{lacking}</p>}
    <ProblemNote refused={refused} again={again} />
    <Loading shown={loading} />
    {data && !leaving && <>
      <nav aria-label={t.parts}><ul class="tabs">{tab(shared.text, [], !layout)}{tab(t.layout, ['layout'], layout)}</ul></nav>
      {layout ? <Layout page={data} publish={(dirty) => <Publish page={data}>{dirty && t.first}</Publish>} /> : <TextForm page={data} />}
      <History of={{ entityType: 'page', entityId: data.id }} />
    </>}
  </>
}

function Head({ page, leaves }: { page: Page; leaves: (leaving: boolean) => void }) {
  const remove = useWrite('pages.delete')
  const drop = async () => {
    leaves(true)
    const done = await remove.send({ slug: page.slug, confirm: true })
    if (!done) return leaves(false)
    say(shared.deleted(page.title), done.requestId)
    leave.stays = undefined
    go(href('content'))
  }
  return <>
    <header class="row"><h1>{page.title} <span class="chip">{shared.statuses[page.status]}</span></h1><span class="row">
      {page.status === 'published' && <a class="button second" href={`/info/${page.slug}`} target="_blank" rel="noreferrer">{shared.shop}</a>}
      <button type="button" class="danger" {...needs('pages:write', remove.busy)} onClick={() => void drop()}>{shared.delete}</button>
    </span></header>
    <ProblemNote refused={remove.refused} />
  </>
}

function TextForm({ page }: { page: Page }) {
  const { slug, title, body, metaDescription, updatedAt } = page
  const write = useWrite('pages.upsert')
  const save = async (changed: Partial<Text>, version: string | undefined) => {
    const done = await write.send({ slug, title, body, ...changed, ...(version !== undefined && { expectedUpdatedAt: version }) })
    if (done) say(shared.saved(changed.title ?? title), done.requestId)
  }
  return <>
    {page.hasLayout && <p class="note">{t.instead} <a href={href('content', ['pages', slug, 'layout'])}>{t.layout}</a></p>}
    <Edit<Text> stored={{ title, body, metaDescription }} fields={pageFields} version={updatedAt} writing={write} barred={needs('pages:write').title} draft={`page:${slug}`} save={(changed, version) => void save(changed, version)}>
      {(form) => <>
        <Publish page={page}>{form.dirty && t.first}</Publish>
        <Preview of={{ slug, title: form.value.title, body: form.value.body, ...(page.hasLayout && { layout: null }) }} />
      </>}
    </Edit>
  </>
}

// What is stored is published, not what is being typed.
function Publish({ page: { slug, title, body, status, updatedAt }, children }: { page: Page; children: ComponentChildren }) {
  const write = useWrite('pages.upsert')
  const isPublic = status === 'published'
  const turn = async () => {
    const done = await write.send({ slug, title, body, status: isPublic ? 'draft' : 'published', expectedUpdatedAt: updatedAt })
    if (done) say((isPublic ? t.hidden : t.published)(title), done.requestId)
  }
  const button = needs('pages:write', write.busy || Boolean(children))
  return <>
    <button type="button" class="second" {...button} onClick={() => void turn()}>{isPublic ? t.hide : t.publish}</button>
    {children && <span class="quiet">{children}</span>}
    <ProblemNote refused={write.refused} />
  </>
}
