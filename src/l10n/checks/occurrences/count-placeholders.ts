import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { pluralProfile } from '../../locales/plural-rules.ts'
import type { IcuAst } from '../../message/icu.ts'
import { readStyle } from '../../message/icu-styles.ts'
import type { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/token.ts'
import { LOOSE } from './compare.ts'
import { countBananaParts, countFluentParts, countJavaParts } from './count-parts.ts'
import { addUp, mergeBranches, NOTHING, type Occurrences, Tally } from './tally.ts'

/** Counts arguments and rich-text tags of an ICU message, and the other placeholders in it. */
export function countIcu({ single, locale }: ParsedMessage, ast: IcuAst): Occurrences {
  if (single === undefined) return NOTHING
  const { text, placeholders } = single
  const counted = countElements(ast, { text, locale, pluralArgument: undefined })
  const others = placeholders.filter(({ family }) => family !== 'icu')
  // Which branch has them is of no interest: files that mix families are rare.
  return others.length === 0 ? counted : addUp(counted, countTokens(others))
}

/** Counts the placeholders of any other syntax. */
export function countPlaceholders(message: ParsedMessage): Occurrences {
  const { syntax, single, texts } = message
  if (syntax === 'fluent') return countFluent(message)
  if (syntax === 'banana') return addUp(...texts.map(([, { banana, text }]) => countBananaParts(banana, text)))
  return single === undefined ? mergeForms(message, text => text.computeOnce(countInText)) : countInText(single)
}

/** Merges what the plural forms of a message have. */
export const mergeForms = ({ texts, locale }: ParsedMessage, count: (text: ParsedText) => Occurrences): Occurrences =>
  mergeBranches(texts.map(([category = 'other', text]) => ({ of: count(text), exact: isExact(category, locale) })))

/** Merges what plural forms between pipes have. The application's rule maps numbers to forms; the last form is always for large numbers. */
export const mergePiped = (counts: readonly Occurrences[]): Occurrences =>
  mergeBranches(counts.map((of, index) => ({ of, exact: index < counts.length - 1 })))

/** The same for a text with plural forms between pipes, which the source has, too. */
export function countPiped({ single, locale }: ParsedMessage): Occurrences {
  if (single === undefined) return NOTHING
  const { text, placeholders } = single
  const branches = splitAtPipes(text, placeholders)
  const { categories, sampleCounts } = pluralProfile(locale, 'cardinal')
  const isRanged = /^\s*[{[\]]\d/.test(text)
  const inOrder = categories.filter(category => sampleCounts.has(category))
  // The application's rule maps numbers to forms. The last form is always for large numbers, and so are others if each category has a form.
  const isLarge = (index: number): boolean =>
    index === branches.length - 1 ||
    (index > 0 && !isRanged && branches.length === inOrder.length && !isExact(inOrder[index] ?? '', locale))
  return mergeBranches(branches.map((of, index) => ({ of: countTokens(of), exact: !isLarge(index) })))
}

/** Counts what a Fluent text prints; nothing if it is not valid, which `fluent_syntax` reports. */
function countFluent({ texts, locale }: ParsedMessage): Occurrences {
  const counted = texts.flatMap(([, { fluent, text, placeholders }]) => {
    if (!fluent.ok) return []
    const others = placeholders.filter(({ family }) => family !== 'fluent')
    return [countFluentParts(fluent.parts, text, selector => isExact(selector, locale)), countTokens(others)]
  })
  return addUp(...counted)
}

function countInText(parsed: ParsedText): Occurrences {
  const { text, syntax, placeholders: tokens } = parsed
  if (syntax === 'java' && parsed.java.ok) {
    return addUp(countJavaParts(parsed.java.parts, text), countTokens(tokens.filter(({ family }) => family !== 'java')))
  }
  if (syntax !== 'vue-i18n' || !text.includes('|')) return countTokens(tokens)
  return mergePiped(splitAtPipes(text, tokens).map(countTokens))
}

interface Place {
  readonly text: string
  readonly locale: string
  readonly pluralArgument: string | undefined
}

function countElements(ast: IcuAst, place: Place): Occurrences {
  const tally = new Tally()
  for (const element of ast) countElement(element, tally, place)
  return tally.occurrences
}

function countElement(element: MessageFormatElement, tally: Tally, place: Place): void {
  const at = element.location?.start.offset ?? 0
  switch (element.type) {
    case TYPE.literal:
      return
    case TYPE.pound:
      if (place.pluralArgument !== undefined)
        tally.print(`{${place.pluralArgument}}`, at, 'number', { raw: '#', meaning: 'number', format: '' })
      return
    case TYPE.argument:
      return tally.print(`{${element.value}}`, at, 'argument', {
        raw: readRaw(element, place),
        meaning: 'number',
        format: '',
      })
    case TYPE.number:
    case TYPE.date:
    case TYPE.time: {
      const type = element.type === TYPE.number ? 'number' : element.type === TYPE.date ? 'date' : 'time'
      return tally.print(`{${element.value}}`, at, type, { raw: readRaw(element, place), ...readStyle(element) })
    }
    case TYPE.tag:
      tally.print(`<${element.value}>`, at, 'tag')
      tally.append(countElements(element.children, place))
      return
    case TYPE.plural:
    case TYPE.select: {
      const isPlural = element.type === TYPE.plural
      const inner = isPlural ? { ...place, pluralArgument: element.value } : place
      const branches = Object.entries(element.options).map(([selector, option]) => ({
        of: countElements(option.value, inner),
        exact: isPlural && isExact(selector, place.locale),
      }))
      tally.choose(`{${element.value}}`, at, isPlural ? 'plural' : 'select', {
        raw: `{${element.value}, ${isPlural ? 'plural' : 'select'}, …}`,
        ...(isPlural && { meaning: `offset:${element.offset}` }),
      })
      tally.append(mergeBranches(branches))
    }
  }
}

const readRaw = ({ location }: MessageFormatElement, { text }: Place): string =>
  text.slice(location?.start.offset, location?.end.offset)

/**
 * Whether a form is for a single number and may omit it ("a post"). In French and Portuguese `one` also covers zero, which applications seldom show. Russian
 * `one` also covers 21.
 */
export function isExact(selector: string, locale: string): boolean {
  if (selector.startsWith('=')) return true
  if (selector === 'other') return false
  const { sampleCounts: reached, zero } = pluralProfile(locale, 'cardinal')
  return (reached.get(selector) ?? 0) <= (selector === 'one' && zero === 'one' ? 2 : 1)
}

function countTokens(tokens: readonly Token[]): Occurrences {
  const tally = new Tally()
  let position = 0
  for (const token of tokens) {
    const { kind, raw, start, name, isLoose } = token
    const type = isLoose === true ? LOOSE : kind
    if (token.family === 'printf' || (token.family === 'python' && kind === 'printf' && name === undefined)) {
      if (kind === 'literal') {
        tally.print(raw, start, type)
        continue
      }
      if (SUBSTITUTION.test(raw)) {
        // It takes a value as others do; `findReordered` compares which. A localization can have substitutions where the source has none.
        if (!/^%\d/.test(raw)) position += 1
        tally.print(`%#@${name}@`, start, LOOSE, { raw })
        continue
      }
      if (raw.startsWith('%(')) {
        tally.print(raw, start, type)
        continue
      }
      // A width of * takes a value of its own, before the one that is printed.
      const widths = raw.includes('*') ? (raw.match(/\*(?!\d+\$)/g)?.length ?? 0) : 0
      if (name === undefined) position += 1 + widths
      // %s %s and %2$s %1$s take the same values.
      const place = name === undefined ? position : Number(name) + widths
      tally.print(`%${place}$${readConversion(token)}`, start, type, { raw })
    } else if (raw === '{}' || (kind === 'braces' && (token.family === 'python_brace' || token.family === 'dotnet'))) {
      const [field, format] = splitField(raw)
      if (field === '') position += 1
      tally.print(`{${field === '' ? position - 1 : field}}`, start, type, { raw, format })
    } else {
      tally.print(toOccurrenceKey(token), start, type, { raw })
    }
  }
  return tally.occurrences
}

/** A variable of Apple: `%#@files@`. */
export const SUBSTITUTION = /^%(?:\d+\$?)?#@/

/** Length and conversion of a printf placeholder, without what only changes how it is written: `ld` of `%1$-5ld`. */
function readConversion({ raw, family }: Token): string {
  // The number of a substitution is an integer, unless it says otherwise.
  if (raw.endsWith('arg')) return 'lld'
  const [, length = '', conversion = 's'] =
    /(<PRI[a-zA-Z]|[hlLzjtq]*|[tT](?=[A-Za-z]$))([A-Za-z@]|[A-Z]*\d*>)$/.exec(raw) ?? []
  if (length.startsWith('<')) return `${length}${conversion}`
  // In Python, `u` is `d`; in C, it is unsigned.
  if (conversion === 'u' && family === 'python') return `${length}d`
  return `${length}${CONVERSIONS[conversion] ?? conversion}`
}

const CONVERSIONS: Readonly<Record<string, string>> = { i: 'd', F: 'f', X: 'x', G: 'g', E: 'e', A: 'a' }

/** The field of `{field!r:format}` with its conversion, and the format. */
function splitField(raw: string): readonly [field: string, format: string] {
  const inner = raw.slice(1, -1)
  const end = /^(?:\[[^\]]*\]|[^:[,])*/.exec(inner)?.[0].length ?? inner.length
  return [inner.slice(0, end), inner.slice(end)]
}

/** Spaces at the ends of braces have no meaning. Qt's `%L1` is `%1`, and Laravel's `:Name` is `:name`. */
function toOccurrenceKey({ raw, kind, family, name }: Token): string {
  if (family === 'qt') return `%${name}`
  if (family === 'laravel') return raw.toLowerCase()
  if (family === 'webextension') return `$${name}$`
  if (family === 'vue' && kind === 'linked') return `@:${name}`
  if (kind === 'literal' || kind === 'nesting') return raw
  // In Python, a space behind the name is a flag; one in the name is another name.
  return raw.startsWith('%(')
    ? raw.replace(/\)\s+/, ')')
    : raw.replace(/(?<![\p{L}\p{N}_])\s+|\s+(?![\p{L}\p{N}_])/gu, '')
}

/**
 * Whether pipes separate plural forms, as in Laravel and Symfony: each part has the same named placeholders. In Laravel, the last one has all of them; the
 * numbers of `{0} none|[1,*] :count files` are no placeholders.
 */
export function hasPipedForms({ text, syntax, placeholders: tokens }: ParsedText): boolean {
  if (syntax === 'vue-i18n' || tokens.length === 0 || !text.includes('|')) return false
  const parts = splitAtPipes(text, tokens)
  if (parts.length < 2) return false
  if (tokens.some(({ family }) => family === 'laravel')) {
    const [last = [], ...others] = parts.map(part => part.filter(({ family }) => family === 'laravel')).toReversed()
    const names = new Set(last.map(toOccurrenceKey))
    return others.flat().every(token => names.has(toOccurrenceKey(token)))
  }
  const [first = [], ...others] = parts.map(part => part.map(({ raw, name }) => (name === undefined ? '' : raw)))
  if (first.includes('')) return false
  if (first.length > 0 && others.every(part => part.join() === first.join())) return true
  // Symfony's `One apple|%count% apples`, and Docusaurus' `One post|{count} posts`.
  const isNumber = others.length === 1 && /^(?:%count%|\{count\})$/.test(others[0]?.join() ?? '')
  return first.length === 0 && isNumber && !/\s\||\|\s/.test(text)
}

/** The tokens of each plural form of vue-i18n; a pipe within a token does not separate forms. */
function splitAtPipes(text: string, tokens: readonly Token[]): Token[][] {
  const branches: Token[][] = [[]]
  let from = 0
  for (const token of [...tokens, undefined]) {
    const pipes = text.slice(from, token?.start ?? text.length).split('|').length - 1
    for (let pipe = 0; pipe < pipes; pipe += 1) branches.push([])
    if (token === undefined) break
    branches.at(-1)?.push(token)
    from = token.end
  }
  return branches
}
