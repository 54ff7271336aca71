import { spellsLocale } from '../../locales/spellings.ts'
import type { Message } from '../../message/message.ts'
import { truncateNote } from '../faults.ts'
import type { Format, ParsedSource, SourceEntry, TargetEntry } from '../format.ts'
import { readTexts as withoutEmptyForms } from '../texts.ts'
import { detectIndent } from '../xml/edit.ts'
import { getAttribute, type XmlDocument } from '../xml/tree.ts'
import {
  findRepeated,
  groupByKey,
  parseTs,
  parseTsIfAny,
  readChild,
  readTexts,
  type TsDocument,
  type TsMessage,
} from './document.ts'
import { mergeInto } from './merge.ts'
import { newFile } from './render.ts'
import { getNumerusForms } from './text.ts'

/**
 * Qt Linguist's TS files. A message is an entry: its key is its ID, otherwise its context, source and comment. Messages out of use (`vanished`, `obsolete`) are
 * no entries, and come back with their string.
 */
export const qtLinguist: Format = {
  id: 'qt-linguist',
  extensions: '.ts',
  escape: /\0/g,
  keysAreSources: true,
  unfinishedMark: 'unfinished',
  obsoleteMark: 'type=',
  usualFamily: 'qt',
  about: {
    name: 'Qt Linguist',
    marks: 'The root element `<TS>`, or `<!DOCTYPE TS>`',
    example: 'translations/app_en.ts',
    placeholders: 'Qt: `%1`, `%L1`, `%n`; and others, detected by file',
    plurals:
      '`<numerusform>` in messages with `numerus="yes"`. The number and order of forms are those of Qt, which differ from CLDR: one form for Hungarian and Turkish, two for Hebrew.',
    states: '`unfinished` with a text is `needs_review`',
    notes:
      '`<extracomment>`, then `<translatorcomment>` of the source file; `<comment>` is the context, `<location>` the references',
    unsupported:
      'Messages of the types `vanished` and `obsolete` are kept. Of length variants, the first is the text; the others are kept. `<userdata>` and `<extra-…>` are kept.',
    details: [
      'Keys: the ID of a message, otherwise context, source and comment, with `␄` between them',
      'Source strings: `<source>`. If the source file has finished translations, those of plurals and of messages with an ID',
    ],
  },
  matches: (path, text) => /\.ts$/i.test(path) && isTs(text),
  read: (text, _rootLocale, locale) => readSource(parseTs(text), locale),
  readTarget: (text, locale, source) => readTarget(parseTsIfAny(text), locale, source),
  write(request) {
    const source = parseTs(request.source)
    const base = parseTsIfAny(request.base)
    return base === undefined
      ? newFile(source, parseTsIfAny(request.sibling), request)
      : mergeInto(source, base, request)
  },
  pluralCategories: getNumerusForms,
  findTargetLanguage: findLanguage,
  localeField: { name: 'language', find: findLanguage },
}

function findLanguage(target: string): string | undefined {
  return /<TS\s[^<>]*?\blanguage\s*=\s*["']([^"'<>]+)/.exec(target.slice(0, MAX_HEAD))?.[1]
}

/** How far the start of the root may be from the start of a file. */
const MAX_HEAD = 4_000

/** Whether a file starts as XML does, with the root of a TS file. */
function isTs(text: string): boolean {
  const head = text.slice(0, MAX_HEAD)
  return /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE\s+TS\b|TS[\s>])/.test(head) && /<TS[\s>]/.test(head)
}

function readSource(file: TsDocument, locale: string | undefined): ParsedSource {
  const { document } = file
  const language = getAttribute(document.root, 'language') ?? ''
  const isTranslated = locale === undefined || language === '' || spellsLocale(language, locale)
  const categories = getNumerusForms(locale ?? (language === '' ? 'en' : language))
  const groups = groupByKey(file)
  const readText = (message: TsMessage) => readSourceText(document, message, isTranslated ? categories : [])
  const repeated = findRepeated(document, groups, message => JSON.stringify(readText(message)))
  const entries = [...groups].map(([key, [message]]): SourceEntry => {
    const { comment, references } = message
    const description = truncateNote(readNote(document, message))
    return {
      key,
      value: readText(message),
      ...(description !== '' && { description }),
      ...(comment !== '' && { context: comment }),
      ...(references.length > 0 && { references }),
      ...repeated.get(key),
    }
  })
  return { entries, options: { syntax: 'plain', eol: document.eol, indent: detectIndent(document) } }
}

/**
 * The text that is translated. Qt shows `<source>` where a translation is missing, so a plural without finished forms has it for every number. `categories` is
 * empty if the translations of the file are not in the source language.
 */
function readSourceText(document: XmlDocument, message: TsMessage, categories: readonly string[]): Message {
  const { source, isPlural, hasId, type } = message
  const plain = isPlural ? { other: source } : source
  if ((!isPlural && !hasId) || type !== 'finished' || categories.length === 0) return plain
  const texts = readTexts(document, message)
  const [first = ''] = texts
  if (!isPlural) return first === '' ? source : first
  const forms = categories.flatMap((category, form) => (texts[form] ? [[category, texts[form]]] : []))
  return forms.length < categories.length ? plain : Object.fromEntries(forms)
}

const readNote = (document: XmlDocument, { element }: TsMessage): string =>
  ['extracomment', 'translatorcomment']
    .map(name => readChild(document, element, name).trim())
    .filter(note => note !== '')
    .join('\n')

function readTarget(target: TsDocument | undefined, locale: string, source?: string): readonly TargetEntry[] {
  if (target === undefined) return []
  const { document } = target
  const categories = getNumerusForms(locale)
  const of = source === undefined ? undefined : groupByKey(parseTs(source))
  const groups = groupByKey(target)
  const repeated = findRepeated(document, groups, message => readTexts(document, message).join('\0'))
  return [...groups].flatMap(([key, [message]]): TargetEntry[] => {
    const { type, hasId, isPlural } = message
    const texts = readTexts(document, message)
    const repetition = repeated.get(key)
    const value = withoutEmptyForms(isPlural ? toForms(texts, categories) : (texts[0] ?? ''))
    if (value === undefined) return repetition.differs === true ? [{ key, value: '', ...repetition }] : []
    const surplus = isPlural ? Math.max(0, texts.length - categories.length) : 0
    const isOther = hasId && of !== undefined && of.get(key)?.[0]?.source !== message.source
    return [
      {
        key,
        ...value,
        ...(type === 'unfinished' && { state: 'needs_review' as const }),
        ...(isOther && of.has(key) && { ofSource: 'other' as const }),
        ...(surplus > 0 && { surplus }),
        ...repetition,
      },
    ]
  })
}

const toForms = (texts: readonly string[], categories: readonly string[]): Message =>
  Object.fromEntries(texts.flatMap((text, form) => (categories[form] === undefined ? [] : [[categories[form], text]])))
