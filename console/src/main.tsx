// The console: signing in, the frame, and one page at a time, fetched when it is first shown.
import type { ComponentType } from 'preact'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useRoute } from './lib/route'
import { renew, session, signIn } from './lib/session'
import { asRefused, type Refused } from './lib/problem'
import { useStore } from './lib/store'
import { language } from './lib/text'
import { menu, type Page } from './parts/menu'
import { Loading, ProblemNote } from './parts/problem'
import { Shell } from './parts/shell'
import { SignIn } from './parts/sign-in'
import { Toasts } from './parts/toast'
import './style.css'

type Loaded = Promise<{ default: ComponentType }>

const pages: Record<Page, () => Loaded> = {
  activity: () => import('./pages/activity'),
  approvals: () => import('./pages/approvals'),
  orders: () => import('./pages/orders'),
  payments: () => import('./pages/payments'),
  catalogue: () => import('./pages/catalogue'),
  marketing: () => import('./pages/marketing'),
  content: () => import('./pages/content'),
  customers: () => import('./pages/customers'),
  analytics: () => import('./pages/analytics'),
  keys: () => import('./pages/keys'),
  webhooks: () => import('./pages/webhooks'),
  settings: () => import('./pages/settings'),
  tools: () => import('./pages/tools'),
}

function isPage(name: string): name is Page { return Object.hasOwn(pages, name) }

function Shown() {
  const { page } = useRoute()
  const name: Page = isPage(page) ? page : 'activity'
  const [loaded, set] = useState<{ name: Page; Page?: ComponentType; refused?: Refused }>({ name })
  const load = () => {
    pages[name]().then((module) => set({ name, Page: module.default }), (thrown: unknown) => set({ name, refused: asRefused(thrown) }))
  }
  useEffect(load, [name])
  useEffect(() => { document.title = `${menu.find((one) => one.page === name)?.name} · Storefront` }, [name])
  if (loaded.name !== name) return <Loading />
  if (loaded.refused) return <ProblemNote refused={loaded.refused} again={load} />
  return loaded.Page ? <loaded.Page /> : <Loading />
}

function Console({ refused }: { refused: Refused | undefined }) {
  const who = useStore(session)
  const [began, begin] = useState(false)
  const [Around, setAround] = useState<ComponentType>()
  useEffect(() => { if (who) begin(true) }, [who])
  useEffect(() => { if (began) void import('./parts/around').then((module) => setAround(() => module.default)) }, [began])
  return <>
    {began && <Shell><Shown /></Shell>}
    {began && <Toasts />}
    {Around && <Around />}
    <SignIn refused={refused} />
  </>
}

// A one-time link carries its code in the fragment, which no server and no log sees; it is taken out of the history.
async function begin(): Promise<Refused | undefined> {
  const code = /^#code=(.+)$/.exec(location.hash)?.[1]
  if (code !== undefined) history.replaceState(null, '', location.pathname)
  try {
    if (code !== undefined) await signIn({ code })
    else await renew()
    return undefined
  } catch (thrown) {
    session.set(null)
    return asRefused(thrown)
  }
}

document.documentElement.lang = language
const root = document.getElementById('console')
if (root) void begin().then((refused) => render(<Console refused={refused} />, root))
