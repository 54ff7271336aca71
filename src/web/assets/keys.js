// The keys of shortcuts on every keyboard.
const PUNCTUATION = { Slash: '/', Period: '.' }

/** The key of a Latin keyboard at the same place, for keyboards without Latin letters. Dvorak and others keep their own letters. */
export const toLatin = ({ key, code, shiftKey }) => {
  if (key.length !== 1 || key <= '\u007f') return key
  if (code === 'Slash' && shiftKey) return '?'
  return PUNCTUATION[code] ?? code.replace(/^(?:Key|Digit)/, '').toLowerCase()
}
