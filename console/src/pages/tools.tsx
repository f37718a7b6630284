// Calling any operation, as an agent would. `#/tools`, `#/tools/<operation>`.
import { useEffect } from 'preact/hooks'
import { useRoute } from '../lib/route'
import { texts } from '../lib/text'
import { AsKey, giveBack } from './tools/lent'
import { Tools } from './tools/list'
import { ToolPage } from './tools/tool'

const t = texts(
  { title: 'Try a tool', what: 'Everything that this console does is one of these calls, and an agent can make each of them.' },
  { title: 'Prøv et værktøj', what: 'Alt, hvad denne konsol gør, er et af disse kald, og en agent kan foretage hvert af dem.' },
)

export default function ToolsPage() {
  const [operation] = useRoute().rest
  useEffect(() => () => void giveBack(), [])
  return <>
    {operation === undefined && <><h1>{t.title}</h1><p>{t.what}</p></>}
    <AsKey />
    {operation === undefined ? <Tools /> : <ToolPage key={operation} operation={operation} />}
  </>
}
