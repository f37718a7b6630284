// A value in a row that is changed where it stands: press it, type, Enter. Escape leaves it.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { asRefused } from '../../lib/problem'
import { texts } from '../../lib/text'
import { told } from '../../parts/problem'

const t = texts({ change: (what: string) => `Change ${what}` }, { change: (what: string) => `Ret ${what}` })

interface Props {
  /** What it is, such as "Price of Round Metal". */
  label: string
  /** What stands in the field at first. */
  typed: string
  children: ComponentChildren
  disabled?: boolean
  hint?: string
  /** Saves what was typed, or returns what is wrong with it; it may throw a Refused. */
  save: (typed: string) => Promise<string | undefined>
  wide?: boolean
}

export function InPlace({ label, typed, children, disabled = false, hint, save, wide = false }: Props) {
  const [open, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const waits = useRef(false) // for what is typed: neither sent nor left
  const tried = useRef<string>(undefined) // what was refused is not sent again by going elsewhere
  const id = useId()
  useEffect(() => {
    if (!open) return
    waits.current = true
    input.current?.focus()
    input.current?.select()
  }, [open])
  const close = () => {
    const focused = document.activeElement === input.current
    waits.current = false
    tried.current = undefined
    setOpen(false)
    setSaid('')
    if (focused) requestAnimationFrame(() => button.current?.focus())
  }
  const send = async (next: string) => {
    if (!waits.current) return
    if (next.trim() === typed) return close()
    waits.current = false
    const wrong = await save(next).catch((thrown: unknown) => told(asRefused(thrown)))
    if (wrong === undefined) return close()
    waits.current = true
    tried.current = next
    setSaid(wrong)
  }
  if (!open) {
    return <button ref={button} type="button" class="inplace" disabled={disabled} {...(hint !== undefined && { title: hint })} onClick={() => setOpen(true)}>
      <span class="unseen">{t.change(label)}: </span>{children}</button>
  }
  return <form class="inplace" onSubmit={(e) => { e.preventDefault(); void send(input.current?.value ?? '') }}>
    <input ref={input} defaultValue={typed} aria-label={label} aria-invalid={said !== ''} {...(said !== '' && { 'aria-describedby': id })} {...(hint !== undefined && { title: hint })} autocomplete="off" class={wide ? '' : 'amount'}
      onKeyDown={(e) => { if (e.key === 'Escape') close() }} onBlur={(e) => { if (e.currentTarget.value !== tried.current) void send(e.currentTarget.value) }} />
    {said !== '' && <span class="fault" role="alert" id={id}>{said}</span>}
  </form>
}
