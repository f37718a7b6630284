// What was just done, with a way back.
import { useEffect } from 'preact/hooks'
import { route, useRoute } from '../lib/route'
import { store, useStore } from '../lib/store'
import { texts } from '../lib/text'
import { may } from '../lib/session'
import { undoCalls } from './asked'

const t = texts({ undo: 'Undo', close: 'Close' }, { undo: 'Fortryd', close: 'Luk' })

interface Toast {
  id: number
  said: string
  requestId: string | undefined
  about: string
  at: number
}

const shown = store<Toast[]>([])
let last = 0

/**
 * say tells what was done; with the request id of the write it can be undone from here. It takes the place of what was said about
 * the same thing: that of the page, or the one that is named.
 */
export function say(said: string, requestId?: string, about = where()): void {
  shown.set([...shown.get().filter((one) => one.about !== about).slice(-2), { id: ++last, said, requestId, about, at: Date.now() }])
}

function where(): string { return [route().page, ...route().rest].join('/') }

export function Toasts() {
  const toasts = useStore(shown)
  useRoute()
  const here = where()
  // What was said of another page goes with it, but not what was said in the moment in which that one was left, as by creating.
  useEffect(() => shown.set(shown.get().filter(({ at }) => Date.now() - at < 1_000)), [here])
  return <div class="toasts" role="status">{toasts.map((toast) => <One key={toast.id} toast={toast} />)}</div>
}

function One({ toast: { id, said, requestId } }: { toast: Toast }) {
  const close = () => shown.set(shown.get().filter((one) => one.id !== id))
  useEffect(() => {
    const timer = setTimeout(close, 15_000)
    return () => clearTimeout(timer)
  }, [])
  return <div class="toast"><span>{said}</span>
    {requestId !== undefined && may('audit:revert') && may('audit:read') && <button type="button" class="small" onClick={() => { close(); undoCalls([requestId]) }}>{t.undo}</button>}
    <button type="button" class="small" aria-label={t.close} onClick={close}>×</button>
  </div>
}
