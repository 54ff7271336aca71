import { detectSyntax } from '../../message/detect-syntax.ts'
import { listTexts, sameMessage } from '../../message/message.ts'
import { assertCount, showKey, truncateNote } from '../faults.ts'
import type { Format, SourceEntry, TargetEntry } from '../format.ts'
import { RepeatedKeys } from '../repeated-keys.ts'
import { readTexts } from '../texts.ts'
import { indexOfNode, listLeading } from '../xml/edit.ts'
import { readComment } from '../xml/text.ts'
import { findLines, type XmlDocument, type XmlElement, type XmlNode } from '../xml/tree.ts'
import { faultAt, listSlots, type Pair, parseStringsDict, type Slot, type StringsDict } from './plist.ts'
import { writeStringsDict } from './write.ts'

/**
 * Apple's `.stringsdict` files: property lists with plurals. A key whose format is only one variable is a plural. Otherwise the format is an entry, and each
 * variable a plural `key|==|substitutions.count`. Variants are entries, too: `key|==|device.iphone`, `key|==|width.20`.
 */
export const stringsdict: Format = {
  id: 'stringsdict',
  hasExactZero: true,
  isApple: true,
  extensions: '.stringsdict',
  escape: /\0/g,
  about: {
    name: 'Apple strings dictionaries',
    example: 'App/en.lproj/Localizable.stringsdict',
    placeholders: 'printf with `%@` and `%#@name@`',
    plurals:
      'Variables of `NSStringPluralRuleType`; a format with more than a variable has `key|==|substitutions.count`',
    notes: 'XML comments above a key, and in its value',
    unsupported:
      'Variants inside a plural category, and values other than strings, are kept. A key without the translation of one of its variables is not written.',
  },
  matches: path => /\.stringsdict$/i.test(path),
  read(text) {
    const file = parseStringsDict(text)
    const entries = file === undefined ? [] : listEntries(file)
    const { eol } = file?.document ?? { eol: '\n' }
    return {
      entries,
      options: {
        syntax: detectSyntax(entries.flatMap(({ value }) => listTexts(value))),
        eol,
        final_newline: text.endsWith('\n'),
      },
    }
  },
  readTarget(text, _locale, source) {
    const file = parseStringsDict(text)
    const of = parseStringsDict(source)
    const known = of && new Set(of.pairs.flatMap(pair => listSlots(of.document, pair).map(({ key }) => key)))
    return file === undefined ? [] : readTranslations(file, known)
  },
  write: writeStringsDict,
}

/** Lists the texts and plurals of a file, and which of their keys occur twice. */
function listTranslations({ document, pairs }: StringsDict, known?: ReadonlySet<string>) {
  const seen = new Map<string, { readonly pair: Pair; readonly slots: readonly Slot[] }>()
  const repeated = new RepeatedKeys()
  let count = 0
  for (const pair of pairs) {
    const slots = listSlots(document, pair, known)
    const first = seen.get(pair.name)
    if (first === undefined) {
      seen.set(pair.name, { pair, slots })
      count += slots.length
      assertCount(count - 1, faultAt(document, pair.key))
    } else {
      repeated.add(pair.name, isSame(first.slots, slots), () => findLines(document, first.pair.key, pair.key))
    }
  }
  return [...seen.values()].map(({ pair, slots }) => ({ pair, slots, repetition: repeated.get(pair.name) }))
}

const isSame = (some: readonly Slot[], others: readonly Slot[]): boolean =>
  some.length === others.length &&
  some.every(({ key, value }, at) => key === others[at]?.key && sameMessage(value, others[at].value))

function listEntries(file: StringsDict): SourceEntry[] {
  const { document, dict } = file
  const entries: SourceEntry[] = []
  const keys = new Set<string>()
  for (const { pair, slots, repetition } of listTranslations(file)) {
    const description = truncateNote(readNote(document, dict, pair))
    for (const { key, value } of slots) {
      if (typeof value === 'object' && Object.keys(value).length === 0) continue
      if (keys.has(key)) {
        const what = `the key ${showKey(key)} is also that of a variable or variant`
        throw faultAt(document, pair.key)(what, 'Rename the key.')
      }
      keys.add(key)
      entries.push({ key, value, ...(description !== '' && { description }), ...repetition })
    }
  }
  return entries
}

function readNote(document: XmlDocument, dict: XmlElement, { key, value }: Pair): string {
  const notes: string[] = []
  const visit = (node: XmlNode): void => {
    if (node.kind === 'comment') notes.push(readComment(document, node))
    else if (node.kind === 'element') for (const child of node.children) visit(child)
  }
  for (const node of listLeading(document, dict.children, indexOfNode(dict.children, key))) visit(node)
  visit(value)
  return notes.filter(note => note !== '').join('\n')
}

function readTranslations(file: StringsDict, known: ReadonlySet<string> | undefined): TargetEntry[] {
  return listTranslations(file, known).flatMap(({ slots, repetition }) =>
    slots.flatMap(({ key, value }) => {
      const texts = readTexts(value) ?? (repetition.differs === true ? { value } : undefined)
      return texts === undefined ? [] : [{ key, ...texts, ...repetition }]
    }),
  )
}
