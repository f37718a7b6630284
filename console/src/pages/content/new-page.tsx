// A new page: its text, or the sections that are chosen once it is there.
import { useWrite } from '../../lib/answers'
import type { Body } from '../../lib/contract'
import { back, href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Create } from '../../parts/create'
import type { Field } from '../../parts/fields'
import { say } from '../../parts/toast'
import { pageFields } from './page'
import { Preview } from './preview'
import { slugOf } from '../../lib/slug'
import { statusChoices, t as shared } from './text'

const t = texts(
  { back: 'All pages', new: 'New page', make: 'Create the page', shows: 'What it shows', kinds: { text: 'a text', sections: 'sections: pictures, products, questions and more' }, later: 'They are chosen when the page is created.' },
  { back: 'Alle sider', new: 'Ny side', make: 'Opret siden', shows: 'Hvad den viser', kinds: { text: 'en tekst', sections: 'sektioner: billeder, varer, spørgsmål og mere' }, later: 'De vælges, når siden er oprettet.' },
)

type Page = Required<Omit<Body<'pages.upsert'>, 'layout' | 'expectedUpdatedAt'>>
type Draft = Page & { shows: 'text' | 'sections' }

const begin: Draft = { title: '', slug: '', shows: 'text', body: '', metaDescription: null, status: 'draft' }

const fields = {
  title: pageFields.title,
  slug: { label: shared.slug, kind: 'code', hint: shared.slugHint, max: 200 },
  shows: { label: t.shows, kind: 'choice', choices: Object.entries(t.kinds) },
  body: pageFields.body,
  metaDescription: pageFields.metaDescription,
  status: { label: shared.status, kind: 'choice', choices: statusChoices },
} satisfies Record<keyof Draft, Field>
const { body: _, ...sectionFields } = { ...fields, shows: { ...fields.shows, hint: t.later } }

function slugged({ slug, title }: Page): string {
  return slug || slugOf(title)
}

export function NewPage() {
  const write = useWrite('pages.upsert')
  const send = async ({ shows, ...page }: Draft) => {
    const sections = shows === 'sections'
    // Every page has a text, of ten characters at least; nobody sees that of a page of sections.
    const done = await write.send({ ...page, slug: slugged(page), ...(sections && { body: page.title.padEnd(10, '.') }) })
    if (!done) return undefined
    say(shared.made(page.title), done.requestId)
    return href('content', ['pages', done.answer.result.slug, ...(sections ? ['layout'] : [])])
  }
  return <>
    <p><a href={back('content')}>← {t.back}</a></p>
    <h1>{t.new}</h1>
    <Create begin={begin} fields={({ value }) => value.shows === 'sections' ? sectionFields : fields} act={t.make} scope="pages:write" writing={write} send={send} draft="page:">
      {({ value }) => value.shows !== 'sections' && <p class="row"><Preview of={{ slug: slugged(value), title: value.title, body: value.body }} /></p>}
    </Create>
  </>
}
