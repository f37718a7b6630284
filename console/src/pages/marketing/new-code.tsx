// A new discount code; it works at once.
import { useWrite } from '../../lib/answers'
import { back, href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Create } from '../../parts/create'
import { say } from '../../parts/toast'
import { creatable } from './fields'
import { t as shared, type Type } from './text'
import { Fresh } from './fresh'

const t = texts({ back: 'All codes', new: 'New code', at: 'It works at once, for all goods of an order.', make: 'Create the code' }, { back: 'Alle koder', new: 'Ny kode', at: 'Den virker straks, for alle varer i en ordre.', make: 'Opret koden' })

interface NewDiscount {
  code: string
  type: Type
  value: number | undefined
  validUntil: string | null
  usageLimit: number | null
}

const begin: NewDiscount = { code: '', type: 'percent', value: undefined, validUntil: null, usageLimit: null }

export function NewCode() {
  const write = useWrite('discounts.create')
  const send = async ({ value = 0, ...discount }: NewDiscount) => {
    const done = await write.send({ ...discount, value })
    if (!done) return undefined
    say(shared.made(done.answer.result.code), done.requestId)
    return href('marketing', ['codes', done.answer.result.code])
  }
  return <>
    <p><a href={back('marketing')}>← {t.back}</a></p>
    <h1>{t.new}</h1>
    <p>{t.at}</p>
    <Create begin={begin} fields={(form) => creatable(form.value.type)} act={t.make} scope="discounts:write" writing={write} send={send}>
      {(form) => <Fresh form={form} type="type" value="value" />}
    </Create>
  </>
}
