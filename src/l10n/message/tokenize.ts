import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type IcuAst, type IcuResult, parseIcuSource, walkIcu } from './icu.ts'
import type { Syntax } from './message.ts'

export const TOKEN_KINDS = [
  'printf',
  'ruby',
  'braces',
  'expression',
  'nesting',
  'linked',
  'literal',
  'argument',
  'choice',
  'pound',
  'tag',
  'link',
  'code',
  'url',
] as const

/** The kind of a token. `literal` is an escape that prints a character, `choice` the head of a plural or select, `pound` its `#`. */
export type TokenKind = (typeof TOKEN_KINDS)[number]

export interface Token {
  readonly kind: TokenKind
  readonly raw: string
  /** Name or position of a placeholder, name of a tag, or target of a link. */
  readonly name?: string
  /** Offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

/**
 * Finds all parts of a text other than words, in order: placeholders of the syntax, tags, link targets, code and URLs. A token can contain another, such as
 * `{name}` in a link target; the longer one is first.
 */
export function tokenize(text: string, syntax: Syntax): Token[] {
  return joinTokens(placeholderTokens(text, syntax), markupTokens(text))
}

/** Joins placeholders and markup of one text in the order of `tokenize`. */
export function joinTokens(placeholders: readonly Token[], markups: readonly Token[]): Token[] {
  const starts = new Set(placeholders.map(({ start }) => start + 1))
  // The name in Ruby's %<name>d is not a tag.
  const markup = markups.filter(({ kind, start }) => !(kind === 'tag' && starts.has(start)))
  return [...placeholders, ...markup].sort((a, b) => a.start - b.start || b.end - a.end)
}

/** Finds placeholders only. `parse` returns the parsed ICU message, to avoid parsing it twice. */
export function placeholderTokens(
  text: string,
  syntax: Syntax,
  parse: (text: string) => IcuResult = parseIcuSource,
): Token[] {
  if (syntax === 'icu') {
    const parsed = parse(text)
    if (parsed.ok) return tokenizeIcu(text, parsed.ast)
  }
  return scan(text, PLACEHOLDERS[syntax])
}

/** Finds tags, link targets, code spans and URLs. */
export const markupTokens = (text: string): Token[] =>
  [...tokenizeCode(text), ...scan(text, MARKUP)].sort((a, b) => a.start - b.start)

type Rule = readonly [kind: TokenKind, pattern: string, name: (raw: string) => string | undefined]

const extractName = (raw: string): string | undefined => /[\w.$-]+/.exec(raw)?.[0]

const RULES = {
  // Omits the blank flag (`% d`), because "100 % deutsch" is text. A width can't start with 0, which is a flag: otherwise the pattern would backtrack over
  // every split of the zeros.
  printf: [
    'printf',
    "%(?:\\d+\\$)?[-+0#']*(?:\\*|[1-9]\\d*)?(?:\\.(?:\\*|\\d+))?(?:hh|h|ll|l|L|z|j|t|q)?[diouxXeEfFgGaAcspn@]",
    raw => /^%(\d+)\$/.exec(raw)?.[1],
  ],
  python: ['printf', '%\\(\\w+\\)[-+0#]*(?:[1-9]\\d*)?(?:\\.\\d+)?[diouxXeEfFgGcrsa]', extractName],
  percent: ['literal', '%%', () => undefined],
  ruby: ['ruby', '%\\{\\w+\\}|%<\\w+>[-+0]*(?:[1-9]\\d*)?(?:\\.\\d+)?[dsfxieg]', extractName],
  mustache: ['expression', '\\{\\{\\{?[^{}]*\\}\\}\\}?', extractName],
  template: ['expression', '\\$\\{[^{}]+\\}', extractName],
  nesting: ['nesting', '\\$t\\([^()]*\\)', raw => /\(\s*([^,)\s]+)/.exec(raw)?.[1]],
  vueLiteral: ['literal', "\\{\\s*'[^']*'\\s*\\}", raw => /'([^']*)'/.exec(raw)?.[1]],
  linked: [
    'linked',
    '(?<![\\w.])@(?:\\.\\w+)?:(?:\\([^()]+\\)|\\{[^{}]+\\}|[\\w-]+(?:\\.[\\w-]+)*)',
    raw => raw.slice(raw.indexOf(':') + 1),
  ],
  braces: ['braces', '\\{\\s*(?:[\\p{L}\\p{N}_.$-]+\\s*)?(?:,[^{}]*)?\\}', raw => /[\p{L}\p{N}_.$-]+/u.exec(raw)?.[0]],
} as const satisfies Record<string, Rule>

const { printf, python, percent, ruby, mustache, template, nesting, vueLiteral, linked, braces } = RULES

/** The patterns of each syntax, in the order in which they are tried. */
const PLACEHOLDERS: Readonly<Record<Syntax, readonly Rule[]>> = {
  plain: [percent, python, ruby, printf, mustache, template, braces],
  // For texts that are not valid ICU.
  icu: [braces],
  i18next: [mustache, nesting],
  'vue-i18n': [vueLiteral, linked, braces],
  printf: [percent, python, ruby, printf, mustache, template, braces],
  ruby: [percent, ruby, mustache],
}

const MARKUP: readonly Rule[] = [
  ['link', '\\](?<=\\[[^\\[\\]\\n]*\\])\\([^()\\s]*(?:\\([^()\\s]*\\)[^()\\s]*)*\\)', raw => raw.slice(2, -1)],
  ['url', 'https?://[^\\s<>"\'`{}|\\\\^\\u3000-\\u303F\\uFF00-\\uFFEF]*[\\w/#=&~+]', raw => raw],
  [
    'tag',
    '</?[A-Za-z0-9][\\w:.-]*(?:\\s+[\\w:@.-]+(?:\\s*=\\s*(?:"[^"]*"|\'[^\']*\'|[^\\s"\'<>=`]+))?)*\\s*/?>',
    raw => /[\w:.-]+/.exec(raw)?.[0],
  ],
]

function scan(text: string, rules: readonly Rule[]): Token[] {
  if (!/[{%$@<`\]:]/.test(text)) return []
  const tokens: Token[] = []
  const taken = new Uint8Array(text.length)
  for (const [kind, pattern, nameOf] of rules) {
    // Tokens inside link targets count, too, as they do inside code.
    const mayHoldOthers = kind === 'link'
    for (const match of text.matchAll(compilePattern(pattern))) {
      const [raw] = match
      const end = match.index + raw.length
      if (!mayHoldOthers && taken.subarray(match.index, end).includes(1)) continue
      if (!mayHoldOthers) taken.fill(1, match.index, end)
      const name = nameOf(raw)
      tokens.push({ kind, raw, start: match.index, end, ...(name !== undefined && { name }) })
    }
  }
  return tokens.sort((a, b) => a.start - b.start)
}

interface BacktickRun {
  readonly start: number
  readonly end: number
  /** The run that closes the span of this one. */
  closed?: BacktickRun
}

const getRunLength = ({ start, end }: BacktickRun): number => end - start

/** Finds code spans: text between two equal runs of backticks on one line. A longer run does not close a span, and shorter runs inside it are code. */
function tokenizeCode(text: string): Token[] {
  const runs: BacktickRun[] = []
  // Each run is shorter than the one before it, so that every run is visited once.
  let open: BacktickRun[] = []
  for (const { 0: raw, index } of text.matchAll(/`+|[\n\r\u2028\u2029]/g)) {
    if (!raw.startsWith('`')) {
      open = []
      continue
    }
    const run: BacktickRun = { start: index, end: index + raw.length }
    for (let last = open.at(-1); last !== undefined && getRunLength(last) <= raw.length; last = open.at(-1)) {
      if (getRunLength(last) === raw.length) last.closed = run
      open.pop()
    }
    open.push(run)
    runs.push(run)
  }
  const tokens: Token[] = []
  let from = 0
  for (const { start, closed } of runs) {
    if (start < from || closed === undefined) continue
    const raw = text.slice(start, closed.end)
    tokens.push({ kind: 'code', raw, start, end: closed.end, name: raw })
    from = closed.end
  }
  return tokens
}

const patterns = new Map<string, RegExp>()

function compilePattern(pattern: string): RegExp {
  const known = patterns.get(pattern)
  if (known !== undefined) return known
  const made = new RegExp(pattern, 'gu')
  patterns.set(pattern, made)
  return made
}

function tokenizeIcu(text: string, ast: IcuAst): Token[] {
  const tokens: Token[] = []
  const add = (kind: TokenKind, start: number, end: number, name?: string): void => {
    tokens.push({ kind, raw: text.slice(start, end), start, end, ...(name !== undefined && { name }) })
  }
  for (const element of walkIcu(ast)) {
    const start = element.location?.start.offset ?? 0
    const end = element.location?.end.offset ?? text.length
    if (element.type === TYPE.pound) add('pound', start, end)
    else if (element.type === TYPE.plural || element.type === TYPE.select) {
      add('choice', start, findHeadEnd(text, start), element.value)
    } else if (element.type === TYPE.argument || element.type === TYPE.number)
      add('argument', start, end, element.value)
    else if (element.type === TYPE.date || element.type === TYPE.time) add('argument', start, end, element.value)
  }
  return tokens
}

/** Finds the end of a head such as `{count, plural,`: the second comma. */
const findHeadEnd = (text: string, start: number): number => text.indexOf(',', text.indexOf(',', start) + 1) + 1
