// Copying a text.
import { useState } from 'preact/hooks'
import { texts } from '../lib/text'

const t = texts({ copy: 'Copy', copied: 'Copied' }, { copy: 'Kopiér', copied: 'Kopieret' })

/** Copy puts a text on the clipboard and says so. */
export function Copy({ text, label = t.copy }: { text: string; label?: string }) {
  const [copied, set] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    set(true)
    setTimeout(() => set(false), 2_000)
  }
  return <button type="button" class="small" onClick={() => void copy()}><span aria-live="polite">{copied ? t.copied : label}</span></button>
}

/** Example is a text to be copied, with what it is for. */
export function Example({ title, text }: { title: string; text: string }) {
  return <div><p class="row"><strong>{title}</strong> <Copy text={text} /></p><pre class="code" tabIndex={0}>{text}</pre></div>
}
