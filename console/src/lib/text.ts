// Two languages, side by side: a text that lacks one does not compile. What is built has those of one language alone
// (vite.config.ts); both are there while the console is worked on.
import { chosen, type Language } from './language'

/** texts is the texts in the language of the person. */
export function texts<T>(en: T, da: NoInfer<T>): T {
  return chosen() === 'da' ? da : en
}

/** language is that of the person. */
export const language = texts<Language>('en', 'da')

/** speak shows the console in another language. */
export function speak(next: Language): void {
  localStorage.setItem('language', next)
  location.reload()
}
