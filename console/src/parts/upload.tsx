// Pictures from this computer: chosen, dropped or pasted. What is too large to send is made smaller here.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Body } from '../lib/contract'
import { asRefused, type Refused } from '../lib/problem'
import { may } from '../lib/session'
import { texts } from '../lib/text'
import { write } from '../lib/write'
import { ProblemNote } from './problem'

const t = texts(
  {
    label: 'Upload pictures', hint: 'Choose, drop or paste PNG, JPEG or WebP.', sending: (name: string) => `Sending ${name}…`,
    no: (name: string) => `${name} is not a picture that can be read.`, scope: 'Your key may not upload pictures: it lacks products:write.',
  },
  {
    label: 'Upload billeder', hint: 'Vælg, slip eller indsæt PNG, JPEG eller WebP.', sending: (name: string) => `Sender ${name}…`,
    no: (name: string) => `${name} er ikke et billede, der kan læses.`, scope: 'Din nøgle må ikke uploade billeder: den mangler products:write.',
  },
)

type Kind = Body<'images.upload'>['contentType']
const kinds: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'] satisfies Kind[]
const limit = 700_000

interface Props {
  /** Told the address of each picture, one after another. */
  onDone: (url: string) => void | Promise<unknown>
  label?: string
  /** Takes pictures that are pasted anywhere on the page: for the only Upload of a page. */
  everywhere?: boolean
  /** Takes what is dropped and pasted too. */
  children?: ComponentChildren
}

export function Upload({ onDone, label = t.label, everywhere = false, children }: Props) {
  const [state, set] = useState<{ sending?: string; unread?: string; refused?: Refused; left?: File[] }>({})
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const allowed = may('products:write')
  const busy = useRef(false)

  const send = async (files: File[]) => {
    if (busy.current || !allowed) return
    busy.current = true
    let unread: string | undefined
    for (const [at, file] of files.entries()) {
      set({ sending: file.name })
      const fitting = await fit(file).catch(() => undefined)
      if (!fitting) {
        unread = file.name
        continue
      }
      try {
        const { answer } = await write('images.upload', { fileName: file.name.slice(-200) || 'picture', contentType: fitting.type as Kind, data: await base64(fitting) })
        await onDone(answer.result.url)
      } catch (thrown) {
        busy.current = false
        return set({ refused: asRefused(thrown), left: files.slice(at) })
      }
    }
    busy.current = false
    set(unread === undefined ? {} : { unread })
  }
  const latest = useRef(send)
  latest.current = send
  const pasted = (event: ClipboardEvent) => {
    const files = pictures(event.clipboardData?.files)
    if (files.length === 0) return
    event.preventDefault()
    void latest.current(files)
  }
  useEffect(() => {
    if (!everywhere) return
    addEventListener('paste', pasted)
    return () => removeEventListener('paste', pasted)
  }, [everywhere])

  return <div class={over ? 'drop over' : 'drop'} onDragOver={(e) => { e.preventDefault(); setOver(true) }} onDragLeave={() => setOver(false)}
    onDrop={(e) => { e.preventDefault(); setOver(false); void send([...e.dataTransfer?.files ?? []]) }} {...(!everywhere && { onPaste: pasted })}>
    <label for={id}>{label}</label>
    <input id={id} ref={input} type="file" accept={kinds.join()} multiple={children === undefined} disabled={!allowed || state.sending !== undefined} aria-describedby={`${id}h`} onChange={(e) => {
      const files = [...e.currentTarget.files ?? []]
      e.currentTarget.value = ''
      void send(files)
    }} />
    <p class="hint" id={`${id}h`}>{allowed ? t.hint : t.scope}</p>
    {children}
    <p class="quiet" role="status">{state.sending !== undefined && t.sending(state.sending)}</p>
    {state.unread !== undefined && <p class="fault" role="alert">{t.no(state.unread)}</p>}
    <ProblemNote refused={state.refused} again={() => void send(state.left ?? [])} />
  </div>
}

function pictures(files: FileList | undefined): File[] {
  return [...files ?? []].filter((file) => file.type.startsWith('image/'))
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(t.label)))
    reader.readAsDataURL(blob)
  })
}

/** fit is a file as it can be sent; one that is too large, or of another kind, is drawn anew. */
async function fit(file: File): Promise<Blob> {
  if (kinds.includes(file.type) && file.size <= limit) return file
  const picture = await createImageBitmap(file)
  const longest = Math.max(picture.width, picture.height)
  for (let side = Math.min(longest, 2400); side >= 320; side = Math.floor(side * 0.8)) {
    const drawn = await draw(picture, side / longest)
    if (drawn.size <= limit) return drawn
  }
  return draw(picture, Math.min(1, 320 / longest))
}

function draw(picture: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error(t.label))
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error(t.label)), 'image/jpeg', 0.86))
}
