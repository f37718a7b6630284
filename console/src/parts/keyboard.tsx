// The keys of the console, and the list of them. Single keys can be switched off (WCAG 2.1.4).
import { useEffect, useState } from 'preact/hooks'
import { go, href } from '../lib/route'
import { store, useStore } from '../lib/store'
import { texts } from '../lib/text'
import { help, openBehind, openHelp, openPalette } from './asked'
import { Dialog } from './dialog'
import { inRow, moveRow } from './loading'
import { menu } from './menu'

const t = texts(
  { title: 'Keys', single: 'Single keys work', rows: {
    'Ctrl K': 'go to, or do', '/': 'search on this page', 'j k': 'next, previous row', Enter: 'open the row', x: 'select the row', u: 'undo the row', 'Ctrl S': 'save', '.': 'the calls behind this', '?': 'this list', Esc: 'close',
  } },
  { title: 'Taster', single: 'Enkelte taster virker', rows: {
    'Ctrl K': 'gå til, eller gør', '/': 'søg på denne side', 'j k': 'næste, forrige række', Enter: 'åbn rækken', x: 'vælg rækken', u: 'fortryd rækken', 'Ctrl S': 'gem', '.': 'kaldene bag dette', '?': 'denne liste', Esc: 'luk',
  } },
)

const single = store(localStorage.getItem('keys') !== 'off')

const actions: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLElement>('main [type=search]')?.focus(),
  '.': openBehind,
  '?': openHelp,
  j: () => moveRow(1),
  k: () => moveRow(-1),
  u: () => inRow('data-undo'),
  x: () => inRow('data-select'),
}

let goes = false

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey) {
    if (event.key === 'k') openPalette()
    else if (event.key === 's') document.querySelector<HTMLFormElement>('main form[data-saves]')?.requestSubmit()
    else return
    event.preventDefault()
    return
  }
  const target = event.target
  const types = target instanceof HTMLElement && (target.matches('input:not([type=checkbox]), textarea, select') || target.closest('dialog') !== null)
  if (types || event.altKey || !single.get()) return
  const page = goes ? menu.find((one) => one.key === event.key) : undefined
  goes = !goes && event.key === 'g'
  const act = page ? () => go(href(page.page)) : actions[event.key]
  if (!act) return
  event.preventDefault()
  act()
}

/** Keyboard listens for the keys, and shows the list of them. */
export function Keyboard() {
  const open = useStore(help)
  const [on, setOn] = useState(single.get())
  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  if (!open) return null
  const rows = [...Object.entries(t.rows), ...menu.map((one) => [`g ${one.key}`, one.name] as const)]
  return <Dialog title={t.title} close={() => help.set(false)}>
    <div class="field check"><input id="singlekeys" type="checkbox" checked={on} onChange={(e) => {
      setOn(e.currentTarget.checked)
      single.set(e.currentTarget.checked)
      localStorage.setItem('keys', e.currentTarget.checked ? 'on' : 'off')
    }} /><label for="singlekeys">{t.single}</label></div>
    <dl class="facts">{rows.map(([key, what]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}</dl>
  </Dialog>
}
