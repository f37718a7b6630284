// Pieces that came or went, with why.
import { useState } from 'preact/hooks'
import { useWrite } from '../../lib/answers'
import type { Body, Result } from '../../lib/contract'
import { count } from '../../lib/format'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { type Field, Input } from '../../parts/fields'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'

const t = texts(
  {
    title: 'Stock', now: (n: string) => `${n} in stock now.`, delta: 'Pieces', deltaHint: '24 adds 24 pieces; -2 takes 2 away.', reason: 'Why', reasonHint: 'Such as: delivery, damaged, counted.', variant: 'Variant', act: 'Add to the stock',
    done: (n: string) => `${n} in stock now.`,
  },
  {
    title: 'Lager', now: (n: string) => `${n} på lager nu.`, delta: 'Stk.', deltaHint: '24 lægger 24 stk. til; -2 trækker 2 fra.', reason: 'Hvorfor', reasonHint: 'F.eks. levering, beskadiget, optalt.', variant: 'Variant', act: 'Læg til lageret',
    done: (n: string) => `${n} på lager nu.`,
  },
)

type Fields = Omit<Required<Body<'products.adjust_stock'>>, 'slug'>

export function Stock({ product }: { product: Result<'products.get'> }) {
  const write = useWrite('products.adjust_stock')
  const [value, setValue] = useState<{ [K in keyof Fields]?: Fields[K] | null }>({})
  const [round, setRound] = useState(0)
  const choices = product.variants.map((one) => [one.variantId, `${Object.values(one.attributes).join(' / ')} (${one.stock})`] as const)
  const fields = {
    variantId: { label: t.variant, kind: 'choice', nullable: true, choices },
    delta: { label: t.delta, kind: 'number', hint: t.deltaHint, required: true },
    reason: { label: t.reason, hint: t.reasonHint, max: 500 },
  } satisfies Record<keyof Fields, Field>
  const { variantId, delta, reason } = value
  const send = async () => {
    if (!delta) return
    const done = await write.send({ slug: product.slug, delta, ...(variantId && { variantId }), ...(reason?.trim() && { reason }) })
    if (!done) return
    say(t.done(count(done.answer.result.stock)), done.requestId)
    setValue({})
    setRound(round + 1)
  }
  return <section class="card" aria-labelledby="stock">
    <h2 id="stock">{t.title}</h2>
    <p>{t.now(count(product.stock))}</p>
    <form onSubmit={(e) => { e.preventDefault(); void send() }}>
      {(Object.keys(fields) as (keyof Fields)[]).filter((name) => name !== 'variantId' || choices.length > 0).map((name) =>
        <Input key={`${name}${round}`} name={name} field={fields[name]} value={value[name] ?? null} faults={write.refused?.faults(`/${name}`)} set={(next) => setValue((now) => ({ ...now, [name]: next }))} />)}
      <ProblemNote refused={write.refused} again={() => void send()} />
      <button class="second" disabled={write.busy || !delta || !may('products:write')}>{t.act}</button>
    </form>
  </section>
}
