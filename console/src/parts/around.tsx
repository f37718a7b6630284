// What can be asked for on every page. It is fetched after the first page is shown.
import { Behind } from './behind'
import { Keyboard } from './keyboard'
import { Palette } from './palette'
import { UndoDialog } from './undo'

export default function Around() {
  return <><UndoDialog /><Palette /><Behind /><Keyboard /></>
}
