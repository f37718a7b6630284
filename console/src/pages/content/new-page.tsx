// A new page: its text first; the layout can come later.
import { useWrite } from '../../lib/answers'
import type { Body } from '../../lib/contract'
import { href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Create } from '../../parts/create'
import type { Field } from '../../parts/fields'
import { say } from '../../parts/toast'
import { pageFields } from './page'
import { Preview } from './preview'
import { slugOf } from '../../lib/slug'
import { statusChoices, t as shared } from './text'

const t = texts({ back: 'All pages', new: 'New page', make: 'Create the page' }, { back: 'Alle sider', new: 'Ny side', make: 'Opret siden' })

type Page = Required<Omit<Body<'pages.upsert'>, 'layout' | 'expectedUpdatedAt'>>

const begin: Page = { title: '', slug: '', body: '', metaDescription: null, status: 'draft' }

const fields = {
  title: pageFields.title,
  slug: { label: shared.slug, kind: 'code', hint: shared.slugHint, max: 200 },
  body: pageFields.body,
  metaDescription: pageFields.metaDescription,
  status: { label: shared.status, kind: 'choice', choices: statusChoices },
} satisfies Record<keyof Page, Field>

function slugged({ slug, title }: Page): string {
  return slug || slugOf(title)
}

export function NewPage() {
  const write = useWrite('pages.upsert')
  const send = async (page: Page) => {
    const done = await write.send({ ...page, slug: slugged(page) })
    if (!done) return undefined
    say(shared.made(page.title), done.requestId)
    return href('content', ['pages', done.answer.result.slug])
  }
  return <>
    <p><a href={href('content')}>← {t.back}</a></p>
    <h1>{t.new}</h1>
    <Create begin={begin} fields={fields} act={t.make} scope="pages:write" writing={write} send={send} draft="page:">
      {({ value }) => <p class="row"><Preview of={{ slug: slugged(value), title: value.title, body: value.body }} /></p>}
    </Create>
  </>
}
