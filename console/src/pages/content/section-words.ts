// What the kinds, looks and fields of sections are called. One that the service adds is called as the service calls it.
import { texts } from '../../lib/text'

export const words: Record<string, string> = texts<Record<string, string>>(
  {
    title: 'Heading', subtitle: 'Line below', image: 'Picture', link: 'Button', secondLink: 'Second button', features: 'Points', columns: 'Side by side', markdown: 'Text', images: 'Pictures',
    slugs: 'Products (addresses)', categorySlug: 'Category (address)', limit: 'At most', questions: 'Questions', testimonials: 'Voices', quote: 'Quotation', name: 'Name', role: 'Who that is', stats: 'Figures',
    logos: 'Logos', plans: 'Prices', steps: 'Steps', text: 'Text', buttonLabel: 'On the button', consent: 'What they agree to', question: 'Question', answer: 'Answer', value: 'Figure', label: 'Says', href: 'Leads to',
    url: 'The picture itself', alt: 'What it shows', caption: 'Caption', price: 'Price', highlighted: 'Stands out',
    centered: 'centred', left: 'to the left', split: 'divided', cards: 'cards', plain: 'plain', wide: 'wide', narrow: 'narrow', imageLeft: 'picture left', imageRight: 'picture right', grid: 'grid', carousel: 'carousel',
    list: 'list', accordion: 'to unfold', large: 'large', accent: 'coloured', muted: 'muted', table: 'table', numbered: 'numbered', timeline: 'time line',
  },
  {
    hero: 'Top', featureGrid: 'Punkter side om side', richText: 'Tekst', imageText: 'Billede og tekst', gallery: 'Galleri', productGrid: 'Varer', faq: 'Spørgsmål og svar', statBand: 'Tal', logoCloud: 'Logoer',
    pricingTable: 'Priser', howItWorks: 'Sådan gør du', bannerCta: 'Banner', newsletter: 'Nyhedsbrev', ctaFooter: 'Afsluttende banner',
    title: 'Overskrift', subtitle: 'Linje under', image: 'Billede', link: 'Knap', secondLink: 'Anden knap', features: 'Punkter', columns: 'Side om side', markdown: 'Tekst', images: 'Billeder',
    slugs: 'Varer (adresser)', categorySlug: 'Kategori (adresse)', limit: 'Højst', questions: 'Spørgsmål', testimonials: 'Udtalelser', quote: 'Citat', name: 'Navn', role: 'Hvem det er', stats: 'Tal',
    logos: 'Logoer', plans: 'Priser', steps: 'Trin', text: 'Tekst', buttonLabel: 'På knappen', consent: 'Hvad de siger ja til', question: 'Spørgsmål', answer: 'Svar', value: 'Tal', label: 'Tekst', href: 'Fører til',
    url: 'Selve billedet', alt: 'Hvad det viser', caption: 'Billedtekst', price: 'Pris', highlighted: 'Fremhævet',
    centered: 'midtstillet', left: 'til venstre', split: 'delt', cards: 'kort', plain: 'enkel', wide: 'bred', narrow: 'smal', imageLeft: 'billede til venstre', imageRight: 'billede til højre', grid: 'gitter', carousel: 'karrusel',
    list: 'liste', accordion: 'til at folde ud', large: 'stor', accent: 'farvet', muted: 'dæmpet', table: 'tabel', numbered: 'nummereret', timeline: 'tidslinje',
  },
)
