// The address of a thing from its name: "Læsebrille, blå" is "laesebrille-blaa".
const letters: Record<string, string> = { æ: 'ae', ø: 'oe', å: 'aa', ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** slugOf is the address of a thing from its name, at most 200 characters. */
export function slugOf(name: string): string {
  return name.toLowerCase().normalize('NFC').replace(/[æøåäöüß]/g, (letter) => letters[letter] ?? '').normalize('NFD')
    .replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 200)
}
