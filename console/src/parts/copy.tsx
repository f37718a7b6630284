// Copying a text.
import { useState } from 'preact/hooks'
import { texts } from '../lib/text'

const t = texts({ copy: 'Copy', copied: 'Copied', failed: 'Not copied: select it' }, { copy: 'Kopiér', copied: 'Kopieret', failed: 'Ikke kopieret: markér den' })

/** Copy puts a text on the clipboard and says so. */
export function Copy({ text, label = t.copy }: { text: string; label?: string }) {
  const [said, set] = useState<string>()
  const copy = async () => {
    set(await navigator.clipboard.writeText(text).then(() => t.copied, () => t.failed))
    setTimeout(() => set(undefined), 2_000)
  }
  return <button type="button" class="small" onClick={() => void copy()}><span aria-live="polite">{said ?? label}</span></button>
}

/** Example is a text to be copied, with what it is for. */
export function Example({ title, text }: { title: string; text: string }) {
  return <div><p class="row"><strong>{title}</strong> <Copy text={text} /></p><pre class="code" tabIndex={0}>{text}</pre></div>
}
