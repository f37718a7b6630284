// The demo shop with what else its pages can show.
import { readFileSync } from 'node:fs'
import { start } from '../../program.mjs'

export const layout = JSON.parse(readFileSync(new URL('layout.json', import.meta.url), 'utf8'))

// imagesOf are the hosts of the images that are not the shop's own.
export const imagesOf = ['images.example']

// pages has a path for each kind of page.
export const pages = {
  home: '/', products: '/products', search: '/products?q=solbriler&inStock=true', nothing: '/products?q=findesslet%20ikke', product: '/products/round-metal',
  images: '/products/to-billeder', bare: '/products/uden-billede', category: '/categories/solbriller', services: '/services', service: '/services/synsproeve',
  info: '/info/om-os', layout: '/info/byg',
}

// open starts the shop.
export async function open() {
  const shop = await start({ STOREFRONT_PAGES_QUOTA: '100000', STOREFRONT_ANONYMOUS_QUOTA: '100000' })
  const bare = { name: 'Uden billede', slug: 'uden-billede', description: 'En vare uden billede.', priceDkk: 4950, stock: 2, categorySlug: 'gavekort' }
  await shop.call('products.create', bare)
  await shop.call('products.create', { ...bare, name: 'To billeder', slug: 'to-billeder', images: ['https://images.example/1.jpg', 'https://images.example/2.jpg'] })
  await shop.call('pages.upsert', { slug: 'byg', title: 'Bygget af sektioner', body: 'Vises ikke, for siden har et layout.' })
  await shop.call('pages.set_layout', { slug: 'byg', layout, confirm: true })
  await shop.call('settings.update_branding', { patch: { supportEmail: 'butik@example.com', logoUrl: 'https://images.example/logo.svg' } })
  return shop
}
