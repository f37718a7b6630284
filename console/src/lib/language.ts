// Two languages: which one a person reads.

export type Language = 'en' | 'da'

/** chosen is the language of the person: the kept one, else the browser's. */
export function chosen(): Language {
  const kept = localStorage.getItem('language')
  if (kept === 'en' || kept === 'da') return kept
  return navigator.language.startsWith('da') ? 'da' : 'en'
}
