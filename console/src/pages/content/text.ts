// Words that several parts of the content use.
import type { Schemas } from '../../lib/contract'
import { texts } from '../../lib/text'

type Status = Schemas['PublicationStatus']

export const t = texts(
  {
    title: 'Title', slug: 'Address', status: 'Status', changed: 'Changed', text: 'Text', textHint: 'Headings begin with ##; a blank line ends a paragraph.', delete: 'Delete', act: 'Act',
    deleted: (name: string) => `${name} deleted.`, saved: (name: string) => `${name} saved.`, made: (name: string) => `${name} created.`, search: 'Search', shop: 'See it in the shop',
    slugHint: 'Small letters, digits and hyphens; made from the title when it is empty. It cannot be changed later.',
    statuses: { published: 'published', draft: 'draft' } satisfies Record<Status, string> as Record<Status, string>,
  },
  {
    title: 'Titel', slug: 'Adresse', status: 'Status', changed: 'Ændret', text: 'Tekst', textHint: 'Overskrifter begynder med ##; en tom linje slutter et afsnit.', delete: 'Slet', act: 'Gør',
    deleted: (name: string) => `${name} er slettet.`, saved: (name: string) => `${name} er gemt.`, made: (name: string) => `${name} er oprettet.`, search: 'Søg', shop: 'Se den i butikken',
    slugHint: 'Små bogstaver, cifre og bindestreger; laves af titlen, når den er tom. Den kan ikke ændres senere.',
    statuses: { published: 'offentlig', draft: 'kladde' },
  },
)

export const statusChoices = Object.entries(t.statuses)
