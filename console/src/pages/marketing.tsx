// What draws customers: discount codes and campaigns.
import { href, useRoute } from '../lib/route'
import { texts } from '../lib/text'
import { Campaigns } from './marketing/campaigns'
import { CodePage } from './marketing/code'
import { Codes } from './marketing/codes'
import { NewCampaign } from './marketing/new-campaign'
import { NewCode } from './marketing/new-code'

const t = texts(
  { marketing: 'Marketing', codes: 'Codes', campaigns: 'Campaigns', parts: 'Parts of the marketing' },
  { marketing: 'Markedsføring', codes: 'Koder', campaigns: 'Kampagner', parts: 'Dele af markedsføringen' },
)

export default function Marketing() {
  const { rest: [part, one] } = useRoute()
  if (part === 'new') return one === 'campaign' ? <NewCampaign /> : <NewCode />
  if (part === 'codes' && one !== undefined) return <CodePage key={one} code={one} />
  const tabs = [['', t.codes], ['campaigns', t.campaigns]] as const
  const at = part === 'campaigns' ? part : ''
  return <>
    <h1>{t.marketing}</h1>
    <nav aria-label={t.parts}><ul class="tabs">{tabs.map(([tab, name]) =>
      <li key={tab}><a href={href('marketing', tab === '' ? [] : [tab])} {...(tab === at && { 'aria-current': 'page' })}>{name}</a></li>)}</ul></nav>
    {at === 'campaigns' ? <Campaigns /> : <Codes />}
  </>
}
