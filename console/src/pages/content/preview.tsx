// A page as it would be, in another tab: nothing is saved, and no frame is shown here.
import { useState } from 'preact/hooks'
import { read } from '../../lib/api'
import type { Body, Result } from '../../lib/contract'
import { time } from '../../lib/format'
import type { Refused } from '../../lib/problem'
import { texts } from '../../lib/text'
import { needs } from '../../parts/needs'
import { ProblemNote, refusedBy } from '../../parts/problem'

const t = texts(
  { preview: 'Preview', shown: (at: string) => `The preview is in another tab, and stays until ${at}.`, open: 'Open the preview' },
  { preview: 'Forhåndsvis', shown: (at: string) => `Forhåndsvisningen er i en anden fane og bliver til ${at}.`, open: 'Åbn forhåndsvisningen' },
)

export function Preview({ of }: { of: Body<'pages.preview'> }) {
  const [state, set] = useState<{ busy?: boolean; refused?: Refused; shown?: Result<'pages.preview'>; blocked?: boolean }>({})
  const show = async () => {
    const tab = window.open('', '_blank') // within the press, so that no blocker stops it
    set({ busy: true })
    const refused = await refusedBy(async () => {
      const shown = await read('pages.preview', of)
      if (tab) {
        tab.opener = null
        tab.location.replace(shown.url)
      }
      set({ shown, blocked: !tab })
    })
    if (!refused) return
    tab?.close()
    set({ refused })
  }
  return <>
    <button type="button" class="second" {...needs('pages:read', state.busy)} onClick={() => void show()}>{t.preview}</button>
    {state.shown && (state.blocked ? <a href={state.shown.url} target="_blank" rel="noopener noreferrer">{t.open}</a> : <span class="quiet" role="status">{t.shown(time(state.shown.expiresAt))}</span>)}
    <ProblemNote refused={state.refused} again={() => void show()} />
  </>
}
