// What is around every page: the menu with what needs attention, who is signed in, and the stop of all agents.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useResult, useWrite } from '../lib/answers'
import { reached } from '../lib/api'
import type { Result } from '../lib/contract'
import { count } from '../lib/format'
import { href, useRoute } from '../lib/route'
import { may, sandbox, session, signOut } from '../lib/session'
import { useStore } from '../lib/store'
import { language, speak, texts } from '../lib/text'
import { Confirm } from './dialog'
import { bar, menuOf, type Page } from './menu'
import { openHelp, openPalette } from './asked'
import { needs } from './needs'
import { ProblemNote } from './problem'
import { say } from './toast'

const t = texts(
  {
    skip: 'To the page', menu: 'Pages', more: 'More', goTo: 'Go to, or do…', out: 'Sign out', stop: 'Stop agents', resume: 'Let agents work', stopped: 'All agents and programs are stopped.', stoppedOnly: { agent: 'All agents are stopped.', program: 'All programs are stopped.' } as Record<string, string>, working: 'Agents and programs work again.',
    stopTitle: 'Stop all agents and programs?', stopText: 'Every key of an agent or program is refused at once, until you let them work again. Keys of persons go on.', stopOne: 'To stop only one, pause its key under Agents and keys',  sandbox: 'This is a sandbox: nothing here is real.',
    offline: 'The shop does not answer. What you typed is kept.', keys: 'Keyboard (?)', other: 'Dansk', owing: (n: number) => `${n} waiting`, paused: (n: number) => n === 1 ? 'One key is paused.' : `${n} keys are paused.`, which: 'Show',
  },
  {
    skip: 'Til siden', menu: 'Sider', more: 'Mere', goTo: 'Gå til, eller gør…', out: 'Log ud', stop: 'Stop agenter', resume: 'Lad agenter arbejde', stopped: 'Alle agenter og programmer er stoppet.', stoppedOnly: { agent: 'Alle agenter er stoppet.', program: 'Alle programmer er stoppet.' } as Record<string, string>, working: 'Agenter og programmer arbejder igen.',
    stopTitle: 'Stop alle agenter og programmer?', stopText: 'Hver nøgle for en agent eller et program afvises straks, indtil du lader dem arbejde igen. Personers nøgler fortsætter.', stopOne: 'Skal kun én stoppes, så sæt dens nøgle på pause under Agenter og nøgler',  sandbox: 'Dette er en sandkasse: intet her er ægte.',
    offline: 'Butikken svarer ikke. Det, du har skrevet, er gemt.', keys: 'Tastatur (?)', other: 'English', owing: (n: number) => `${n} venter`, paused: (n: number) => n === 1 ? 'Én nøgle er på pause.' : `${n} nøgler er på pause.`, which: 'Vis',
  },
)

/** useAttention is what needs somebody, asked every five seconds while the page is visible. */
export function useAttention() {
  return useResult('analytics.attention', {}, { every: 5_000, enabled: may('analytics:read') }).data
}

/** ordersWaiting is how many orders need something of the owner. */
export function ordersWaiting({ orders }: Result<'analytics.attention'>): number {
  return orders.toShip + orders.flagged + orders.disputed + orders.refundOwed
}

export function Shell({ children }: { children: ComponentChildren }) {
  const who = useStore(session)
  const inSandbox = useStore(sandbox)
  const online = useStore(reached)
  const shop = useResult('site.get_shop', {})
  const { page } = useRoute()
  const attention = useAttention()
  const [stops, setStops] = useState(false)
  const menu = menuOf()
  const waiting: Partial<Record<Page, number>> = attention ? {
    approvals: attention.approvalsPending, orders: ordersWaiting(attention), payments: attention.paymentsFailed, webhooks: attention.webhooksFailing,
  } : {}
  return <>
    <a class="skip" href="#main" onClick={(e) => { e.preventDefault(); document.querySelector<HTMLElement>('main')?.focus() }}>{t.skip}</a>
    <header>
      {inSandbox && <p class="banner">{t.sandbox}</p>}
      {attention && <Stopped keys={attention.pausedKeys} holders={attention.stoppedHolders} />}
      {!online && <p class="banner bad" role="alert">{t.offline}</p>}
      <div class="top">
        <a class="name" href="#/activity">{shop.data?.storeName ?? 'Storefront'}</a>
        <button type="button" class="second goto" onClick={openPalette}><span>{t.goTo}</span> <kbd>Ctrl K</kbd></button>
        <details key={page} class="who" onKeyDown={folds}><summary>{who?.key.name}</summary><div>
          <button type="button" class="second" onClick={() => speak(language === 'en' ? 'da' : 'en')} lang={language === 'en' ? 'da' : 'en'}>{t.other}</button>
          <button type="button" class="second" onClick={openHelp}>{t.keys}</button>
          <button type="button" class="second" onClick={() => void signOut()}>{t.out}</button>
        </div></details>
        <button type="button" class="danger" {...needs('keys:write')} onClick={() => setStops(true)}>■ {t.stop}</button>
      </div>
    </header>
    <div class="frame">
      <nav aria-label={t.menu}><ul>{menu.map((one) => <li key={one.page} class={bar.has(one.page) ? '' : 'later'}>
        <a href={href(one.page)} title={`g ${one.key}`} {...(page === one.page && { 'aria-current': 'page' as const })}>{one.name}
          {(waiting[one.page] ?? 0) > 0 && <span class="badge"><span aria-hidden="true">{count(waiting[one.page] ?? 0)}</span><span class="unseen">{t.owing(waiting[one.page] ?? 0)}</span></span>}</a>
      </li>)}
        <li class="more"><details onKeyDown={folds}><summary>{t.more}</summary><ul>{menu.filter((one) => !bar.has(one.page)).map((one) => <li key={one.page}>
          <a href={href(one.page)} onClick={(e) => e.currentTarget.closest('details')?.removeAttribute('open')}>{one.name}</a></li>)}</ul></details></li>
      </ul></nav>
      <main id="main" tabIndex={-1}>{children}</main>
    </div>
    {stops && <Stop close={() => setStops(false)} />}
  </>
}

// Escape closes what was unfolded over the page.
function folds({ key, currentTarget: details }: KeyboardEvent): void {
  if (key !== 'Escape' || !(details instanceof HTMLDetailsElement) || !details.open) return
  details.open = false
  details.querySelector('summary')?.focus()
}

function Stop({ close }: { close: () => void }) {
  const stop = useWrite('keys.pause_all')
  const act = async () => {
    if (!await stop.send({ confirm: true })) return
    close()
    say(t.stopped)
  }
  return <Confirm title={t.stopTitle} act={t.stop} busy={stop.busy} close={close} onConfirm={() => void act()}>
    <p>{t.stopText}</p>
    <p><a href={href('keys')} onClick={close}>{t.stopOne}</a></p>
    <ProblemNote refused={stop.refused} />
  </Confirm>
}

// Keys that were paused one by one go on when each is let work again: that is on its own page.
function Stopped({ keys, holders }: { keys: number; holders: readonly string[] }) {
  const resume = useWrite('keys.resume_all')
  const act = async () => { if (await resume.send({})) say(t.working) }
  if (holders.length === 0) return keys === 0 ? null : <p class="banner">{t.paused(keys)} <a href={href('keys', [], { show: 'paused' })}>{t.which}</a></p>
  return <div class="banner bad">
    <span>{holders.length > 1 ? t.stopped : t.stoppedOnly[holders[0] ?? '']}</span> <button type="button" class="small" {...needs('keys:write', resume.busy)} onClick={() => void act()}>{t.resume}</button>
    <ProblemNote refused={resume.refused} />
  </div>
}
