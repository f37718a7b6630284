// What is shown over the page when somebody asks for it; the dialogs themselves are fetched after the first page.
import type { Body, Item } from '../lib/contract'
import { store } from '../lib/store'

type Entry = Item<'audit.list'>

/** Undoing is what is to be undone: entries of the audit, one by its id, or, newest first, all that filters of the audit find. */
export type Undoing = { entries: Entry[] } | { id: string } | { found: Body<'audit.list'>[]; most: number }

export const undoing = store<Undoing | undefined>(undefined)

/** changedNothing is whether a call left the thing as it was: the service lists it as revertible, and refuses to revert it. */
export function changedNothing({ changedFields }: Entry): boolean { return changedFields?.length === 0 }

/** canUndo is whether undoing an entry can be asked for. */
export function canUndo(entry: Entry): boolean { return entry.revertible && !entry.revertedAt && !changedNothing(entry) }

/** openUndo shows what undoing entries of the audit would do, and does it when it is confirmed. */
export function openUndo(entries: Entry[]): void { undoing.set({ entries }) }

/** openUndoOf is openUndo of the entry with an id. */
export function openUndoOf(id: string): void { undoing.set({ id }) }

/** undoFound is openUndo of what filters of the audit find and can be undone, at most `most` of it. */
export function undoFound(found: Body<'audit.list'>[], most = Infinity): void { undoing.set({ found, most }) }

/** undoCalls is openUndo of all that calls changed, given in the order in which they were made. */
export function undoCalls(requestIds: readonly string[]): void { undoFound(requestIds.toReversed().map((requestId) => ({ requestId }))) }

export const palette = store(false)
export function openPalette(): void { palette.set(true) }

export const behind = store(false)
export function openBehind(): void { behind.set(true) }

export const help = store(false)
export function openHelp(): void { help.set(true) }
