import type { Format, SourceEntry } from '../format.ts'
import { mergeRepeated, toTranslations } from '../repeated-keys.ts'
import { type PropertiesFile, parseProperties, readNote } from './file.ts'
import { detectStyle } from './style.ts'
import { detectPropertiesSyntax, hasArguments } from './syntax.ts'
import { writeProperties } from './write.ts'

/**
 * Java's properties files, read as Java reads them. The note has the comments directly above a key; a blank line separates the header of a section.
 * Limits: 50,000 entries per file, 2,000 characters per key, 65,536 characters per string.
 */
export const properties: Format = {
  id: 'properties',
  extensions: '.properties',
  escape: /\0|\\(?:(u0000)|[^])/g,
  about: {
    name: 'Java properties',
    example: 'src/main/resources/messages.properties',
    placeholders:
      "`java.text.MessageFormat` (`{0}`) if more arguments are numbered than named. Apostrophes stay as in the file: `''` prints one in a string with arguments. " +
      'Strings without arguments are plain text, unless they double their apostrophes, too. Otherwise ICU, printf and others, detected by file',
    plurals: 'Those of the detected syntax, and `{0,choice,…}`, inside the message',
    notes: 'Comments (`#`, `!`) directly above a key',
    unsupported:
      'Encodings other than UTF-8: convert ISO-8859-1 files (`native2ascii`, or `iconv -f ISO-8859-1 -t UTF-8` for Java 9 and later). Files that escape all ' +
      'characters beyond ASCII (`\\u00e9`) stay ASCII. A changed value that continued over several lines is written in one line, unless it continued after each `\\n`.',
  },
  matches: path => /\.properties$/i.test(path),
  read(text) {
    const file = parseProperties(text)
    const { syntax, withoutArguments } = detectPropertiesSyntax(file.properties.map(({ value }) => value))
    const { eol, separator, isAscii } = detectStyle(file)
    const entries = listEntries(file).map((entry): SourceEntry => {
      const own = hasArguments(entry.value) ? syntax : withoutArguments
      return { ...entry, ...(own !== syntax && { syntax: own }) }
    })
    return { entries, options: { syntax, eol, final_newline: /[\r\n]$/.test(text), separator, ascii: isAscii } }
  },
  readTarget: text => toTranslations(listEntries(parseProperties(text))),
  write: writeProperties,
}

/** Lists the properties, each key once. */
const listEntries = ({ text, properties: all }: PropertiesFile) =>
  mergeRepeated(
    text,
    all.map(property => {
      const { key, value, keyStart } = property
      const description = readNote(text, property)
      return [keyStart, { key, value, ...(description !== '' && { description }) }]
    }),
  )
