// A percentage with decimals, typed with a comma or a point.
import { useState } from 'preact/hooks'
import { language, texts } from '../../lib/text'

const t = texts({ wrong: 'Write a number such as 12.5.' }, { wrong: 'Skriv et tal som 12,5.' })

function shown(value: unknown): string {
  if (typeof value !== 'number') return ''
  return language === 'da' ? String(value).replace('.', ',') : String(value)
}

function read(typed: string): number | undefined {
  return /^\d{1,3}([.,]\d{1,4})?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : undefined
}

export function Percent({ label, value, set }: { label: string; value: unknown; set: (value: unknown) => void }) {
  const [typed, setTyped] = useState(shown(value))
  const number = read(typed)
  const stale = number !== undefined && number !== value
  return <>
    <input class="amount" inputMode="decimal" aria-label={label} aria-invalid={number === undefined} value={stale ? shown(value) : typed} onInput={(e) => {
      setTyped(e.currentTarget.value)
      const next = read(e.currentTarget.value)
      if (next !== undefined) set(next)
    }} />
    {number === undefined && <p class="fault">{t.wrong}</p>}
  </>
}
