import type { Span } from '../splice.ts'
import { scriptFault } from './lexer.ts'
import { type ObjectNode, TreeReader } from './tree.ts'

/** An import of a module whose names the object's statement may use. */
export interface ImportStatement extends Span {
  readonly names: readonly string[]
}

/** A statement with an object literal. */
export interface ObjectStatement extends Span {
  /** The name of its constant; undefined for the default export. */
  readonly name: string | undefined
  readonly isExported: boolean
  readonly object: ObjectNode
  /** The statement that gives the empty object a property: `messages.strings = { … }`. */
  readonly assigned?: ObjectStatement
}

/** A statement that exports a constant: `export default messages`. */
type ExportStatement = Span & { readonly name: string }

export interface ScriptFile {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
  readonly main: ObjectStatement
  /** Constants before it whose objects its object holds by their names, or the statement that gives it a property. */
  readonly linked: readonly ObjectStatement[]
  /** All statements with an object literal. */
  readonly objects: readonly ObjectStatement[]
  readonly imports: readonly ImportStatement[]
  /** The statement that exports the object, if that is another one. */
  readonly exported: ExportStatement | undefined
  /** Comments before the first statement. */
  readonly head: readonly Span[]
}

/**
 * Finds the object literal that a script exports, alone or beside literals as the argument of a function.
 * @throws AppError `invalid_input` with line and column
 */
export function parseScript(file: string): ScriptFile {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = file.slice(bom.length)
  const reader = new TreeReader(text)
  const head = reader.comments
  const scan = new ModuleScan(reader)
  scan.run()
  const { objects, exports, imports } = scan
  const direct = objects.filter(({ name }) => name === undefined)
  const byName = new Map(objects.map(object => [object.name, object]))
  const exported = direct.length > 0 ? undefined : exports.find(({ name }) => byName.has(name))
  const named = byName.get(exported?.name)
  const listed = objects.filter(({ isExported }) => isExported)
  const [only, second] = direct.length > 0 ? direct : named !== undefined ? [named] : listed
  if (only === undefined) {
    const fix = 'Export the texts as an object literal: export default { key: "text" }.'
    throw scriptFault(text, 0, 'the file exports no object literal', fix)
  }
  if (second !== undefined) {
    throw scriptFault(text, second.start, 'the file exports a second object', 'Put each object into a file of its own.')
  }
  const linked = new Set(only.assigned === undefined ? [] : [only.assigned])
  const members = only.object.members.map(member => {
    const { name, node } = member
    const wanted = node.kind === 'other' ? text.slice(node.start, node.end) || name : undefined
    const link = byName.get(wanted)
    if (link === undefined || linked.has(link) || !isLink(text, link, only)) return member
    linked.add(link)
    return { ...member, node: { ...link.object, isLinked: true } }
  })
  const main = { ...only, object: { ...only.object, members } }
  return { bom, text, main, linked: [...linked], objects, imports, head, exported }
}

/** Whether a member of the object may name a constant: `messages` or `messages: messages`. */
const isLink = (text: string, { name, start, isExported }: ObjectStatement, main: ObjectStatement): boolean =>
  name !== undefined && !isExported && start < main.start && text.startsWith('const', start)

const DECLARATIONS: ReadonlySet<string> = new Set(['const', 'let', 'var'])

type ObjectPlace = Pick<ObjectStatement, 'object' | 'end'>

class ModuleScan {
  readonly objects: ObjectStatement[] = []
  /** The default export is before others. */
  readonly exports: ExportStatement[] = []
  readonly imports: ImportStatement[] = []
  /** The last empty object of each name. */
  readonly #empty = new Map<string, number>()
  readonly #reader: TreeReader

  constructor(reader: TreeReader) {
    this.#reader = reader
  }

  run(): void {
    const reader = this.#reader
    while (reader.token.kind !== 'end') {
      const { start } = reader.token
      if (reader.token.kind !== 'word') reader.skipOne()
      else if (reader.takeWord('export')) this.#readExport(start)
      else if (reader.takeWord('import')) this.#readImport(start)
      else if (DECLARATIONS.has(reader.token.text)) this.#readDeclaration(start, false)
      else this.#readAssignment(start)
    }
  }

  #readExport(start: number): void {
    const reader = this.#reader
    if (reader.takeWord('default') || reader.takeSign('=')) this.#readDefault(start)
    else if (DECLARATIONS.has(reader.token.text)) this.#readDeclaration(start, true)
    else if (reader.isSign('{')) this.#readExportList(start)
  }

  /** `export { messages }` or `export { messages as default }`. */
  #readExportList(start: number): void {
    const reader = this.#reader
    const open = reader.token.start
    const end = reader.skipOne()
    const [list, name] = LISTED.exec(reader.text.slice(open, end)) ?? []
    if (name === undefined) return
    const found = { start, end: this.#endStatement(end), name }
    if (/\sdefault\b/.test(list ?? '')) this.exports.unshift(found)
    else this.exports.push(found)
  }

  /** `module.exports = …`, or `messages.strings = { … }` for an empty object. */
  #readAssignment(start: number): void {
    const reader = this.#reader
    const { text: name } = reader.advance()
    const at = this.#empty.get(name) ?? -1
    const owner = this.objects[at]
    if ((owner === undefined && name !== 'module') || !reader.takeSign('.')) return
    const { kind, text: property, start: nameStart, end: nameEnd } = reader.token
    if (kind !== 'word' || (owner === undefined && property !== 'exports')) return
    reader.advance()
    if (!reader.takeSign('=')) return
    if (owner === undefined) return this.#readDefault(start)
    const found = this.#readObject()
    if (found === undefined) return
    const assigned = { ...found, start, name, isExported: false }
    const node: ObjectNode = { ...found.object, isLinked: true }
    const place = { name: property, start: nameStart, nameEnd, end: found.end, comma: undefined }
    const object = { ...owner.object, members: [{ ...place, node, above: [], behind: [] }] }
    this.objects[at] = { ...owner, assigned, object }
    this.#empty.delete(name)
  }

  /** The value of a default export: an object, or the name of a constant. */
  #readDefault(start: number): void {
    const { kind, text, end } = this.#reader.token
    const found = this.#readObject()
    if (found !== undefined) this.objects.push({ ...found, start, name: undefined, isExported: true })
    else if (kind === 'word') this.exports.unshift({ start, end: this.#endStatement(this.#readTypes(end)), name: text })
  }

  #readDeclaration(start: number, isExported: boolean): void {
    const reader = this.#reader
    reader.advance()
    const { kind, text: name } = reader.token
    if (kind !== 'word') return
    reader.advance()
    while (!reader.takeSign('=')) {
      const { token } = reader
      if (token.kind === 'end' || reader.isSign(';') || reader.isSign(',') || STATEMENTS.has(token.text)) return
      this.#skipPart()
    }
    const found = this.#readObject()
    if (found?.object.members.length === 0) this.#empty.set(name, this.objects.length)
    if (found !== undefined) this.objects.push({ ...found, start, name, isExported })
  }

  /** Reads `{ … }`, `({ … })`, `name('en', { … })` or `<Type>{ … }`, and the types behind it. */
  #readObject(): ObjectPlace | undefined {
    const reader = this.#reader
    const { start } = reader.token
    if (reader.isSign('<')) this.#skipPart()
    while (reader.token.kind === 'word' || reader.isSign('.') || reader.isSign('<')) {
      if (STATEMENTS.has(reader.token.text)) return undefined
      if (reader.isWord('as') || reader.isWord('satisfies')) break
      this.#skipPart()
    }
    const isCast = reader.text[start] === '<' || reader.token.start === start
    const found = reader.takeSign('(') ? this.#readArguments() : isCast ? this.#readLiteral() : undefined
    if (found === undefined) return undefined
    const end = this.#readTypes(found.end)
    // Anything else on the line is an operator, and the object only a part of an expression.
    const { kind, start: next } = reader.token
    const isEnd = kind === 'end' || (kind === 'word' && reader.text.slice(end, next).includes('\n'))
    if (!isEnd && !reader.isSign(';')) return undefined
    return { object: found.object, end: this.#endStatement(end) }
  }

  #readLiteral(): ObjectPlace | undefined {
    const object = this.#reader.isSign('{') ? this.#reader.readObject() : undefined
    return object && { object, end: object.end }
  }

  /** Reads the rest of a call; returns its object, if its other arguments are literals. */
  #readArguments(): ObjectPlace | undefined {
    const reader = this.#reader
    let object: ObjectNode | undefined
    let isPlain = true
    while (!reader.isSign(')')) {
      const found = object === undefined ? this.#readLiteral() : undefined
      if (found !== undefined) this.#readTypes(found.end)
      else {
        isPlain &&= reader.isSign(',') || /^(?:string|template|number)$/.test(reader.token.kind)
        reader.skipOne()
      }
      object ??= found?.object
    }
    const { end } = reader.advance()
    return object !== undefined && isPlain ? { object, end } : undefined
  }

  /** Reads the types behind a value; returns the offset after them. */
  #readTypes(from: number): number {
    const reader = this.#reader
    let end = from
    while (reader.takeWord('as') || reader.takeWord('satisfies')) end = this.#skipType()
    return end
  }

  /** Skips a type up to the end of its line outside of brackets, a comma, a semicolon, or the next `as`. */
  #skipType(): number {
    const reader = this.#reader
    let { end } = reader.token
    while (reader.token.kind !== 'end' && !/^[;),]$/.test(reader.token.text)) {
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
    const from = reader.token.start
    while (reader.token.kind === 'word' || reader.isSign('{') || reader.isSign(',') || reader.isSign('*'))
      reader.skipOne()
    const { kind, start: at, end } = reader.token
    if (kind !== 'string') return
    reader.advance()
    const names = listWords(reader.text.slice(from, at)).filter(word => !IMPORT_WORDS.has(word))
    this.imports.push({ start, end: this.#endStatement(end), names })
  }

  /** Skips a semicolon; returns the offset after the statement. */
  #endStatement(end: number): number {
    return this.#reader.takeSign(';')?.end ?? end
  }
}

const STATEMENTS = new Set('const let var export import function class interface type enum async await new'.split(' '))
/** The only name in the braces of an export. */
const LISTED = /^\{\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\s+as\s+[\p{ID_Start}$_][\p{ID_Continue}$]*)?[\s,]*\}$/u
const IMPORT_WORDS: ReadonlySet<string> = new Set(['type', 'as', 'from'])

/** The names that a file imports or declares. */
export const listDeclared = ({ text, imports }: ScriptFile): ReadonlySet<string> =>
  new Set([
    ...imports.flatMap(({ names }) => names),
    ...(text.match(/(?<=\b(?:function|const|let|var)\s{1,9})[\w$]+/g) ?? []),
  ])

export const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu
export const listWords = (text: string): string[] => text.match(WORD) ?? []
