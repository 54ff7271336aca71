import { detectSyntax } from '../../message/detect-syntax.ts'
import { detectEol } from '../eol.ts'
import type { Format } from '../format.ts'
import { mergeRepeated, toTranslations } from '../repeated-keys.ts'
import { getText, parseStrings, readNote, type StringsFile } from './file.ts'
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
      entries: listEntries(file),
      options: {
        syntax: detectSyntax(file.entries.map(getText)),
        eol: detectEol(file.text),
        final_newline: file.text.endsWith('\n'),
      },
    }
  },
  readTarget: text => toTranslations(listEntries(parseStrings(text))),
  write: writeStrings,
}

function listEntries({ text, entries }: StringsFile) {
  const listed = entries.map(entry => {
    const { key, attached, trailing } = entry
    const description = readNote(text, trailing === undefined ? attached : [...attached, trailing])
    return [key.start, { key: key.value, value: getText(entry), ...(description !== '' && { description }) }] as const
  })
  return mergeRepeated(text, listed)
}
