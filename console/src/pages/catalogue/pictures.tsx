// The pictures of a product: what they show, their order, new ones, fewer.
import { useEffect, useRef, useState } from 'preact/hooks'
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
    title: 'Pictures', none: 'No pictures yet.', first: 'The first one is shown in lists.', drag: 'Drag to move', earlier: 'Earlier', later: 'Later', of: (n: number) => `picture ${n}`, alt: (n: number) => `What picture ${n} shows`, say: 'Say what it shows',
    added: 'Picture added.', removed: 'Picture removed.', moved: 'Pictures in another order.', described: 'Picture described.', address: 'Or the address of a picture (https)',
  },
  {
    title: 'Billeder', none: 'Ingen billeder endnu.', first: 'Det første vises i lister.', drag: 'Træk for at flytte', earlier: 'Tidligere', later: 'Senere', of: (n: number) => `billede ${n}`, alt: (n: number) => `Hvad billede ${n} viser`, say: 'Skriv, hvad det viser',
    added: 'Billedet er tilføjet.', removed: 'Billedet er fjernet.', moved: 'Billederne har fået en anden rækkefølge.', described: 'Billedet er beskrevet.', address: 'Eller adressen på et billede (https)',
  },
)

export function Pictures({ product }: { product: Result<'products.get'> }) {
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const [address, setAddress] = useState('')
  const [over, setOver] = useState<number>()
  const dragged = useRef<number>(undefined)
  const pressed = useRef<HTMLButtonElement>(undefined)
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
  useEffect(() => { // a picture that moved keeps the focus on the button that moved it, or on the other one when it is at an end
    const button = pressed.current
    pressed.current = undefined;
    (button?.disabled ? button.parentElement?.querySelector<HTMLElement>('button:enabled') : button)?.focus()
  }, [images.join(' ')])
  const move = (at: number, to: number) => {
    const url = images[at]
    if (url === undefined || at === to) return
    const next = images.toSpliced(at, 1).toSpliced(to, 0, url)
    void act(t.moved, () => write('products.update', { slug, patch: { images: next }, expectedUpdatedAt: product.updatedAt }))
  }
  const button = (at: number, by: 1 | -1, name: string, sign: string) => <button type="button" class="small" disabled={off || images[at + by] === undefined} aria-label={`${name}: ${t.of(at + 1)}`} onClick={(e) => {
    pressed.current = e.currentTarget
    move(at, at + by)
  }}>{sign}</button>
  return <section class="card" aria-labelledby="pictures">
    <h2 id="pictures">{t.title}</h2>
    <p class="quiet">{images.length === 0 ? t.none : t.first}</p>
    <ol class="cards">{product.imageDetails.map((image, at) => <li key={image.url} class={over === at ? 'over' : ''} data-row
      onDragOver={(e) => { if (dragged.current !== undefined) { e.preventDefault(); setOver(at) } }} onDragLeave={() => setOver(undefined)}
      onDrop={(e) => { e.preventDefault(); setOver(undefined); if (dragged.current !== undefined) move(dragged.current, at) }}>
      <img src={image.url} alt={image.alt ?? ''} loading="lazy" draggable={!off} {...(!off && { class: 'handle', title: t.drag })}
        onDragStart={(e) => { e.dataTransfer?.clearData(); e.dataTransfer?.setData('text/plain', image.url); dragged.current = at }} onDragEnd={() => { dragged.current = undefined }} />
      <InPlace label={t.alt(at + 1)} typed={image.alt ?? ''} disabled={off} wide save={async (alt) => {
        const { requestId } = await write('products.attach_image', { slug, imageUrl: image.url, alt: alt.trim() })
        say(t.described, requestId)
        return undefined
      }}>{image.alt || <span class="quiet">{t.say}</span>}</InPlace>
      <span class="row">
        {button(at, -1, t.earlier, '←')}{button(at, 1, t.later, '→')}
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
