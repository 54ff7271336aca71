import { isLocaleName } from '../../locales/spellings.ts'
import type { ImportStatement, ScriptFile } from './module.ts'
import { type Rendering, renderObject } from './render.ts'
import { detectStyle, type ScriptStyle } from './style.ts'

/**
 * Writes a new file around the translated texts: the imports, names and types that the object's statement of the sibling, or else of the source, has. No other
 * statement and no value that is not a string literal is copied, because the file is code that runs.
 */
export function newFile(
  source: ScriptFile,
  sibling: ScriptFile | undefined,
  { locale, values }: { readonly locale: string; readonly values: Rendering['values'] },
): string {
  const model = sibling ?? source
  const own = detectStyle(source)
  const style = sibling === undefined ? own : detectStyle(sibling, own)
  const object = renderObject({ from: source.text, values, style }, source.main.object, '')
  const parts = [
    listHead(model, sibling !== undefined),
    listImports(model).join(style.eol),
    renderStatement(model, object, locale),
    renderExport(model, locale),
  ]
  const text = parts.filter(part => part !== '').join(style.eol + style.eol)
  return model.bom + toEol(text, style) + (model.text.endsWith('\n') ? style.eol : '')
}

const toEol = (text: string, { eol }: ScriptStyle): string => (eol === '\n' ? text : text.replace(/\r?\n/g, eol))

/** Comments about the file that tools or its owner need. */
const KEPT_COMMENT = /eslint|prettier|biome|@ts-|copyright|licen[sc]e/i

function listHead({ text, head }: ScriptFile, isSibling: boolean): string {
  return head
    .map(({ start, end }) => text.slice(start, end))
    .filter(comment => isSibling || KEPT_COMMENT.test(comment))
    .join('\n')
}

/** The imports whose names the statement uses. */
function listImports({ text, imports, main }: ScriptFile): readonly string[] {
  const used = new Set(main.words)
  return imports
    .filter(({ names }) => names.some(name => used.has(name)))
    .filter(isPlainImport)
    .map(({ start, end }) => text.slice(start, end))
}

/** A module of the repository or of a package, not code in a URL. */
const isPlainImport = ({ specifier }: ImportStatement): boolean => /^[@~#\w./-]{1,200}$/.test(specifier)

function renderStatement({ text, main }: ScriptFile, object: string, locale: string): string {
  const { start, end, name, nameStart } = main
  const { start: from, end: to } = main.object
  const tail = object + text.slice(to, end)
  if (name === undefined) return text.slice(start, from) + tail
  return text.slice(start, nameStart) + toName(name, locale) + text.slice(nameStart + name.length, from) + tail
}

function renderExport({ text, exported, main }: ScriptFile, locale: string): string {
  if (exported === undefined) return ''
  const statement = text.slice(exported.start, exported.end)
  const at = main.name === undefined ? -1 : statement.lastIndexOf(main.name)
  if (main.name === undefined || at === -1) return statement
  return statement.slice(0, at) + toName(main.name, locale) + statement.slice(at + main.name.length)
}

/** The name of a constant: that of another locale becomes that of the file's, in the same spelling. */
function toName(name: string, locale: string): string {
  if (!isLocaleName(name)) return name
  const parts = locale.split('-')
  const spelled = name.includes('_') ? parts.join('_') : parts.join('')
  return RESERVED.has(spelled) ? `${spelled}_` : spelled
}

/** Words of JavaScript that are codes of languages. */
const RESERVED: ReadonlySet<string> = new Set(['do', 'for', 'if', 'in', 'let', 'new', 'try', 'var'])
