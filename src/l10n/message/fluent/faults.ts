/** Returns what is wrong, as a part of a sentence, and how to correct it, for a fault of the Fluent parser. */
export function explainFluentFault(code: string, message: string): readonly [what: string, fix: string] {
  const known = FAULTS[code]
  if (known !== undefined) return known
  const token = /^Expected token: "(.+)"$/s.exec(message)?.[1]
  if (token === '\u2424') return ['a line break is missing', 'Start each variant and each message on its own line.']
  if (token === '}') return ['a placeable is not closed', `Add the missing }, or ${LITERAL_BRACE}`]
  if (token !== undefined) return [`${token} is missing`, `Add ${token}.`]
  const range = /range: "(.+)"$/.exec(message)?.[1]
  if (range === '0-9') return ['a digit is missing', 'Write a number such as 1 or 1.5.']
  if (range !== undefined) return ['an identifier is missing', 'Write a name that starts with a letter.']
  return [lowerFirst(message.replace(/\.$/, '')), 'Compare it with the Fluent syntax guide.']
}

const LITERAL_BRACE = 'write { "{" } for a literal brace.'
const VARIANTS = 'Write { $name -> [key] text *[other] text }, with each variant on its own line.'
const SELECTOR = 'Select by a variable such as { $count -> … }, or by an attribute of a term.'

const FAULTS: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  E0002: [
    'this is no message, term or comment',
    'Start messages at the beginning of the line, and indent their other lines by at least one space.',
  ],
  E0005: ['the message has no text', 'Write a text after the equals sign, or { "" } for none.'],
  E0006: ['the term has no text', 'Write a text after the equals sign.'],
  E0008: ['the name of a function is not in capitals', 'Copy the function from the source, such as NUMBER($count).'],
  E0009: ['the name of an argument is not valid', 'Copy the arguments from the source.'],
  E0010: ['no variant is the default', 'Mark one with an asterisk, such as *[other].'],
  E0011: ['no variant follows the arrow', VARIANTS],
  E0012: ['a variant or attribute has no text', 'Write its text, or { "" } for none.'],
  E0013: ['the key of a variant is missing', VARIANTS],
  E0014: ['the value of an argument is not a number or string', 'Write a number, or a string in double quotes.'],
  E0015: ['two variants are marked as the default', 'Remove one of the asterisks.'],
  E0016: ['a message is used as a selector', SELECTOR],
  E0017: ['a term is used as a selector', SELECTOR],
  E0018: ['an attribute of a message is used as a selector', SELECTOR],
  E0019: ['an attribute of a term is used as a placeable', 'Use it as a selector, or use the term itself.'],
  E0020: ['a string is not closed on its line', 'Close it with ".'],
  E0021: ['an argument without a name follows one with a name', 'Copy the arguments from the source.'],
  E0022: ['a named argument occurs twice', 'Remove one of them.'],
  E0025: ['a string has an unknown escape', 'Use \\" \\\\ \\u0000 or \\U000000, with the digits of a character.'],
  E0026: ['a string has an escape that is no character', 'Write four digits after \\u, or six after \\U.'],
  E0027: ['a } closes no placeable', 'Remove it, or write { "}" } for a literal brace.'],
  E0028: [
    'a placeable is empty or has no valid expression',
    `Write { $name } or { -term } as in the source, or ${LITERAL_BRACE}`,
  ],
  E0029: ['the selector is not valid', SELECTOR],
  NESTED_TOO_DEEP: ['placeables are nested too deeply', 'Nest no deeper than the source.'],
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
