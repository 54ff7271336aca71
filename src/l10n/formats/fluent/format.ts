import { truncateNote } from '../faults.ts'
import type { Format } from '../format.ts'
import { mergeRepeated, toTranslations } from '../repeated-keys.ts'
import { type FluentFile, type FluentItem, type FluentSlot, parseFluentFile } from './file.ts'
import { decodePattern } from './pattern.ts'
import { detectStyle } from './render.ts'
import { writeFluent } from './write.ts'

/**
 * Project Fluent: each value, attribute and term is an entry, whose text is the source of its pattern: placeables and selectors stay Fluent syntax. Common
 * indentation is removed. A literal that only protects the start or end of a line, such as `{ "." }`, is read as its text.
 */
export const fluent: Format = {
  id: 'fluent',
  extensions: '.ftl',
  escape: /\0|\\(?:(u0000|U000000)|[^])/g,
  about: {
    name: 'Project Fluent',
    placeholders: 'Fluent placeables: `{ $name }`, `{ -term }`, `{ message }`, `{ NUMBER($n) }`',
    plurals: 'Fluent selectors inside the text',
    notes:
      'The comment above a message (`#`), then that of its group (`##`); for a term and its attributes, what they are',
    unsupported:
      'File comments (`###`) and comments that belong to no message are kept. A file with a syntax error is refused.',
  },
  matches: path => /\.ftl$/i.test(path),
  read(text) {
    const file = parseFluentFile(text)
    const entries = listEntries(file)
    const { eol, indent } = detectStyle(file)
    return { entries, options: { syntax: 'fluent', eol, indent, final_newline: text.endsWith('\n') } }
  },
  readTarget: text => toTranslations(listEntries(parseFluentFile(text))),
  write: writeFluent,
}

const listEntries = ({ text, items }: FluentFile) =>
  mergeRepeated(
    text,
    items.flatMap(item =>
      item.slots.map(slot => {
        const description = describe(item, slot)
        const entry = { key: slot.key, value: decodePattern(slot), ...(description !== '' && { description }) }
        return [slot.start, entry] as const
      }),
    ),
  )

/** Returns the note of a message, a term or an attribute. */
function describe({ id, isTerm, comment, group }: FluentItem, { key }: FluentSlot): string {
  const term = isTerm ? (key === id ? `A term: other texts insert it as { ${id} }.` : describeAttribute(id, key)) : ''
  return truncateNote([term, comment?.trim(), group?.content.trim()].filter(Boolean).join('\n'))
}

/** No text can insert the attribute of a term. */
const describeAttribute = (id: string, key: string): string =>
  `An attribute of the term ${id}: texts of this language select a variant by it, as in { ${key} -> … }.`
