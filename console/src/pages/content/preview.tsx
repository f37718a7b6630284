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
  { preview: 'Preview', open: 'Open the preview', until: (at: string) => `until ${at}` },
  { preview: 'Forhåndsvis', open: 'Åbn forhåndsvisningen', until: (at: string) => `til ${at}` },
)

export function Preview({ of }: { of: Body<'pages.preview'> }) {
  const [state, set] = useState<{ busy?: boolean; refused?: Refused; shown?: Result<'pages.preview'> }>({})
  const show = async () => {
    set({ busy: true })
    const refused = await refusedBy(async () => {
      const shown = await read('pages.preview', of)
      set({ shown })
      window.open(shown.url, '_blank', 'noopener')
    })
    if (refused) set({ refused })
  }
  return <>
    <button type="button" class="second" {...needs('pages:read', state.busy)} onClick={() => void show()}>{t.preview}</button>
    {state.shown && <span><a href={state.shown.url} target="_blank" rel="noopener noreferrer">{t.open}</a> <span class="quiet">{t.until(time(state.shown.expiresAt))}</span></span>}
    <ProblemNote refused={state.refused} again={() => void show()} />
  </>
}
