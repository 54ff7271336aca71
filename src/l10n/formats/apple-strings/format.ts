import { detectSyntax } from '../../message/detect-syntax.ts'
import { detectEol } from '../eol.ts'
import type { Format } from '../format.ts'
import { readNote } from './comments.ts'
import { getText, parseStrings, type StringsEntry, type StringsFile } from './file.ts'
import { STRINGS_ESCAPE } from './text.ts'
import { writeStrings } from './write.ts'

/**
 * Apple's `.strings` files: `"key" = "value";` pairs with comments. The note of an entry has the comments directly above it and behind it on its line;
 * a comment with a blank line below it belongs to no entry.
 */
export const appleStrings: Format = {
  id: 'apple-strings',
  isApple: true,
  extensions: '.strings',
  escape: STRINGS_ESCAPE,
  about: {
    name: 'Apple strings files',
    example: 'App/en.lproj/Localizable.strings',
    placeholders: 'printf with `%@`',
    plurals: 'none: use a `.stringsdict` file or a string catalog',
    notes: 'Comments directly above a pair, and behind it on its line',
    unsupported:
      'Files in UTF-16 (convert them to UTF-8), XML and binary property lists, and values that are not strings.',
  },
  matches: path => /\.strings$/i.test(path),
  read(text) {
    const file = parseStrings(text)
    return {
      entries: listOnce(file).map(entry => {
        const description = readNote(file.text, listComments(entry))
        return { ...toEntry(file, entry), ...(description !== '' && { description }) }
      }),
      options: {
        syntax: detectSyntax(file.entries.map(getText)),
        eol: detectEol(file.text),
        final_newline: file.text.endsWith('\n'),
      },
    }
  },
  readTarget(text) {
    const file = parseStrings(text)
    return listOnce(file)
      .map(entry => toEntry(file, entry))
      .filter(({ value, differs }) => value !== '' || differs === true)
  },
  write: writeStrings,
}

const listComments = ({ attached, trailing }: StringsEntry) =>
  trailing === undefined ? attached : [...attached, trailing]

const toEntry = ({ repeated }: StringsFile, entry: StringsEntry) => ({
  key: entry.key.value,
  value: getText(entry),
  ...repeated.get(entry.key.value),
})

/** Lists the entries without the repetitions of keys. */
function listOnce({ entries }: StringsFile): readonly StringsEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ key: { value } }) => {
    if (seen.has(value)) return false
    seen.add(value)
    return true
  })
}
