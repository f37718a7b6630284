// Where a product has its page: its slug, unless that is the name of another page of the catalogue.
import { href } from '../../lib/route'

export const others = ['new', 'bulk', 'import', 'trash', 'categories', 'product'] as const

export function productHref(slug: string): string {
  return href('catalogue', others.some((one) => one === slug) ? ['product', slug] : [slug])
}
