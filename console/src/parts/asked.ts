// What is shown over the page when somebody asks for it; the dialogs themselves are fetched after the first page.
import { store } from '../lib/store'

/** undoing is the entries of the audit whose undo is being asked for. */
export const undoing = store<string[] | undefined>(undefined)

/** openUndo shows what undoing entries of the audit would do, and does it when it is confirmed. */
export function openUndo(auditLogIds: string[]): void { undoing.set(auditLogIds) }

export const palette = store(false)
export function openPalette(): void { palette.set(true) }

export const behind = store(false)
export function openBehind(): void { behind.set(true) }

export const help = store(false)
export function openHelp(): void { help.set(true) }
