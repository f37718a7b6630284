// The fields of a product, in groups. One that the contract adds does not compile until it is in a group.
import type { Body, Patch, Result } from '../../lib/contract'
import { texts } from '../../lib/text'
import type { Field } from '../../parts/fields'
import { Couples, Facts } from './lists'
import { t as shared } from './text'

const t = texts(
  {
    about: 'About it', sale: 'Price and stock', facts: 'Facts', answers: 'Questions and uses', description: 'Description', summary: 'Short answer', summaryHint: 'What an assistant may quote.',
    featured: 'Featured in the shop', frame: 'Frame colour', lens: 'Lens colour', attributes: 'Attributes', attributesHint: 'What a search can filter by, such as width_mm: 50.',
    comparison: 'Facts to compare', faq: 'Questions and answers', q: 'Question', a: 'Answer', uses: 'What it is good for', use: 'Use', why: 'Why',
  },
  {
    about: 'Om varen', sale: 'Pris og lager', facts: 'Fakta', answers: 'Spørgsmål og anvendelser', description: 'Beskrivelse', summary: 'Kort svar', summaryHint: 'Hvad en assistent må citere.',
    featured: 'Fremhævet i butikken', frame: 'Stelfarve', lens: 'Glasfarve', attributes: 'Egenskaber', attributesHint: 'Hvad man kan filtrere på, f.eks. width_mm: 50.',
    comparison: 'Fakta til sammenligning', faq: 'Spørgsmål og svar', q: 'Spørgsmål', a: 'Svar', uses: 'Hvad den er god til', use: 'Anvendelse', why: 'Hvorfor',
  },
)

const label = { nullable: true, max: 200 } as const

const about = {
  name: { label: shared.name, required: true, max: 300 },
  description: { label: t.description, kind: 'lines', rows: 8, required: true },
  answerSummary: { label: t.summary, kind: 'lines', rows: 2, max: 500, nullable: true, hint: t.summaryHint },
  categorySlug: { label: shared.category, kind: 'choice', required: true },
  brand: { label: shared.brand, ...label },
  featured: { label: t.featured, kind: 'check' },
} satisfies Record<string, Field>

const sale = {
  priceDkk: { label: shared.price, kind: 'money', required: true },
  stock: { label: shared.stock, kind: 'number', required: true },
} satisfies Record<string, Field>

const facts = {
  frameColor: { label: t.frame, ...label },
  lensColor: { label: t.lens, ...label },
  attributes: { label: t.attributes, hint: t.attributesHint, own: (value, set) => <Facts value={value} set={set} label={t.attributes} /> },
  comparisonFacts: { label: t.comparison, kind: 'pairs' },
} satisfies Record<string, Field>

const answers = {
  faq: { label: t.faq, own: (value, set) => <Couples value={value} set={set} label={t.faq} names={{ q: t.q, a: t.a }} /> },
  useCases: { label: t.uses, own: (value, set) => <Couples value={value} set={set} label={t.uses} names={{ title: t.use, description: t.why }} /> },
} satisfies Record<string, Field>

// categoryId is the same as categorySlug; the pictures have their own part.
type Own = 'categoryId' | 'images'

export const fields = { ...about, ...sale, ...facts, ...answers } satisfies Record<Exclude<keyof Patch<'products.update'>, Own>, Field>
type Apart = Own | 'slug' | 'options' | 'variants'
fields satisfies Record<Exclude<keyof Body<'products.create'>, Apart>, Field>

export type Name = keyof typeof fields

/** Draft is a product in a form, with the version that it was opened at. */
export type Draft = Required<Pick<Patch<'products.update'>, Name>> & { updatedAt: string }

interface Group { name: 'about' | 'sale' | 'facts' | 'answers'; legend: string; fields: { [K in Name]?: Field } }

/** groups is the fields in the order of the page, with the categories to choose from. */
export function groups(categories: readonly { slug: string; name: string }[]): Group[] {
  const choices = categories.map(({ slug, name }) => [slug, name] as const)
  return [
    { name: 'about', legend: t.about, fields: { ...about, categorySlug: { ...about.categorySlug, choices } } },
    { name: 'sale', legend: t.sale, fields: sale },
    { name: 'facts', legend: t.facts, fields: facts },
    { name: 'answers', legend: t.answers, fields: answers },
  ]
}

/** draftOf is a product as its form begins. */
export function draftOf(product: Result<'products.get'>): Draft {
  const { name, description, answerSummary, category, brand, featured, priceDkk, stock, frameColor, lensColor, attributes, comparisonFacts, faq, useCases, updatedAt } = product
  return { name, description, answerSummary, categorySlug: category.slug, brand, featured, priceDkk, stock, frameColor, lensColor, attributes, comparisonFacts, faq, useCases, updatedAt }
}

/** clean is what is sent of a form: rows in which nothing was written are left out. */
export function clean(value: Partial<Draft>): Partial<Draft> {
  const { attributes, comparisonFacts, faq, useCases } = value
  return {
    ...value,
    ...(attributes && { attributes: named(attributes) }),
    ...(comparisonFacts && { comparisonFacts: named(comparisonFacts) }),
    ...(faq && { faq: faq.filter((one) => one.q !== '' || one.a !== '') }),
    ...(useCases && { useCases: useCases.filter((one) => one.title !== '' || one.description !== '') }),
  }
}

function named<V>(pairs: Record<string, V>): Record<string, V> {
  return Object.fromEntries(Object.entries(pairs).filter(([name]) => name.trim() !== ''))
}
