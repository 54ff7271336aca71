import { detectEol } from '../eol.ts'
import type { Format, SourceEntry, TargetEntry } from '../format.ts'
import { TEXT_ATTRIBUTES } from './blocks.ts'
import { MACHINE_KEYS, TEXT_KEYS } from './front-matter.ts'
import { listMarkdownCode } from './list-code.ts'
import { type Dialect, isMdx, loadParsers } from './parse.ts'
import { alignSegments, readSegments } from './segments.ts'
import { writeMarkdown } from './write.ts'

/** Tags of headings and table cells. */
const HEADING = 'heading'
const CELL = 'table-cell'

function read(text: string, dialect: Dialect): ReturnType<Format['read']> {
  const { file, fields, keys } = readSegments(text, dialect)
  const entries: SourceEntry[] = fields.filter(({ isText }) => isText).map(({ key, value }) => ({ key, value }))
  for (const { level, slots } of file.blocks) {
    for (const slot of slots) {
      const key = keys.get(slot)
      if (key === undefined) continue
      const tag = slot.kind === 'cell' ? CELL : level === undefined ? undefined : HEADING
      entries.push({ key, value: slot.value, ...(tag !== undefined && { tags: [tag] }) })
    }
  }
  const eol = detectEol(text)
  return { entries, options: { syntax: 'plain', eol, final_newline: text.endsWith('\n') } }
}

function readTarget(text: string, dialect: Dialect, sourceText: string | undefined): readonly TargetEntry[] {
  const target = readSegments(text, dialect)
  if (sourceText === undefined) return read(text, dialect).entries
  const source = readSegments(sourceText, dialect)
  const found: { readonly key: string; readonly source: string; readonly value: string }[] = []
  const fields = new Map(target.fields.map(({ key, value }) => [key, value]))
  for (const { key, value, isText } of source.fields) {
    if (isText) found.push({ key, source: value, value: fields.get(key) ?? '' })
  }
  let unplaced = target.keys.size
  for (const [slot, there] of alignSegments(source.file, target.file).slots) {
    if (target.keys.has(there)) unplaced -= 1
    const key = source.keys.get(slot)
    if (key !== undefined) found.push({ key, source: slot.value, value: there.value })
  }
  const given = found.filter(one => one.value.trim() !== '' && one.value !== one.source)
  const copies = new Set(given.filter(one => isUntranslated(one.source, one.value)))
  // Most texts of a variant of the source's language are like the source.
  const isVariant = copies.size > given.length / 2 && copies.size >= MIN_COPIES
  return given
    .filter(one => isVariant || !copies.has(one))
    .map(({ key, value }, at) => ({ key, value, ...(at === 0 && unplaced > 0 && { unplaced }) }))
}

/** Texts like the source that show that a file is in a variant of the source's language. */
const MIN_COPIES = 4

/** Words that a text must have before its likeness to the source proves something. */
const MIN_WORDS = 5
/** The share of words that a text has in common with the source that it copies. */
const MIN_SHARE = 0.75

/**
 * Returns whether a text of a target file is the source, or a former version of it, and not a translation: it is the same, or shares three of four words with it.
 */
function isUntranslated(source: string, text: string): boolean {
  if (source === text) return true
  const [ours, theirs] = [listWords(source), listWords(text)]
  const most = Math.max(ours.length, theirs.length)
  if (Math.min(ours.length, theirs.length) < MIN_WORDS) return false
  const left = new Map<string, number>()
  for (const word of ours) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of theirs) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared += 1
  }
  return shared / most >= MIN_SHARE
}

/** Lower-case words, without those in code, expressions, tags and link targets, which a translation keeps. */
const listWords = (text: string): readonly string[] =>
  text
    .replace(/`[^`]*`|\]\([^()\s]*\)|\{[^{}]*\}/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []

const ABOUT = {
  placeholders: 'none. Code, links, tags and expressions must stay as in the source',
  plurals: 'none',
  notes: 'none. Headings have the tag `heading`, table cells the tag `table-cell`',
} as const

const quoteAll = (names: readonly string[]): string => `\`${names.join(', ')}\``

const DETAILS: readonly string[] = [
  'Strings: headings, paragraphs, list items, quotes, table cells, titles of asides, and front matter in YAML',
  'Keys: the first words of a string and a part of its hash. In front matter, the path of the key',
  'Imports: strings in the same place as in the source. Strings that are equal to the source are not imported. The answer of `push_translations` counts strings without a place',
  'Pulls: an imported file gets a new part when one of its strings is translated. A part with another structure is replaced when all its strings are translated',
  `Kept front matter: ${quoteAll(MACHINE_KEYS)}, and all below them`,
  `Also kept: paths, addresses and single lower-case words, except in ${quoteAll(TEXT_KEYS)}`,
]

const KEPT =
  'Code, HTML, link definitions, TOML front matter, and strings without words are kept. Code and imports of an imported file stay. New front matter keys are added on the first level alone.'

/**
 * Markdown and MDX: a file in the source language, and a file with other text in each other language. No text has a key in the file.
 *
 * **Entries.** A file is split into blocks by the positions of the parser; nothing is rendered again. Headings, paragraphs (also in lists, quotes, footnotes and
 * components), table cells, titles of asides, attributes that readers see, and strings of the YAML front matter are entries, if they have words. The value is the
 * Markdown source of a text on one line: the prefixes of its containers and soft line breaks are removed, and created again on writing. Hard breaks stay, as a
 * backslash and a line break.
 *
 * **Keys.** The key of a text is made of the text: its first words and a part of its hash. So all texts but the changed one keep their key when something is
 * inserted, moved or deleted, under whatever heading. A text that occurs again has a number. A corrected text has a new key; `keysAreSources` lets a push find
 * the text that it replaces. Strings of the front matter have the path of their keys.
 *
 * **Reading a target file.** Its blocks are aligned with those of the source by structure, see `alignBlocks`. Texts that do not align are left out, never guessed.
 * So are copies of the source, because a target file has them where it has no translation.
 *
 * **Writing.** A new file is the source with its translations: components, code and links are those of the source, and the rest stays in the source's language.
 * An imported file is edited: the texts of aligned blocks are replaced where they differ, and everything else in these blocks stays, because people translate
 * comments in code and paths of imports. Then the file follows the structure of the source. Before the alignment, blocks are matched by the known translations. A
 * part that only the source has is inserted once one of its texts is translated. A part of another structure is replaced once all its texts are translated. A
 * part that only the file has is deleted if as many texts left the source. A result whose blocks are others than these is not written: then only texts are
 * replaced.
 *
 * **Escapes.** A translation cannot change the structure: see `escapeText`.
 */
export const markdown: Format = {
  id: 'markdown',
  extensions: '.md, .markdown',
  escape: /\0/g,
  keysAreSources: true,
  load: loadParsers,
  about: { ...ABOUT, name: 'Markdown', example: 'docs/en/index.md', unsupported: KEPT, details: DETAILS },
  matches: path => /\.(?:md|markdown)$/i.test(path),
  ...functionsOf('markdown'),
}

/** Markdown with components, see `markdown`. Their string attributes that readers see are entries; expressions, imports and exports are kept. */
export const mdx: Format = {
  ...markdown,
  id: 'mdx',
  extensions: '.mdx, .md',
  about: {
    ...ABOUT,
    name: 'MDX',
    marks: 'The extension `.mdx`; in a `.md` file an import, an export, or a component with an expression as attribute',
    example: 'src/content/docs/index.mdx',
    unsupported: `${KEPT} Expressions, imports and exports are kept, too.`,
    details: [
      ...DETAILS,
      'Long code: imports, exports and expressions with thousands of blank lines or braces are rejected',
      `Attributes of components: ${quoteAll(TEXT_ATTRIBUTES)}`,
    ],
  },
  matches: (path, text) => /\.mdx$/i.test(path) || (markdown.matches(path, text) && isMdx(text)),
  ...functionsOf('mdx'),
}

function functionsOf(dialect: Dialect): Pick<Format, 'read' | 'readTarget' | 'write' | 'listCode'> {
  return {
    read: text => read(text, dialect),
    readTarget: (text, _locale, source) => readTarget(text, dialect, source),
    listCode: text => listMarkdownCode(text, dialect),
    write: request => writeMarkdown(request, dialect),
  }
}
