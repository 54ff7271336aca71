import { echo } from '../../../text/escape.ts'
import { assertCount, MAX_KEY_UNITS } from '../limits.ts'
import { xmlFault } from '../xml/scan.ts'
import { readLimited, readText } from '../xml/text.ts'
import { findElement, getAttribute, isElement, type XmlDocument, type XmlElement } from '../xml/tree.ts'

/** A format whose root has one element for each string, with its name in an attribute. */
export interface DataDialect {
  /** The format, for messages. */
  readonly name: string
  readonly root: string
  /** The element of a string, and the attribute with its name. */
  readonly item: string
  readonly key: string
  /** The element in it that has the text; absent if the item has it itself. */
  readonly value?: string
  /** A file in short, for messages. */
  readonly model: string
}

export const RESX: DataDialect = {
  name: 'RESX',
  root: 'root',
  item: 'data',
  key: 'name',
  value: 'value',
  model: 'ResX: <root><data name="…"><value>…</value></data></root>',
}

/** A string of a file. */
export interface DataString {
  readonly name: string
  readonly element: XmlElement
  /** The index of the element in the root. */
  readonly index: number
  readonly valueElement: XmlElement
  readonly value: string
  readonly comment: string
  /** Whether the comment has Microsoft's mark `{Locked}`: the string is not translated. */
  readonly isLocked: boolean
}

/** Texts are decoded when they are asked for. */
const readString = (
  document: XmlDocument,
  data: Pick<DataString, 'name' | 'element' | 'index' | 'valueElement'>,
): DataString => ({
  ...data,
  /** @throws AppError `invalid_input` with line and column for a text that is too long */
  get value() {
    return readLimited(document, data.valueElement, () => readText(document, data.valueElement))
  },
  get comment() {
    const comment = findElement(data.element, 'comment')
    return comment === undefined ? '' : readText(document, comment).trim()
  },
  get isLocked() {
    return this.comment.includes('{Locked}')
  },
})

/**
 * Lists the strings of a file: the data without a type. Images, files and what the designer of Windows Forms writes are no strings.
 * @throws AppError `invalid_input` with line and column
 */
export function listStrings(document: XmlDocument, dialect: DataDialect): readonly DataString[] {
  const { root } = document
  if (root.name !== dialect.root) {
    const what = `the root element is <${echo(root.name.slice(0, 60))}>, not <${dialect.root}>`
    throw xmlFault(document, root.start, what, `Write the strings as ${dialect.model}.`)
  }
  const strings: DataString[] = []
  for (const [index, element] of root.children.entries()) {
    if (!isElement(element) || element.name !== dialect.item) continue
    const name = readName(document, element, dialect)
    const valueElement = dialect.value === undefined ? element : findElement(element, dialect.value)
    if (valueElement === undefined || name.startsWith('>>') || !isStringType(element)) continue
    assertCount(strings.length, (...fault) => xmlFault(document, element.start, ...fault))
    strings.push(readString(document, { name, element, index, valueElement }))
  }
  return strings
}

function readName(document: XmlDocument, element: XmlElement, { item, key }: DataDialect): string {
  const name = getAttribute(element, key)
  if (name === undefined || name === '') {
    throw xmlFault(document, element.start, `<${item}> has no ${key}`, `Write <${item} ${key}="…">.`)
  }
  if (name.length <= MAX_KEY_UNITS) return name
  const what = `the ${key} ${echo(name.slice(0, 60))} has ${name.length} characters; the limit is ${MAX_KEY_UNITS}`
  throw xmlFault(document, element.start, what, `Use a shorter ${key}.`)
}

function isStringType(element: XmlElement): boolean {
  if (getAttribute(element, 'mimetype') !== undefined) return false
  const type = getAttribute(element, 'type')
  return type === undefined || /^System\.String\s*(?:,|$)/.test(type)
}
