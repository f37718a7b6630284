// A question over the page; the browser traps the focus, closes it by Escape, and gives the focus back.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { texts } from '../lib/text'

const t = texts(
  { close: 'Close', cancel: 'Cancel', type: (name: string) => `Type ${name} to confirm` },
  { close: 'Luk', cancel: 'Annuller', type: (name: string) => `Skriv ${name} for at bekræfte` },
)

/** useModal opens a dialog over the page, and again when the browser closes what is to stay: it heeds a second Escape whatever the first one did. */
export function useModal(shown: { current: HTMLDialogElement | null }, close?: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useLayoutEffect(() => { // before the next key, which may be meant for the dialog
    const dialog = shown.current
    const open = () => { if (dialog?.isConnected && !dialog.open) dialog.showModal() }
    const closed = () => {
      latest.current?.()
      setTimeout(open)
    }
    open()
    dialog?.addEventListener('close', closed)
    return () => {
      dialog?.removeEventListener('close', closed)
      dialog?.close()
    }
  }, [])
}

interface DialogProps {
  title: string
  close: () => void
  children: ComponentChildren
  /** Buttons. */
  foot?: ComponentChildren
  wide?: boolean
}

export function Dialog({ title, close, children, foot, wide = false }: DialogProps) {
  const shown = useRef<HTMLDialogElement>(null)
  const id = useId()
  const typed = useRef(false)
  useModal(shown, close)
  return <dialog ref={shown} class={wide ? 'wide' : ''} aria-labelledby={id} onCancel={(e) => { e.preventDefault(); close() }}
    onInput={() => { typed.current = true }} onMouseDown={(e) => { if (e.target === shown.current && !typed.current) close() }}>
    <div class="dialog">
      <header><h2 id={id}>{title}</h2><button type="button" class="small" onClick={close} aria-label={t.close}>×</button></header>
      {children}
      {foot && <footer>{foot}</footer>}
    </div>
  </dialog>
}

interface ConfirmProps {
  title: string
  children?: ComponentChildren
  /** What the button says. */
  act: string
  /** What has to be typed before the button works: for what cannot be undone. */
  typed?: string
  busy?: boolean
  close: () => void
  onConfirm: () => void
}

/** Confirm asks before what cannot be undone. */
export function Confirm({ title, children, act, typed, busy = false, close, onConfirm }: ConfirmProps) {
  const [text, setText] = useState('')
  const id = useId()
  const ready = !busy && (typed === undefined || text.trim() === typed)
  return <Dialog title={title} close={close}>
    <form onSubmit={(e) => { e.preventDefault(); if (ready) onConfirm() }}>
      {children}
      {typed !== undefined && <div class="field">
        <label for={id}>{t.type(typed)}</label>
        <input id={id} value={text} autocomplete="off" onInput={(e) => setText(e.currentTarget.value)} />
      </div>}
      <footer>
        <button type="button" class="second" onClick={close}>{t.cancel}</button>
        <button class="danger" disabled={!ready}>{act}</button>
      </footer>
    </form>
  </Dialog>
}
