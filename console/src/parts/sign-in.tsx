// Signing in, over the page: what was typed below stays.
import { useRef, useState } from 'preact/hooks'
import { session, signIn } from '../lib/session'
import { asRefused, type Refused } from '../lib/problem'
import { useStore } from '../lib/store'
import { texts } from '../lib/text'
import { useModal } from './dialog'
import { ProblemNote } from './problem'

const t = texts(
  {
    title: 'Sign in', key: 'Your key', hint: 'It begins with sfk_. It is sent once, for a session, and not kept.', go: 'Sign in', link: 'Or have a link printed where the shop runs:',
    code: 'The link was used already, or is older than ten minutes. Have another one printed, or sign in with a key.',
  },
  {
    title: 'Log ind', key: 'Din nøgle', hint: 'Den begynder med sfk_. Den sendes én gang, til en session, og gemmes ikke.', go: 'Log ind', link: 'Eller få et link skrevet ud, der hvor butikken kører:',
    code: 'Linket er allerede brugt eller er over ti minutter gammelt. Få et nyt skrevet ud, eller log ind med en nøgle.',
  },
)

/** SignIn covers the page while nobody is signed in. `refused` is what became of a link. */
export function SignIn({ refused: byLink }: { refused: Refused | undefined }) {
  const who = useStore(session)
  if (who !== null) return null
  return <Cover refused={byLink} />
}

// It stands over whatever dialog is open.
function Cover({ refused: byLink }: { refused: Refused | undefined }) {
  const [key, setKey] = useState('')
  const [state, set] = useState<{ busy: boolean; refused?: Refused }>({ busy: false })
  const shown = useRef<HTMLDialogElement>(null)
  useModal(shown)
  const send = async () => {
    set({ busy: true })
    try {
      await signIn({ key: key.trim() })
      setKey('')
      set({ busy: false })
    } catch (thrown) {
      set({ busy: false, refused: asRefused(thrown) })
    }
  }
  return <dialog class="cover" ref={shown} aria-labelledby="signin" onCancel={(e) => e.preventDefault()} onKeyDown={(e) => { if (e.key === 'Escape') e.preventDefault() }}>
    <form class="dialog" onSubmit={(e) => { e.preventDefault(); void send() }}>
      <h2 id="signin">{t.title}</h2>
      {byLink && !state.refused && <p class="problem" role="alert">{byLink.problem.status === 401 ? t.code : byLink.problem.detail}</p>}
      <div class="field">
        <label for="key">{t.key}</label>
        <input id="key" class="code" autocomplete="off" spellcheck={false} maxLength={200} required aria-describedby="keyhint" value={key} onInput={(e) => setKey(e.currentTarget.value)} />
        <p class="hint" id="keyhint">{t.hint}</p>
      </div>
      <ProblemNote refused={state.refused} />
      <footer><button disabled={state.busy || key.trim() === ''}>{t.go}</button></footer>
      <p class="quiet">{t.link} <code>storefront console</code></p>
    </form>
  </dialog>
}
