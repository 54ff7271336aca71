import type { Span } from '../../splice.ts'
import type { Dialect } from '../parse.ts'

/** Finds code by its letters in a text without its code blocks: generators of sites run more than Markdown says, also in comments and in text. */
export function* listPlainCode(text: string, dialect: Dialect): Generator<Span> {
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
