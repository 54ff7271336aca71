import { type CodePiece, toPieces } from '../code.ts'
import type { Span } from '../splice.ts'
import { type Dialect, type Node, parseTree, spanOf } from './parse.ts'

/** Lists what a renderer of Markdown runs, in file order: imports, expressions, scripts, event handlers, and links that are scripts. */
export function listMarkdownCode(content: string, dialect: Dialect): readonly CodePiece[] {
  const bom = content.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = content.slice(bom.length)
  const spans: Span[] = []
  const quiet: Span[] = []
  const open: Node[] = [parseTree(text, dialect)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...(node.children ?? []).toReversed())
    const span = spanOf(node)
    const raw = text.slice(span.start, span.end)
    if (node.type === 'yaml' || (node.type === 'code' && /^(?:`{3}|~{3})/.test(raw))) quiet.push(span)
    // A renderer can read the start of code as a part of a link, and TOML as text.
    else if (node.type === 'inlineCode' || node.type === 'toml') {
      quiet.push(span)
      if (MAYBE_ACTIVE.test(raw)) spans.push(span)
    } else spans.push(...listNodeCode(text, node, span))
  }
  spans.push(...listPlainCode(mask(text, quiet), dialect))
  return toPieces(bom, text, spans)
}

const MAYBE_ACTIVE = /[{}]|\bon[a-z]{3,}\s*=|<\/?(?:script|iframe|object|embed)\b|script:/i
/** An expression with a comment, or with a text without an escape. */
const INERT_EXPRESSION = /^(?:\{\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/|"[^"\\\n{}]*"|'[^'\\\n{}]*')?\s*\}|<!--[^]*-->)$/

function* listNodeCode(text: string, node: Node, span: Span): Generator<Span> {
  switch (node.type) {
    case 'mdxjsEsm':
      return yield* splitModule(text, span)
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      if (!INERT_EXPRESSION.test(text.slice(span.start, span.end))) yield span
      return
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      for (const attribute of node.attributes ?? []) {
        const isText = attribute.value === null || typeof attribute.value === 'string'
        const own = spanOf(attribute)
        // A renderer can read an attribute as a part of a link.
        if (!isText || /[{}]/.test(text.slice(own.start, own.end))) yield own
      }
  }
}

/** The statements of imports and exports without a blank line between them. */
function* splitModule(text: string, { start, end }: Span): Generator<Span> {
  let from = start
  for (const { index } of text.slice(start, end).matchAll(/\n(?=(?:import|export)\b)/g)) {
    yield { start: from, end: start + index }
    from = start + index + 1
  }
  yield { start: from, end }
}

/** Replaces spans by blanks of the same length. */
function mask(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (start < from) continue
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\r\n]/g, ' '))
    from = end
  }
  return [...parts, text.slice(from)].join('')
}

/** Finds code by its letters in a text without its code blocks: generators of sites run more than Markdown says, also in comments and in text. */
function* listPlainCode(text: string, dialect: Dialect): Generator<Span> {
  yield* listTags(text)
  yield* listLinks(text)
  yield* findAll(text, INCLUDE)
  if (dialect === 'mdx') return
  // Generators such as Docusaurus and VitePress read Markdown as MDX, or as a template.
  yield* findAll(text, MODULE)
  yield* listBraces(text)
}

const INCLUDE = /<!--\s{0,20}@?include[^>\n]{0,500}|^<<<[^\n]{1,500}/gim
const MODULE =
  /^(?:import\s{1,20}(?:[\w$*{}, \t]{1,500}\sfrom\s{1,20})?['"]|export\s{1,20}(?:(?:default|const|let|var|function|async|class)\b|[{*]))[^\n]{0,2000}/gm

function* findAll(text: string, pattern: RegExp): Generator<Span> {
  for (const { 0: found, index } of text.matchAll(pattern)) yield { start: index, end: index + found.length }
}

/** A tag up to its end, or to the next one: a browser may read it without its end. */
const TAG = /<([a-z][\w-]*)(?:"[^"]*"?|'[^']*'?|[^<>"'])*/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s{0,20}=\s{0,20}("[^"]*"?|'[^']*'?|[^\s"'>]*))?/g
const ACTIVE_TAG = /^(?:script|iframe|frame|object|embed|applet|base|meta|link|style)$/i
/** Event handlers, and directives of Vue and Alpine. */
const ACTIVE_NAME = /^(?:on[a-z]{3,}$|[@:#]|v-|x-|srcdoc$|dangerouslysetinnerhtml$)/i

function* listTags(text: string): Generator<Span> {
  for (const { 0: tag, 1: name = '', index } of text.matchAll(TAG)) {
    if (ACTIVE_TAG.test(name)) {
      const end = /^(?:script|style)$/i.test(name) ? text.indexOf('</', index) : index + tag.length
      yield { start: index, end: end === -1 ? text.length : end }
      continue
    }
    const attributes = tag.slice(name.length + 1)
    for (const { 0: whole, 1: spelled = '', 2: value = '', index: at } of attributes.matchAll(ATTRIBUTE)) {
      const start = index + name.length + 1 + at
      if (ACTIVE_NAME.test(spelled) || isScriptLink(value)) yield { start, end: start + whole.length }
    }
  }
}

/** Targets of links: `](…`, `[name]: …`, `<…>`. */
const TARGET = /\]\(\s{0,20}<?([^\s<>)]{1,2000})|\]:\s{0,20}<?([^\s<>]{1,2000})|<([a-z&\\][^\s<>]{1,2000})>/gi

function* listLinks(text: string): Generator<Span> {
  for (const { 0: whole, 1: inline, 2: defined, 3: automatic, index } of text.matchAll(TARGET)) {
    if (isScriptLink(inline ?? defined ?? automatic ?? '')) yield { start: index, end: index + whole.length }
  }
}

const NAMED: Readonly<Record<string, string>> = { colon: ':', tab: '', newline: '' }

/** Whether a browser runs the target of a link. It reads references and leaves out white space. */
const isScriptLink = (target: string): boolean =>
  /^(?:javascript|vbscript|data:(?!image\/(?:png|gif|jpeg|webp);))/i.test(
    target
      .slice(0, 200)
      .replace(
        /&#x([\da-f]{1,6});?|&#(\d{1,7});?|&(colon|tab|newline);/gi,
        (_, hex?: string, digits?: string, name?: string) =>
          name === undefined
            ? toChar(Number.parseInt(hex ?? digits ?? '', hex === undefined ? 10 : 16))
            : (NAMED[name.toLowerCase()] ?? ''),
      )
      .replace(/[\s"'\\\p{Cc}]/gu, ''),
  )

const toChar = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** IDs and classes of headings. */
const MARK = /^\{\s?[#.:][\w.:\s#-]*\}$/

/** Expressions in braces. One with a quote or a nested brace ends at the last brace of its paragraph, because a string can have braces, too. */
function* listBraces(text: string): Generator<Span> {
  let from = 0
  for (const paragraph of text.split(/(?<=\n[ \t]*\r?\n)/)) {
    const last = paragraph.lastIndexOf('}')
    for (const { 0: found, index } of paragraph.matchAll(/\\[^]|\{+[^{}]*\}+|\{/g)) {
      if (found.startsWith('\\')) continue
      const isSimple = found.length > 1 && !/["'`/]/.test(found)
      const end = isSimple ? index + found.length : Math.max(last, index) + 1
      if (!MARK.test(found)) yield { start: from + index, end: from + end }
      if (!isSimple) break
    }
    from += paragraph.length
  }
}
