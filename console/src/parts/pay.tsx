// What can be done with a payment: taking reserved money, ending it, and confirming money that came another way.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useWrite } from '../lib/answers'
import type { Body } from '../lib/contract'
import { money } from '../lib/format'
import type { Refused } from '../lib/problem'
import { texts } from '../lib/text'
import { Confirm, Dialog } from './dialog'
import { Fields, type Field } from './fields'
import { useForm } from './form'
import { needs } from './needs'
import { isOpen, left, type Payment, stateOf } from './payment'
import { ProblemNote } from './problem'
import { say } from './toast'

const t = texts(
  {
    label: 'What can be done with the payment', capture: 'Take the money…', cancel: 'Cancel the payment…', confirm: 'The money has come…', refund: 'Give money back…',
    titles: { capture: 'Take the money?', cancel: 'Cancel the payment?', confirm: 'Confirm that the money has come' }, acts: { capture: 'Take the money', cancel: 'Cancel the payment', confirm: 'The money has come' },
    texts: {
      capture: (sum: string) => `All of ${sum}, which is reserved, is taken. This cannot be undone; the money can be given back.`, cancel: (sum: string) => `${sum} is no longer asked for, and what is reserved is released. This cannot be undone; the order stays, and can be paid anew.`,
      confirm: (sum: string) => `Say this when ${sum} is on the account: the order becomes paid. This cannot be undone.`,
    },
    reference: 'Reference', referenceHint: 'What the bank calls the transfer.', reason: 'Why', reasonHint: 'For those who run the shop, such as where it was seen.', now: (state: string) => `The payment is now: ${state}.`,
  },
  {
    label: 'Hvad der kan gøres med betalingen', capture: 'Træk pengene…', cancel: 'Annuller betalingen…', confirm: 'Pengene er kommet…', refund: 'Giv penge tilbage…',
    titles: { capture: 'Træk pengene?', cancel: 'Annuller betalingen?', confirm: 'Bekræft, at pengene er kommet' }, acts: { capture: 'Træk pengene', cancel: 'Annuller betalingen', confirm: 'Pengene er kommet' },
    texts: {
      capture: (sum: string) => `Alle ${sum}, som er reserveret, trækkes. Det kan ikke fortrydes; pengene kan gives tilbage.`, cancel: (sum: string) => `Der bedes ikke længere om ${sum}, og det reserverede frigives. Det kan ikke fortrydes; ordren bliver og kan betales på ny.`,
      confirm: (sum: string) => `Sig det, når ${sum} står på kontoen: ordren bliver betalt. Det kan ikke fortrydes.`,
    },
    reference: 'Reference', referenceHint: 'Hvad banken kalder overførslen.', reason: 'Hvorfor', reasonHint: 'Til dem, der driver butikken, fx hvor det blev set.', now: (state: string) => `Betalingen er nu: ${state}.`,
  },
)

type Act = 'capture' | 'cancel' | 'confirm'

interface Props {
  payment: Payment
  /** Reads the payment again. */
  again: () => void
  onRefund: () => void
}

export function Actions({ payment, again, onRefund }: Props) {
  const [asks, ask] = useState<Act>()
  const button = needs('payments:write')
  const close = () => ask(undefined)
  const { provider, status } = payment
  const transfer = provider === 'manual' && status === 'requires_action'
  return <>
    {(isOpen(payment) || left(payment) > 0) && <div class="bar" role="group" aria-label={t.label}>
      {transfer && <button type="button" {...button} onClick={() => ask('confirm')}>{t.confirm}</button>}
      {status === 'authorized' && <button type="button" {...button} onClick={() => ask('capture')}>{t.capture}</button>}
      {isOpen(payment) && <button type="button" class="danger" {...button} onClick={() => ask('cancel')}>{t.cancel}</button>}
      {left(payment) > 0 && provider !== 'none' && <button type="button" class="danger" {...button} onClick={onRefund}>{t.refund}</button>}
    </div>}
    {asks === 'confirm' && <Arrived payment={payment} again={again} close={close} />}
    {asks !== undefined && asks !== 'confirm' && <Ask key={asks} act={asks} payment={payment} again={again} close={close} />}
  </>
}

interface AskProps extends Omit<Props, 'onRefund'> {
  close: () => void
}

/** useStale reads again what may be otherwise than it was read: what a provider has refused or not answered, and what a payment cannot do. */
export function useStale(refused: Refused | undefined, again: () => void): void {
  useEffect(() => { if (refused && /^(payment|provider)_/.test(refused.code)) again() }, [refused])
}

function Ask({ act, payment, again, close }: AskProps & { act: Exclude<Act, 'confirm'> }): ComponentChildren {
  const write = useWrite(`payments.${act}`)
  useStale(write.refused, again)
  const send = async () => {
    const done = await write.send({ paymentId: payment.id, confirm: true })
    if (!done) return
    close()
    say(t.now(stateOf(done.answer.result)))
  }
  return <Confirm title={t.titles[act]} act={t.acts[act]} busy={write.busy} close={close} onConfirm={() => void send()}>
    <p>{t.texts[act](money(payment.amountOere))}</p>
    <ProblemNote refused={write.refused} />
  </Confirm>
}

type Seen = Omit<Body<'payments.confirm_manual'>, 'paymentId' | 'confirm'>

const fields = {
  reference: { label: t.reference, hint: t.referenceHint, required: true, max: 100 },
  reason: { label: t.reason, hint: t.reasonHint, required: true, max: 500 },
} satisfies Record<keyof Seen, Field>

function Arrived({ payment, again, close }: AskProps) {
  const write = useWrite('payments.confirm_manual')
  const form = useForm<Seen>({ reference: '', reason: '' }, { refused: write.refused })
  useStale(write.refused, again)
  const send = async () => {
    const done = await write.send({ paymentId: payment.id, confirm: true, ...form.value })
    if (!done) return
    close()
    say(t.now(stateOf(done.answer.result)))
  }
  return <Dialog title={t.titles.confirm} close={close}>
    <form onSubmit={(e) => { e.preventDefault(); void send() }}>
      <p>{t.texts.confirm(money(payment.amountOere))}</p>
      <ProblemNote refused={write.refused} />
      <Fields form={form} fields={fields} />
      <footer><button disabled={write.busy}>{t.acts.confirm}</button></footer>
    </form>
  </Dialog>
}
