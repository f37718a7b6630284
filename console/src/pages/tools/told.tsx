// What a host of agents is told about a tool over MCP, as the key sees it.
import { useState } from 'preact/hooks'
import { overMcp } from '../../lib/api'
import { asRefused, type Refused } from '../../lib/problem'
import { texts } from '../../lib/text'
import { ProblemNote } from '../../parts/problem'
import { tokens } from './answer'
import { useLent } from './lent'
import type { Tool } from './list'

const t = texts(
  { title: 'What the agent is told', unseen: (n: number) => `The key does not see this tool; it sees ${n} others.`, size: (one: string, all: string, n: number) => `about ${one} tokens; all ${n} tools that the key sees: about ${all}` },
  { title: 'Hvad agenten får at vide', unseen: (n: number) => `Nøglen ser ikke dette værktøj; den ser ${n} andre.`, size: (one: string, all: string, n: number) => `omkring ${one} tokens; alle ${n} værktøjer, som nøglen ser: omkring ${all}` },
)

interface Listed { result?: { tools?: { name: string }[] } }

export function Told({ of }: { of: Tool }) {
  const lent = useLent()
  const [state, set] = useState<{ tools?: { name: string }[]; refused?: Refused }>({})
  const ask = async () => {
    try {
      const { result } = await overMcp('tools/list', {}, lent?.secret) as Listed
      set({ tools: result?.tools ?? [] })
    } catch (thrown) {
      set({ refused: asRefused(thrown) })
    }
  }
  const { tools } = state
  const one = tools?.find((tool) => tool.name === of.mcpName)
  return <details key={lent?.id} onToggle={(e) => { if (e.currentTarget.open) void ask() }}><summary>{t.title}</summary>
    <ProblemNote refused={state.refused} again={() => void ask()} />
    {tools && !one && <p>{t.unseen(tools.length)}</p>}
    {tools && one && <><p class="quiet">{t.size(tokens(JSON.stringify(one)), tokens(JSON.stringify(tools)), tools.length)}</p><pre class="code" tabIndex={0}>{JSON.stringify(one, null, 2)}</pre></>}
  </details>
}
