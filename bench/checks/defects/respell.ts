/** A word with a letter of the alphabet for each of its letters; characters of Chinese become three. */
export function respell(word: string, alphabet: string): string {
  const letters = Array.from(alphabet)
  return Array.from(word)
    .map(char => {
      const code = char.codePointAt(0) ?? 0
      const letter = letters[code % letters.length] ?? ''
      return code > 0x3000 ? letter + (letters[(code >> 3) % letters.length] ?? '') : letter
    })
    .join('')
}
