// Two languages, side by side: a text that lacks one does not compile.

export type Language = 'en' | 'da'

const kept = readKept()

function readKept(): Language | undefined {
  const value = localStorage.getItem('language')
  return value === 'en' || value === 'da' ? value : undefined
}

/** language is that of the person: the chosen one, else the browser's. */
export const language: Language = kept ?? (navigator.language.startsWith('da') ? 'da' : 'en')

/** speak shows the console in another language. */
export function speak(next: Language): void {
  localStorage.setItem('language', next)
  location.reload()
}

/** texts is the texts in the language of the person. */
export function texts<T>(en: T, da: NoInfer<T>): T {
  return language === 'da' ? da : en
}
