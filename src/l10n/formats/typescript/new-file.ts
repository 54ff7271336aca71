import { isLocaleName } from '../../locales/spellings.ts'
import { EXPORT, HEAD, isTypeImport, TAIL } from './code.ts'
import { listWords, type ScriptFile, WORD } from './module.ts'
import { type Rendering, renderNode } from './render.ts'
import { detectStyle } from './style.ts'

/**
 * Writes a new file around the translated texts: the name and types that the object's statement of the sibling, or else of the source, has, and the
 * imports of these types. Nothing that runs is copied: no call around the object, no import of code, no other statement, no value that is not a string literal.
 */
export function newFile(
  source: ScriptFile,
  sibling: ScriptFile | undefined,
  { locale, values }: { readonly locale: string; readonly values: Rendering['values'] },
): string {
  const model = sibling ?? source
  const own = detectStyle(source)
  const style = sibling === undefined ? own : detectStyle(sibling, own)
  const rendering = { from: source.text, values, style, declared: new Set<string>() }
  const { head, tail } = frameOf(model)
  const object = renderNode(rendering, source.main.object, undefined, '') ?? '{}'
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
