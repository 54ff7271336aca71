import type { Span } from '../splice.ts'
import { scriptFault } from './lexer.ts'
import { type ObjectNode, TreeReader } from './tree.ts'

/** An import of a module whose names the object's statement may use. */
export interface ImportStatement extends Span {
  readonly names: readonly string[]
  readonly specifier: string
}

/** A statement with an object literal. */
export interface ObjectStatement extends Span {
  /** The name of its constant, with all offsets in the statement. */
  readonly name: string | undefined
  readonly nameStart: number
  readonly isExported: boolean
  readonly isDefault: boolean
  readonly object: ObjectNode
  /** The words of the statement outside of the object: types, and the name of a wrapping function. */
  readonly words: readonly string[]
}

/** A statement that exports a constant: `export default messages`. */
interface ExportStatement extends Span {
  readonly name: string
}

export interface ScriptFile {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
  readonly main: ObjectStatement
  /** Constants before it whose objects its object holds by their names. */
  readonly linked: readonly ObjectStatement[]
  readonly imports: readonly ImportStatement[]
  /** The statement that exports the object, if that is another one. */
  readonly exported: ExportStatement | undefined
  /** Comments before the first statement. */
  readonly head: readonly Span[]
}

/**
 * Finds the object literal that a script exports, alone or as the only argument of a function.
 * @throws AppError `invalid_input` with line and column
 */
export function parseScript(file: string): ScriptFile {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = file.slice(bom.length)
  const scan = new ModuleScan(new TreeReader(text))
  scan.run()
  const { objects, exports, imports, head } = scan
  const direct = objects.filter(({ isDefault }) => isDefault)
  const byName = new Map(objects.map(object => [object.name, object]))
  const named = exports.flatMap(statement => {
    const object = byName.get(statement.name)
    return object === undefined ? [] : [{ object, statement }]
  })
  const listed = objects.filter(({ isExported }) => isExported)
  const [only] = direct.length > 0 ? direct : named.length > 0 ? named.map(({ object }) => object) : listed
  const second = direct[1] ?? (direct.length + named.length === 0 ? listed[1] : undefined)
  if (only === undefined) {
    const fix = 'Export the texts as an object literal: export default { key: "text" }.'
    throw scriptFault(text, 0, 'the file exports no object literal', fix)
  }
  if (second !== undefined) {
    throw scriptFault(text, second.start, 'the file exports a second object', 'Put each object into a file of its own.')
  }
  const links = new Map(objects.filter(one => isLink(text, one, only)).map(one => [one.name, one]))
  const linked: ObjectStatement[] = []
  const members = only.object.members.map(member => {
    const { name, node } = member
    const wanted = node.kind === 'other' ? text.slice(node.start, node.end) || name : undefined
    const link = links.get(wanted)
    if (link === undefined || !links.delete(wanted)) return member
    linked.push(link)
    return { ...member, node: { ...link.object, isLinked: true } }
  })
  const main = { ...only, object: { ...only.object, members } }
  const exported = named.find(({ object }) => object === only)?.statement
  return { bom, text, main, linked, imports, head, exported }
}

/** Whether a member of the object may name a constant: `messages` or `messages: messages`. */
const isLink = (text: string, { name, start, isExported }: ObjectStatement, main: ObjectStatement): boolean =>
  name !== undefined && !isExported && start < main.start && text.startsWith('const', start)

const DECLARATIONS: ReadonlySet<string> = new Set(['const', 'let', 'var'])

class ModuleScan {
  readonly objects: ObjectStatement[] = []
  readonly exports: ExportStatement[] = []
  readonly imports: ImportStatement[] = []
  readonly head: readonly Span[]
  readonly #reader: TreeReader

  constructor(reader: TreeReader) {
    this.#reader = reader
    this.head = reader.comments
  }

  run(): void {
    const reader = this.#reader
    while (reader.token.kind !== 'end') {
      const { start } = reader.token
      if (reader.token.kind !== 'word') reader.skipOne()
      else if (reader.isWord('export')) this.#readExport(start)
      else if (reader.isWord('import')) this.#readImport(start)
      else if (DECLARATIONS.has(reader.token.text)) this.#readDeclaration(start, false)
      else if (reader.isWord('module')) this.#readModuleExports(start)
      else reader.advance()
    }
  }

  #readExport(start: number): void {
    const reader = this.#reader
    reader.advance()
    if (reader.isWord('default') || reader.isSign('=')) {
      reader.advance()
      this.#readDefault(start)
    } else if (DECLARATIONS.has(reader.token.text)) this.#readDeclaration(start, true)
    else if (reader.isSign('{')) this.#readExportList(start)
  }

  /** `export { messages as default }`. */
  #readExportList(start: number): void {
    const reader = this.#reader
    const words: string[] = []
    reader.advance()
    while (!reader.isSign('}') && reader.token.kind !== 'end') words.push(reader.advance().text)
    const { end } = reader.advance()
    const [name, as, target, more] = words
    if (name !== undefined && as === 'as' && target === 'default' && more === undefined) {
      this.exports.push({ start, end: this.#endStatement(end), name })
    }
  }

  #readModuleExports(start: number): void {
    const reader = this.#reader
    reader.advance()
    if (!reader.isSign('.')) return
    reader.advance()
    if (!reader.isWord('exports')) return
    reader.advance()
    if (!reader.isSign('=')) return
    reader.advance()
    this.#readDefault(start)
  }

  /** The value of a default export: an object, or the name of a constant. */
  #readDefault(start: number): void {
    const { kind, text, end } = this.#reader.token
    const found = this.#readObject()
    if (found !== undefined) {
      this.objects.push({ ...found, start, name: undefined, nameStart: start, isExported: true, isDefault: true })
    } else if (kind === 'word') this.exports.push({ start, end: this.#endStatement(end), name: text })
  }

  #readDeclaration(start: number, isExported: boolean): void {
    const reader = this.#reader
    reader.advance()
    const { kind, text: name, start: nameStart } = reader.token
    if (kind !== 'word') return
    reader.advance()
    const words: string[] = []
    while (!reader.isSign('=')) {
      const { token } = reader
      if (token.kind === 'end' || reader.isSign(';') || reader.isSign(',') || STATEMENTS.has(token.text)) return
      words.push(...listWords(reader.text.slice(token.start, this.#skipPart())))
    }
    reader.advance()
    const found = this.#readObject()
    if (found === undefined) return
    this.objects.push({
      ...found,
      words: [...words, ...found.words],
      start,
      name,
      nameStart,
      isExported,
      isDefault: false,
    })
  }

  /** Reads `{ … }` or `name({ … })`, and the types behind it. */
  #readObject(): Pick<ObjectStatement, 'object' | 'end' | 'words'> | undefined {
    const reader = this.#reader
    const words: string[] = []
    let isWrapped = false
    while (reader.token.kind === 'word' || reader.isSign('.') || reader.isSign('<')) {
      if (STATEMENTS.has(reader.token.text)) return undefined
      const { start } = reader.token
      words.push(...listWords(reader.text.slice(start, this.#skipPart())))
    }
    if (words.length > 0) {
      if (!reader.isSign('(')) return undefined
      reader.advance()
      isWrapped = true
    }
    const object = reader.isSign('{') ? reader.readObject() : undefined
    let end = object?.end ?? 0
    if (isWrapped) {
      if (reader.isSign(',')) reader.advance()
      const isOnly = reader.isSign(')')
      while (!reader.isSign(')')) reader.skipOne()
      ;({ end } = reader.advance())
      if (!isOnly) return undefined
    }
    if (object === undefined) return undefined
    while (reader.isWord('as') || reader.isWord('satisfies')) {
      reader.advance()
      const from = reader.token.start
      end = this.#skipType()
      words.push(...listWords(reader.text.slice(from, end)))
    }
    // Anything else on the line is an operator, and the object only a part of an expression.
    if (!this.#isStatementEnd(end)) return undefined
    return { object, end: this.#endStatement(end), words }
  }

  #isStatementEnd(end: number): boolean {
    const { token, text } = this.#reader
    if (token.kind === 'end' || this.#reader.isSign(';')) return true
    return token.kind === 'word' && text.slice(end, token.start).includes('\n')
  }

  /** Skips a type up to the end of its line outside of brackets, a semicolon, or the next `as`. */
  #skipType(): number {
    const reader = this.#reader
    let { end } = reader.token
    while (reader.token.kind !== 'end' && !reader.isSign(';') && !reader.isSign(')')) {
      end = this.#skipPart()
      const isNewLine = reader.text.slice(end, reader.token.start).includes('\n')
      if (isNewLine || reader.isWord('satisfies') || reader.isWord('as')) break
    }
    return end
  }

  /** Skips a token, or everything between two brackets, including angle brackets; returns the offset after it. */
  #skipPart(): number {
    const reader = this.#reader
    if (!reader.isSign('<')) return reader.skipOne()
    let depth = 0
    let end = reader.token.start
    do {
      if (reader.token.kind === 'end') return end
      if (reader.isSign('<')) depth += 1
      else if (reader.isSign('>')) depth -= 1
      end = reader.skipOne()
    } while (depth > 0)
    return end
  }

  #readImport(start: number): void {
    const reader = this.#reader
    reader.advance()
    const from = reader.token.start
    while (reader.token.kind === 'word' || reader.isSign('{') || reader.isSign(',') || reader.isSign('*'))
      reader.skipOne()
    const { kind, start: at, end } = reader.token
    if (kind !== 'string') return
    reader.advance()
    const names = listWords(reader.text.slice(from, at)).filter(word => !IMPORT_WORDS.has(word))
    this.imports.push({ start, end: this.#endStatement(end), names, specifier: reader.text.slice(at + 1, end - 1) })
  }

  /** Skips a semicolon; returns the offset after the statement. */
  #endStatement(end: number): number {
    return this.#reader.isSign(';') ? this.#reader.advance().end : end
  }
}

const STATEMENTS: ReadonlySet<string> = new Set(
  'const let var export import function class interface type enum async await new'.split(' '),
)
const IMPORT_WORDS: ReadonlySet<string> = new Set(['type', 'as', 'from'])

/** The names that a file imports or declares. */
export const listDeclared = ({ text, imports }: ScriptFile): ReadonlySet<string> =>
  new Set([
    ...imports.flatMap(({ names }) => names),
    ...(text.match(/(?<=\b(?:function|const|let|var)\s{1,9})[\w$]+/g) ?? []),
  ])

export const listWords = (text: string): string[] => text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []
