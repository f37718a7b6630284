// A secret that is shown once.
import type { ComponentChildren } from 'preact'
import { texts } from '../lib/text'
import { Copy } from './copy'
import { Dialog } from './dialog'

const t = texts(
  { once: 'It is shown only now. Copy it to where it is used; it is kept nowhere else.', done: 'I have kept it', sure: 'Close without having kept it? It cannot be shown again.' },
  { once: 'Den vises kun nu. Kopiér den derhen, hvor den skal bruges; den gemmes ingen andre steder.', done: 'Jeg har gemt den', sure: 'Luk uden at have gemt den? Den kan ikke vises igen.' },
)

/** Secret shows a secret until somebody says that it is kept. */
export function Secret({ title, secret, close, children }: { title: string; secret: string; close: () => void; children?: ComponentChildren }) {
  return <Dialog title={title} close={() => { if (confirm(t.sure)) close() }} wide foot={<button type="button" onClick={close}>{t.done}</button>}>
    <p class="note">{t.once}</p>
    <p class="row"><code>{secret}</code> <Copy text={secret} /></p>
    {children}
  </Dialog>
}
