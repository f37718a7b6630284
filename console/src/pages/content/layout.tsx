// The layout of a page: sections that visitors see instead of its text.
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { useResult, useWrite } from '../../lib/answers'
import type { Body, Result, Schemas } from '../../lib/contract'
import { texts } from '../../lib/text'
import { Edit } from '../../parts/edit'
import type { Field } from '../../parts/fields'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { Preview } from './preview'
import { Sections } from './sections'
import { t as shared } from './text'

const t = texts(
  { sections: 'Sections', hint: 'From top to bottom. Without any, visitors see the text of the page.' },
  { sections: 'Sektioner', hint: 'Fra top til bund. Uden nogen ser besøgende sidens tekst.' },
)

type Tree = NonNullable<Body<'pages.set_layout'>['layout']>
export type Section = Tree['sections'][number]

interface Props {
  page: Result<'pages.get'>
  /** The button that publishes, given whether something is unsaved. */
  publish: (dirty: boolean) => ComponentChildren
}

export function Layout({ page, publish }: Props) {
  const now = useResult('pages.get_layout', { slug: page.slug })
  const types = useResult('pages.section_types', {})
  if (!now.data || !types.data) {
    return <><ProblemNote refused={now.refused} again={now.again} /><ProblemNote refused={types.refused} again={types.again} /><Loading shown={now.loading || types.loading} /></>
  }
  return <LayoutForm page={page} publish={publish} now={now.data} types={types.data} />
}

function LayoutForm({ page, publish, now, types }: Props & { now: Result<'pages.get_layout'>; types: Schemas['SectionType'][] }) {
  const write = useWrite('pages.set_layout')
  const stored = useMemo<Tree>(() => ({ sections: (now.layout?.sections ?? []) as Section[] }), [now])
  const fields = {
    sections: {
      label: t.sections, hint: t.hint,
      own: (value, set) => <Sections sections={value as Section[]} set={set} types={types} errors={write.refused?.problem.errors} moved={write.clear} />,
    },
  } satisfies Record<keyof Tree, Field>
  const tree = ({ sections }: Tree) => sections.length > 0 ? { sections } : null
  const save = async (all: Tree, version: string | undefined) => {
    const done = await write.send({ slug: page.slug, layout: tree(all), confirm: true, ...(version !== undefined && { expectedUpdatedAt: version }) })
    if (done) say(shared.saved(page.title), done.requestId)
  }
  // Faults stand at the sections, so none is looked for at the list.
  return <Edit<Tree> stored={stored} fields={fields} version={now.updatedAt} at="/none" writing={write} barred={needs('pages:write').title} draft={`layout:${page.slug}`} save={(_, version, all) => void save(all, version)}>
    {(form) => <>{publish(form.dirty)}<Preview of={{ slug: page.slug, layout: tree(form.value) }} /></>}
  </Edit>
}
