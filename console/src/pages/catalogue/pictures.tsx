// The pictures of a product: what they show, their order, new ones, fewer.
import { useState } from 'preact/hooks'
import type { Result } from '../../lib/contract'
import { asRefused, type Refused } from '../../lib/problem'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { Upload } from '../../parts/upload'
import { InPlace } from './in-place'
import { t as shared } from './text'
import { write } from '../../lib/write'

const t = texts(
  {
    title: 'Pictures', none: 'No pictures yet.', first: 'The first one is shown in lists.', earlier: 'Earlier', later: 'Later', of: (n: number) => `picture ${n}`, alt: (n: number) => `What picture ${n} shows`, say: 'Say what it shows',
    added: 'Picture added.', removed: 'Picture removed.', moved: 'Pictures in another order.', described: 'Picture described.', address: 'Or the address of a picture (https)',
  },
  {
    title: 'Billeder', none: 'Ingen billeder endnu.', first: 'Det første vises i lister.', earlier: 'Tidligere', later: 'Senere', of: (n: number) => `billede ${n}`, alt: (n: number) => `Hvad billede ${n} viser`, say: 'Skriv, hvad det viser',
    added: 'Billedet er tilføjet.', removed: 'Billedet er fjernet.', moved: 'Billederne har fået en anden rækkefølge.', described: 'Billedet er beskrevet.', address: 'Eller adressen på et billede (https)',
  },
)

export function Pictures({ product }: { product: Result<'products.get'> }) {
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const [address, setAddress] = useState('')
  const { slug, images } = product
  const off = busy || !may('products:write')

  const act = async (said: string, run: () => Promise<{ requestId: string }>) => {
    setBusy(true)
    setRefused(undefined)
    try {
      say(said, (await run()).requestId)
      return true
    } catch (thrown) {
      setRefused(asRefused(thrown))
      return false
    } finally {
      setBusy(false)
    }
  }
  const move = (at: number, by: 1 | -1) => {
    const url = images[at]
    if (url === undefined) return
    const next = images.toSpliced(at, 1).toSpliced(at + by, 0, url)
    void act(t.moved, () => write('products.update', { slug, patch: { images: next }, expectedUpdatedAt: product.updatedAt }))
  }
  return <section class="card" aria-labelledby="pictures">
    <h2 id="pictures">{t.title}</h2>
    <p class="quiet">{images.length === 0 ? t.none : t.first}</p>
    <ol class="cards">{product.imageDetails.map((image, at) => <li key={image.url} data-row>
      <img src={image.url} alt={image.alt ?? ''} loading="lazy" />
      <InPlace label={t.alt(at + 1)} typed={image.alt ?? ''} disabled={off} wide save={async (alt) => {
        const { requestId } = await write('products.attach_image', { slug, imageUrl: image.url, alt: alt.trim() })
        say(t.described, requestId)
        return undefined
      }}>{image.alt || <span class="quiet">{t.say}</span>}</InPlace>
      <span class="row">
        <button type="button" class="small" disabled={off || at === 0} aria-label={`${t.earlier}: ${t.of(at + 1)}`} onClick={() => move(at, -1)}>←</button>
        <button type="button" class="small" disabled={off || at === images.length - 1} aria-label={`${t.later}: ${t.of(at + 1)}`} onClick={() => move(at, 1)}>→</button>
        <button type="button" class="small" disabled={off} aria-label={`${shared.remove} ${t.of(at + 1)}`} onClick={() => void act(t.removed, () => write('products.detach_image', { slug, imageUrl: image.url, confirm: true }))}>×</button>
      </span>
    </li>)}</ol>
    <ProblemNote refused={refused} />
    <Upload everywhere onDone={(url) => act(t.added, () => write('products.attach_image', { slug, imageUrl: url }))} />
    <form class="bar" onSubmit={(e) => {
      e.preventDefault()
      void act(t.added, () => write('products.attach_image', { slug, imageUrl: address.trim() })).then((done) => { if (done) setAddress('') })
    }}>
      <label>{t.address}<input inputMode="url" value={address} pattern="\s*https://.+" disabled={off} onInput={(e) => setAddress(e.currentTarget.value)} /></label>
      <button class="second" disabled={off || address === ''}>{shared.add}</button>
    </form>
  </section>
}
