// The address of a picture, as a field: chosen, dropped, pasted or written; the picture is shown.
import { texts } from '../lib/text'
import { Upload } from './upload'

const t = texts({ upload: 'Upload a picture', address: 'Its address' }, { upload: 'Upload et billede', address: 'Dets adresse' })

interface Props {
  label: string
  value: unknown
  set: (url: string) => void
}

export function Picture({ label, value, set }: Props) {
  const url = typeof value === 'string' ? value : ''
  return <Upload label={t.upload} onDone={set}>
    {url !== '' && <img class="hero" src={url} alt="" />}
    <label class="row">{t.address}<input class="long" inputMode="url" value={url} maxLength={2000} aria-label={`${label}: ${t.address}`} autocomplete="off" onInput={(e) => set(e.currentTarget.value.trim())} /></label>
  </Upload>
}
