// Words that several pages of the catalogue use.
import { texts } from '../../lib/text'
import type { Schemas } from '../../lib/contract'

export const t = texts(
  {
    catalogue: 'Catalogue', product: 'Product', name: 'Name', slug: 'Address', price: 'Price', stock: 'Stock', category: 'Category', brand: 'Brand', changed: 'Changed', none: 'none',
    readOnly: 'Your key may look, but not change anything here: it lacks products:write.', save: 'Save', cancel: 'Cancel', remove: 'Remove', add: 'Add', yes: 'yes', no: 'no',
    amount: 'Write an amount such as 1099.50.', whole: 'Write a whole number, 0 or more.',
    warnings: { price_jump: 'The price changes by more than half.', price_low: 'The price is below 1 krone.', similar_slug: 'A product with a similar address exists.', deleted_slug: 'A deleted product had this address.' } as Record<string, string>,
  },
  {
    catalogue: 'Katalog', product: 'Vare', name: 'Navn', slug: 'Adresse', price: 'Pris', stock: 'Lager', category: 'Kategori', brand: 'Mærke', changed: 'Ændret', none: 'ingen',
    readOnly: 'Din nøgle må se, men ikke ændre noget her: den mangler products:write.', save: 'Gem', cancel: 'Annuller', remove: 'Fjern', add: 'Tilføj', yes: 'ja', no: 'nej',
    amount: 'Skriv et beløb som 1099,50.', whole: 'Skriv et helt tal, 0 eller mere.',
    warnings: { price_jump: 'Prisen ændres med mere end halvdelen.', price_low: 'Prisen er under 1 krone.', similar_slug: 'Der findes en vare med en lignende adresse.', deleted_slug: 'En slettet vare havde denne adresse.' } as Record<string, string>,
  },
)

/** warned is what the service warned of, in a person's words. */
export function warned(warnings: Schemas['ChangeWarning'][]): string {
  return warnings.map((one) => t.warnings[one.code] ?? one.text).join(' ')
}
