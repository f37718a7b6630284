// A text field that offers what it could mean (the combobox of the ARIA practices).
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

export interface Choice {
  id: string
  label: string
  note?: ComponentChildren
  run: () => void
}

interface Props {
  label: string
  placeholder?: string
  choices: Choice[]
  typed: string
  onTyped: (text: string) => void
  /** Enter while nothing is chosen. */
  onEnter?: () => void
  none: string
}

export function Combobox({ label, placeholder, choices, typed, onTyped, onEnter, none }: Props) {
  const [at, setAt] = useState(-1)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  useEffect(() => setAt(choices.length > 0 ? 0 : -1), [typed, choices.length])
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined && choices.length > 0) setAt((at + move + choices.length) % choices.length)
    else if (event.key === 'Enter') (choices[at]?.run ?? onEnter)?.()
    else return
    event.preventDefault()
  }
  return <div class="combobox">
    <input role="combobox" aria-label={label} aria-expanded="true" aria-controls={id} aria-autocomplete="list" autocomplete="off" spellcheck={false}
      {...(at >= 0 && { 'aria-activedescendant': `${id}-${at}` })} {...(placeholder !== undefined && { placeholder })}
      value={typed} onInput={(e) => onTyped(e.currentTarget.value)} onKeyDown={onKeyDown} autofocus />
    <ul role="listbox" id={id} ref={list} aria-label={label}>
      {choices.map((choice, n) => <li key={choice.id} id={`${id}-${n}`} role="option" aria-selected={n === at} onClick={choice.run} onMouseMove={() => setAt(n)}>
        <span>{choice.label}</span>{choice.note !== undefined && <span class="quiet">{choice.note}</span>}
      </li>)}
    </ul>
    {choices.length === 0 && <p class="quiet" role="status">{none}</p>}
  </div>
}
