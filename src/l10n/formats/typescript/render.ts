import { isLocaleName } from '../../locales/spellings.ts'
import { isBlankText, type Message } from '../../message/message.ts'
import { type WriteRequest } from '../format.ts'
import { childKey } from '../json/keys.ts'
import { toText } from '../texts.ts'
import { EXPORT, HEAD, isTypeImport, TAIL } from './code.ts'
import { listWords, type ScriptFile, WORD } from './module.ts'
import { detectStyle, isMultiline, renderInPlace, renderName, renderText, type ScriptStyle } from './style.ts'
import type { ScriptMember, ScriptNode, TextFrame } from './tree.ts'

/** What is needed to render parts of a source with translations. Nothing but names and string literals is ever rendered. */
export interface Rendering {
  /** The text of the source. */
  readonly from: string
  readonly values: ReadonlyMap<string, Message>
  readonly style: ScriptStyle
  /** The names that functions of the source may read or call. */
  readonly declared: ReadonlySet<string>
}

/** Parameters, and what is everywhere. */
const GIVEN = /^(?:\$\d.*|Intl|Math|Number|String)$/

const isDeclared = ({ shape }: TextFrame, declared: ReadonlySet<string>): boolean =>
  shape.every(part =>
    listWords(part)
      .slice(0, 1)
      .every(name => GIVEN.test(name) || declared.has(name)),
  )

/** Renders a value with its translations; undefined if it has none. `indent` is that of the line where it starts. */
export function renderNode(rendering: Rendering, node: ScriptNode, indent: string, key?: string): string | undefined {
  const { values, style } = rendering
  switch (node.kind) {
    case 'text': {
      const text = toText(values.get(key ?? ''))
      if (text === undefined || node.frame === undefined) return text && renderText(text, style)
      if (!isDeclared(node.frame, rendering.declared)) return undefined
      const { start, end } = node.frame
      const { from } = rendering
      // The function is that of the source.
      return from.slice(start, node.start) + renderInPlace(text, node, from, style) + from.slice(node.end, end)
    }
    case 'array': {
      const items: string[] = []
      // A gap would shift the positions behind it.
      for (const [index, item] of node.items.entries()) {
        const rendered = renderItem(rendering, item, childKey(key, String(index), true), indent + style.indent)
        if (rendered === undefined) return undefined
        items.push(rendered)
      }
      const isLong = rendering.from.slice(node.start, node.items[0]?.start).includes('\n')
      return items.length === 0 ? undefined : renderBrackets('[]', items, isLong, indent, style)
    }
    case 'object': {
      const inner = indent + style.indent
      const rendered = node.members.map(member => renderMember(rendering, member, key, inner))
      if (rendered.every(part => part === undefined)) return undefined
      const members = node.members.flatMap((member, at) => rendered[at] ?? renderId(rendering, member) ?? [])
      return renderBrackets('{}', members, isMultiline(rendering.from, node), indent, style)
    }
    case 'other':
      return undefined
  }
}

/** Renders an element of an array; undefined if it has no translation. A blank one is copied: there is nothing to translate. */
export const renderItem = (rendering: Rendering, item: ScriptNode, key: string, indent: string): string | undefined =>
  item.kind === 'text' && isBlankText(item.value)
    ? renderText(item.value, rendering.style)
    : renderNode(rendering, item, indent, key)

/** Renders a property; undefined if it has no translation. `indent` is that of its line. */
export function renderMember(
  rendering: Rendering,
  { name, start, nameEnd, node }: ScriptMember,
  parent: string | undefined,
  indent: string,
): string | undefined {
  if (name === undefined) return undefined
  const value = renderNode(rendering, node, indent, childKey(parent, name, true))
  const { style, from } = rendering
  if (value === undefined) return undefined
  const isMethod = node.kind === 'text' && node.frame?.isMethod === true
  return renderName(name, from.slice(start, nameEnd), style) + (isMethod ? '' : style.colon) + value
}

/** Renders the ID of a message, which its translation needs, too. */
const renderId = ({ from, style }: Rendering, { start, nameEnd, node }: ScriptMember): string | undefined =>
  node.kind === 'other' && node.part === 'id'
    ? from.slice(start, nameEnd) + style.colon + from.slice(node.start, node.end)
    : undefined

function renderBrackets(
  [open = '', close = '']: '[]' | '{}',
  parts: readonly string[],
  isLong: boolean,
  indent: string,
  style: ScriptStyle,
): string {
  const padding = open === '{' ? style.padding : ''
  if (!isLong) return open + padding + parts.join(', ') + padding + close
  const lead = style.eol + indent + style.indent
  const tail = style.hasTrailingCommas ? ',' : ''
  return open + parts.map(part => lead + part).join(',') + tail + style.eol + indent + close
}

/**
 * Writes a new file around the translated texts: the name and types that the object's statement of the sibling, or else of the source, has, and the
 * imports of these types. Nothing that runs is copied: no call around the object, no import of code, no other statement, no value that is not a string literal.
 */
export function newFile(source: ScriptFile, sibling: ScriptFile | undefined, request: WriteRequest): string {
  const { locale, values } = request
  const model = sibling ?? source
  const own = detectStyle(source)
  const style = sibling === undefined ? own : detectStyle(sibling, own)
  const rendering = { from: source.text, values, style, declared: new Set<string>() }
  const { head, tail } = frameOf(model)
  const object = renderNode(rendering, source.main.object, '') ?? '{}'
  const parts = [
    listHead(model, sibling !== undefined),
    listImports(model).join(style.eol),
    rename(head, model, locale) + object + tail,
    renderExport(model, locale),
  ]
  const text = parts.filter(part => part !== '').join(style.eol + style.eol)
  return model.bom + text.replace(/\r?\n/g, style.eol) + (model.text.endsWith('\n') ? style.eol : '')
}

/** Comments about the file that tools or its owner need. */
const KEPT_COMMENT = /eslint|prettier|biome|@ts-|copyright|licen[sc]e/i

function listHead({ text, head }: ScriptFile, isSibling: boolean): string {
  return head
    .map(({ start, end }) => text.slice(start, end))
    .filter(comment => isSibling || KEPT_COMMENT.test(comment))
    .join('\n')
}

/** The imports of types whose names the statement uses; others become such imports, which the compiler removes. */
function listImports(file: ScriptFile): readonly string[] {
  const { text, imports, exported } = file
  const { head, tail } = frameOf(file)
  const used = new Set(listWords(`${head} ${tail} ${text.slice(exported?.start, exported?.end ?? 0)}`))
  return imports.flatMap(one => {
    const statement = text.slice(one.start, one.end)
    if (!one.names.some(name => used.has(name)) || !PLAIN_MODULE.test(statement)) return []
    if (isTypeImport(text, one)) return [statement]
    return PLAIN_IMPORT.test(statement) ? [statement.replace(/^import\s+/, 'import type ')] : []
  })
}

const PLAIN_IMPORT = /^import\s+(?:\{(?:(?!\btype\s)[^{}/])*\}|(?!type\b)[\w$]+|\*\s*as\s+[\w$]+)\s*from\b/
/** A module of the repository or of a package, not code in a URL. */
const PLAIN_MODULE = /["'][@~#\w./-]{1,200}["']\s*;?$/

/** What stands around the object in its statement, without a function that gets it. */
function frameOf({ text, main }: ScriptFile): { readonly head: string; readonly tail: string } {
  const { start, end, name, isExported, object } = main
  const head = text.slice(start, object.start)
  const tail = text.slice(object.end, end)
  const declared = head.slice(0, head.lastIndexOf('=') + 1)
  const plain = name === undefined ? 'export default ' : `${isExported ? 'export ' : ''}const ${name} = `
  return {
    head: HEAD.test(head) ? head : HEAD.test(declared) ? `${declared} ` : plain,
    tail: TAIL.test(tail) ? tail : /;\s*$/.test(tail) ? ';' : '',
  }
}

function renderExport(file: ScriptFile, locale: string): string {
  const { text, exported } = file
  const statement = text.slice(exported?.start, exported?.end ?? 0)
  return EXPORT.test(statement) ? rename(statement, file, locale) : ''
}

const rename = (code: string, { main: { name } }: ScriptFile, locale: string): string =>
  code.replace(WORD, word => (word === name ? toName(name, locale) : word))

/** The name of a constant: that of another locale becomes that of the file's, in the same spelling. */
function toName(name: string, locale: string): string {
  if (!isLocaleName(name)) return name
  const parts = locale.split('-')
  const spelled = name.includes('_') ? parts.join('_') : parts.join('')
  return RESERVED.has(spelled) ? `${spelled}_` : spelled
}

/** Words of JavaScript that are codes of languages. */
const RESERVED: ReadonlySet<string> = new Set(['do', 'for', 'if', 'in', 'let', 'new', 'try', 'var'])
