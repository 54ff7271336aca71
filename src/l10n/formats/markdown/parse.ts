import { createRequire } from 'node:module'
import type { Options as CodeOptions } from 'acorn'
import type { AppError } from '../../../errors.ts'
import { memoize } from '../../memoize.ts'
import { fileFault } from '../faults.ts'
import type { Span } from '../splice.ts'
import type * as Libraries from './libraries.mjs'

export type Dialect = 'markdown' | 'mdx'

/** A node of the syntax tree: what blocks need of it. */
export interface Node {
  readonly type: string
  readonly children?: readonly Node[] | undefined
  readonly position?: Readonly<Record<'start' | 'end', { readonly offset?: number | undefined }>> | undefined
  /** Of a heading. */
  readonly depth?: number | undefined
  readonly ordered?: boolean | null | undefined
  /** Of a component, or an attribute. */
  readonly name?: string | null | undefined
  readonly value?: unknown
  readonly attributes?: readonly Node[] | undefined
}

/** The offsets of a node. */
export const spanOf = ({ position }: Node): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

/** Maximum UTF-16 code units of a file. A parser of Markdown needs about 2 seconds for them. */
const MAX_FILE_UNITS = 300_000
/** Maximum containers around a block, such as lists, quotes and components. */
export const MAX_NESTING = 50

const NAMES = { markdown: 'Markdown', mdx: 'MDX' } as const

/** Creates the error for a fault at an offset of a file. */
export const markdownFault = (dialect: Dialect, text: string, offset: number, what: string, fix: string): AppError =>
  fileFault(NAMES[dialect], text, offset, what, fix)

/**
 * Parses a file without a byte order mark. Inline markup is not parsed, except code, and in MDX components and expressions.
 * @throws AppError `invalid_input` with line and column
 */
export function parseTree(text: string, dialect: Dialect): Node {
  if (text.length > MAX_FILE_UNITS) {
    const what = `it has ${text.length} characters, more than ${MAX_FILE_UNITS}`
    throw markdownFault(dialect, text, MAX_FILE_UNITS, what, 'Split it into several files.')
  }
  assertFlat(text, dialect)
  const ticks = LONG_TICKS.exec(text)
  if (ticks !== null) {
    const what = `more than ${MAX_TICKS} backticks stand in a row`
    throw markdownFault(dialect, text, ticks.index, what, 'Use fewer.')
  }
  try {
    const masked = maskAttributes(text)
    return getParser(dialect)(dialect === 'mdx' ? maskComments(masked) : masked)
  } catch (error) {
    if (error instanceof LongCodeError) {
      const at = Math.max(0, text.indexOf(error.code.slice(0, 40)))
      const fix = 'Move code with blank lines or many braces into a module of its own.'
      throw markdownFault(dialect, text, at, LONG_CODE, fix)
    }
    const fault = findFault(error, text)
    if (fault === undefined) throw error
    throw markdownFault(dialect, text, fault.offset, fault.what, 'Correct the syntax there.')
  }
}

/** Maximum backticks in a row: the parser looks for the end of code once per length. */
const MAX_TICKS = 32
const LONG_TICKS = /`{33}/

const CONTAINERS = /^[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*/gm
/** Maximum columns before a block: that many containers need as many at least. */
const MAX_INDENT = 4 * MAX_NESTING

/** Rejects lines with too many containers before they are parsed, because parsing takes time in proportion to their square. */
function assertFlat(text: string, dialect: Dialect): void {
  for (const { 0: prefix, index } of text.matchAll(CONTAINERS)) {
    if (prefix.length <= MAX_NESTING) continue
    const marks = prefix.match(/[>*+-]|\d+/g)?.length ?? 0
    if (marks <= MAX_NESTING && (marks === 0 || prefix.length <= MAX_INDENT)) continue
    const what = `lists and quotes are nested deeper than ${MAX_NESTING}`
    throw markdownFault(dialect, text, index + prefix.length, what, 'Nest them less.')
  }
}

/** A heading with its own ID: `{#id}`, `{ #id .class }` and `{: #id }` of Python-Markdown, or a comment of MDX or HTML that is `#id` alone. */
const HEADING_ID =
  /^([ \t>]*#{1,6}[ \t][^\n]*?)(\{:?[ \t]*(?:\.[\w-]+[ \t]+)?#[^\s{}]+(?:[ \t][^{}\n]*)?\}|\{\/\*[ \t]*#[^\s{}*]+[ \t]*\*\/\}|<!--[ \t]*#[^\s<>]+[ \t]*-->)(?=[ \t]*\r?$)/gm

/** The attributes of an aside or another directive: `:::note[Title]{#id .class}`. */
const DIRECTIVE_ATTRIBUTES = /^([ \t>]*:{2,}[\w-]+(?:\[[^\n]*?\])?)(\{[^{}\n]*\})(?=[ \t]*\r?$)/gm

/** Replaces the IDs of headings and the attributes of directives, which are neither text nor expressions, by blanks. */
const maskAttributes = (text: string): string =>
  [HEADING_ID, DIRECTIVE_ATTRIBUTES].reduce(
    (masked, mark) => masked.replace(mark, (_, before: string, own: string) => before.concat(' '.repeat(own.length))),
    text,
  )

/** Code blocks, code in one line, and comments of HTML, in which nothing is MDX. */
const QUIET =
  /^(?:[ \t>*+-]|\d{1,9}[.)])*(`{3,}|~{3,})[^]*?(?:^[ \t>]*\1|$(?![^]))|(`+)[^`\n]+\2|<!--(?:(?!<!--)[^])*?-->/gm

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ')

/** An import or export of a module, or an attribute of a component that is an expression. */
const MARK =
  /^import\s{1,20}(?:[\w$*{},\s]{1,500}?\sfrom\s{1,20})?(["'])[^"'\n]{1,500}\1[ \t]*;?[ \t]*\r?$|^export\s{1,20}(?:const|let|function)\s{1,20}\w{1,100}\s{0,20}[=(]|<[A-Za-z][\w.]{0,100}(?:\s[^<>\n]{0,500})?\s(?:[\w-]{1,100}=\{[^{]|style=\{\{)/m

/** Returns whether Markdown is MDX in a file with its own extension, as Docusaurus reads it. */
export const isMdx = (text: string): boolean => MARK.test(text.replace(QUIET, blank))

/** Writes the comments of HTML, which Docusaurus reads in MDX, as comments of MDX of the same length. */
const maskComments = (text: string): string =>
  text.replace(QUIET, found => (found.startsWith('<!--') ? `{/*${blank(found.slice(3, -3))}*/}` : found))

/** Returns the fault that the parser threw, without its full stop. An unclosed component is at its tag, which only the reason names. */
function findFault(error: unknown, text: string): { readonly offset: number; readonly what: string } | undefined {
  if (!(error instanceof Error)) return undefined
  // The parser of MDX fails on some components that are not closed.
  if (!('reason' in error)) return { offset: 0, what: 'a component or an expression is not complete' }
  const { reason, place } = error as unknown as {
    readonly reason: string
    readonly place?: { readonly offset?: number; readonly start?: { readonly offset?: number } }
  }
  const what = reason.replace(/\.$/, '')
  const offset = place?.offset ?? place?.start?.offset
  if (offset !== undefined) return { offset, what }
  const [, line = '1', column = '1'] = /\((\d+):(\d+)(?:-|\))/.exec(reason) ?? []
  return { offset: offsetOf(text, Number(line), Number(column)), what }
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at += 1) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

/**
 * Maximum UTF-16 code units of code that are parsed for a file of MDX. The parser tries again from the start of a statement at each of its blank lines, and from
 * the start of an expression at each of its braces.
 */
const MAX_CODE_UNITS = 4_000_000
const LONG_CODE = 'the code here is too long for its many blank lines and braces'

/** Ends parsing at the limit for code. */
class LongCodeError extends Error {
  readonly code: string

  constructor(code: string) {
    super('The code is too long')
    this.code = code
  }

  /** The parser catches what is thrown, and asks for the position: so it does not go on. */
  get pos(): number {
    throw this
  }
}

/** Creates a parser of code with a limit for each file, which `reset` starts. */
function createCodeParser() {
  const { Parser, acornJsx } = loadLibraries()
  const acorn = Parser.extend(acornJsx())
  let units = 0
  const count = (code: string): string => {
    units += code.length
    if (units > MAX_CODE_UNITS) throw new LongCodeError(code)
    return code
  }
  return {
    reset: () => {
      units = 0
    },
    parse: (code: string, options: CodeOptions) => acorn.parse(count(code), options),
    parseExpressionAt: (code: string, at: number, options: CodeOptions) =>
      acorn.parseExpressionAt(count(code), at, options),
  }
}

/** Node.js loads the libraries itself. A bundle has them beside its other modules. */
const LIBRARIES = import.meta.url.endsWith('.ts') ? './libraries.mjs' : './markdown-libraries.js'
const nodeRequire = createRequire(import.meta.url)

const loadLibraries = (): typeof Libraries => nodeRequire(LIBRARIES) as typeof Libraries

/** Constructs that are not parsed. Link definitions are found by line: a parser compares each of them with all others. */
const DISABLED = (
  'attention autolink characterReference definition emailAutolink gfmFootnoteCall gfmPotentialFootnoteCall ' +
  'htmlText labelEnd labelStartImage labelStartLink protocolAutolink strikethrough tasklistCheck wwwAutolink'
).split(' ')

/** The parsers are loaded when the first file is read: that takes longer than all other modules of a format. */
const getParser = memoize(2, createParser)

/** Loads the libraries in steps, between which other work runs. */
export const loadParsers = (): Promise<unknown> => import(LIBRARIES)

function createParser(dialect: Dialect): (text: string) => Node {
  const { fromMarkdown, gfm, gfmFromMarkdown, frontmatter, frontmatterFromMarkdown, mdxjs, mdxFromMarkdown } =
    loadLibraries()
  const kinds: ('yaml' | 'toml')[] = ['yaml', 'toml']
  const extensions = [gfm(), frontmatter(kinds), { disable: { null: DISABLED } }]
  const mdastExtensions = [gfmFromMarkdown(), frontmatterFromMarkdown(kinds)]
  if (dialect === 'markdown') return text => fromMarkdown(text, { extensions, mdastExtensions })
  const code = createCodeParser()
  const withMdx = {
    extensions: [...extensions, mdxjs({ acorn: code, acornOptions: { ecmaVersion: 2024, sourceType: 'module' } })],
    mdastExtensions: [...mdastExtensions, mdxFromMarkdown()],
  }
  return text => {
    code.reset()
    return fromMarkdown(text, withMdx)
  }
}
