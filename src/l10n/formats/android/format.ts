import { detectSyntax } from '../../message/detect-syntax.ts'
import { listTexts, type Message, type Syntax } from '../../message/message.ts'
import { JSON_ESCAPE, truncateNote } from '../faults.ts'
import type { Format, FormatNotes, ParsedSource, SourceEntry, TargetEntry } from '../format.ts'
import { RepeatedKeys } from '../repeated-keys.ts'
import { readTexts } from '../texts.ts'
import { detectIndent, isBlankLine } from '../xml/edit.ts'
import { parseXml, parseXmlIfAny } from '../xml/scan.ts'
import { readComment } from '../xml/text.ts'
import {
  findLines,
  getAttribute,
  isElement,
  type XmlDocument,
  type XmlElement,
  type XmlLeaf,
  type XmlNode,
} from '../xml/tree.ts'
import { ANDROID_ESCAPES, COMPOSE_ESCAPES, type Escapes } from './escapes.ts'
import { hasSameTexts, itemKey, Keys, listResources, type Resource, type ResourceList } from './resources.ts'
import { writeResources } from './write.ts'

/**
 * Finds the notes of the elements in the root: that of the section, then their own. A comment belongs to the element below it. It belongs to the whole section if a blank line or `<eat-comment/>`
 * follows it, up to the next such comment; or if it stands above a group of elements without other comments, between blank lines, and names no placeholder.
 */
function findNotes(document: XmlDocument): ReadonlyMap<XmlElement, string> {
  const notes = new Map<XmlElement, string>()
  if (!document.root.children.some(({ kind }) => kind === 'comment')) return notes
  let section = ''
  for (const group of listGroups(document)) {
    if (group.section !== undefined) section = group.section
    const own = group.members.map(({ comments }) => joinComments(document, comments))
    const [head = '', ...others] = own
    const isShared = !PLACEHOLDER.test(head) && others.every(note => note === '')
    for (const [at, { element }] of group.members.entries()) {
      const parts = [section, isShared ? head : (own[at] ?? '')].filter(part => part !== '')
      if (parts.length > 0) notes.set(element, truncateNote(parts.join('\n')))
    }
  }
  return notes
}

/** Joins the comments among the children of an element, such as those above the forms of a plural. */
const readInnerComments = (document: XmlDocument, { children }: XmlElement): string =>
  joinComments(document, children.filter(isComment))

/** Finds the maximum length that a note sets, as those of Android itself do: `[CHAR LIMIT=30]`. */
function findMaxLength(note: string | undefined): number | undefined {
  const limit = /\[CHAR[ _]LIMIT\s?[=:]\s?(\d{1,5})\]/i.exec(note ?? '')?.[1]
  return limit === undefined || Number(limit) === 0 ? undefined : Number(limit)
}

const PLACEHOLDER = /[%{]/

interface Group {
  /** The comment of the section that starts before the group, if one does. */
  readonly section: string | undefined
  readonly members: { readonly element: XmlElement; readonly comments: XmlLeaf[] }[]
}

/** Lists the elements of the root in groups, between blank lines and comments of sections. */
function listGroups(document: XmlDocument): readonly Group[] {
  const groups: Group[] = []
  let group: Group = { section: undefined, members: [] }
  let above: XmlLeaf[] = []
  let inLine: XmlLeaf[] | undefined
  const startGroup = (): void => {
    groups.push(group)
    group = { section: above.length > 0 ? toSection(joinComments(document, above)) : undefined, members: [] }
    above = []
  }
  for (const node of document.root.children) {
    if (node.kind === 'text') {
      const gap = document.text.slice(node.start, node.end)
      if (/[\r\n]/.test(gap)) inLine = undefined
      if (isBlankLine(document, node)) startGroup()
    } else if (node.kind === 'comment') (inLine ?? above).push(node)
    else if (isElement(node) && node.name === 'eat-comment') startGroup()
    else if (isElement(node)) {
      group.members.push({ element: node, comments: above })
      inLine = above
      above = []
    }
  }
  groups.push(group)
  return groups
}

/** A license stands above a blank line, too. */
const toSection = (comment: string): string => (/copyright|\blicen[cs]e/i.test(comment) ? '' : comment)

const isComment = (node: XmlNode): node is XmlLeaf => node.kind === 'comment'

/** Joins comments, without those that are strings out of use. */
const joinComments = (document: XmlDocument, comments: readonly XmlLeaf[]): string =>
  comments
    .map(comment => tidy(readComment(document, comment)))
    .filter(comment => comment !== '' && !comment.startsWith('<'))
    .join('\n')

/** Removes the indentation and the stars or tildes at the start of the lines of a comment. */
const tidy = (comment: string): string =>
  comment
    .split('\n')
    .map(line => line.replace(/^\s*[*~]? ?/, '').trimEnd())
    .join('\n')
    .trim()

const ABOUT: Omit<FormatNotes, 'name'> = {
  placeholders: '`printf` (`%1$s`); in strings with `formatted="false"`, none',
  plurals: '`<plurals>`, with the categories of the language',
  notes:
    'Comments above a string or behind it in its line; above a group or a section, of all its strings. `[CHAR LIMIT=30]` in a comment is the maximum length',
  unsupported:
    'Strings with `translatable="false"`, references (`@string/ok`), `donottranslate.xml`, `<array>` and all other resources are kept. A `<string-array>` is written when all its items are translated',
}

/** Android's `res/values/strings.xml` and all other files with string resources. */
export const android: Format = createFormat({
  id: 'android',
  name: 'Android string resources',
  example: 'app/src/main/res/values/strings.xml',
  escapes: ANDROID_ESCAPES,
  file: 'Android resources',
})

/** The string resources of Compose Multiplatform: Android's, with fewer escapes. */
export const compose: Format = createFormat({
  id: 'compose',
  name: 'Compose Multiplatform resources',
  example: 'composeApp/src/commonMain/composeResources/values/strings.xml',
  escapes: COMPOSE_ESCAPES,
  file: 'Compose resources',
})

/** A folder of Android, which Compose has below its own. */
const VALUES = /(?:^|\/)values(?:-[\w+-]+)?\//
const COMPOSE = /(?:^|\/)composeResources\//

interface Dialect extends Pick<FormatNotes, 'name' | 'example'> {
  readonly id: 'android' | 'compose'
  readonly escapes: Escapes
  /** The file, for messages. */
  readonly file: string
}

function createFormat(dialect: Dialect): Format {
  const { id, name, example = '', escapes, file } = dialect
  const isCompose = id === 'compose'
  return {
    id,
    extensions: '.xml',
    ...(!isCompose && { needsPositions: true as const }),
    escape: JSON_ESCAPE,
    about: { name, example, ...ABOUT },
    matches: (path, text) => COMPOSE.test(path) === isCompose && isResourceFile(path, text),
    rivals: ({ path }) => (isCompose || VALUES.test(path) ? [] : ['compose']),
    read: text => readSource(text, dialect),
    readTarget: (text, _locale, source) => readTarget(text, source, dialect),
    write: request => writeResources(request, escapes, file),
  }
}

/**
 * Whether a path and its text are those of string resources. Files by the name `donottranslate.xml`, also with more behind the word, are not translated by
 * Android's convention.
 */
function isResourceFile(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!name.endsWith('.xml') || name.startsWith('donottranslate')) return false
  if (/(?:^|\/)values(?:-[\w+-]+)?\/[^/]*$/.test(path) && name.startsWith('strings')) return true
  return text.includes('<resources') && /<(?:string|plurals|string-array)[\s>]/.test(text)
}

function readSource(text: string, { escapes, file }: Dialect): ParsedSource {
  const document = parseXml(text, file)
  const resources = listResources(document, escapes)
  const keys = new Keys(resources)
  const notes = findNotes(document)
  const repeated = findRepeated(document, resources)
  const entries: SourceEntry[] = []
  const texts: string[] = []
  for (const resource of resources.all) {
    if (!resource.isTranslatable || resource.repeats !== undefined) continue
    const { element, id, kind } = resource
    const note = joinNotes(notes.get(element), kind === 'string' ? '' : readInnerComments(document, element))
    const isFormatted = getAttribute(element, 'formatted') !== 'false'
    for (const [key, value] of listValues(resource, keys.get(resource))) {
      const forms = listTexts(value)
      if (isFormatted) texts.push(...forms)
      const maxLength = findMaxLength(note)
      entries.push({
        key,
        value,
        ...(note !== undefined && { description: note }),
        ...(!isFormatted && { syntax: 'plain' as const }),
        ...repeated.get(id),
        ...(maxLength !== undefined && forms.every(form => form.length <= maxLength) && { maxLength }),
      })
    }
  }
  return { entries, options: { syntax: findSyntax(texts), eol: document.eol, indent: detectIndent(document) } }
}

const joinNotes = (note: string | undefined, inner: string): string | undefined =>
  inner === '' ? note : [note, inner].filter(text => text !== undefined).join('\n')

/** Braces alone are text: Android formats strings as Java's `String.format`, and few programs use ICU. */
function findSyntax(texts: readonly string[]): Syntax {
  const found = detectSyntax(texts)
  return found === 'icu' && texts.some(text => ICU_CHOICE.test(text)) ? 'icu' : 'printf'
}

const ICU_CHOICE = /\{\s{0,10}\w{1,100}\s{0,10},\s{0,10}(?:plural|select|selectordinal)\s{0,10},/

function findRepeated(document: XmlDocument, { all, byId }: ResourceList): RepeatedKeys {
  const repeated = new RepeatedKeys()
  if (all.length === byId.size) return repeated
  for (const resource of all) {
    const { id, repeats } = resource
    if (repeats === undefined) continue
    repeated.add(id, hasSameTexts(repeats, resource), () => findLines(document, repeats.element, resource.element))
  }
  return repeated
}

/** Lists the texts of a resource by key: one, or those of the items of an array. */
function listValues({ kind, slots }: Resource, key: string): (readonly [key: string, value: Message])[] {
  if (kind === 'plurals') {
    const forms = slots.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
    return forms.length === 0 ? [] : [[key, Object.fromEntries(forms)]]
  }
  return slots.flatMap(({ name, value }) =>
    value === undefined ? [] : [[kind === 'array' ? itemKey(key, Number(name)) : key, value] as const],
  )
}

function readTarget(text: string, source: string | undefined, { escapes, file }: Dialect): readonly TargetEntry[] {
  const document = parseXmlIfAny(text, file)
  if (document === undefined) return []
  const of = source === undefined ? undefined : listResources(parseXml(source, file), escapes)
  const resources = listResources(document, escapes)
  const keys = new Keys(resources, of && new Keys(of))
  const repeated = findRepeated(document, resources)
  return resources.all.flatMap(resource => {
    const { id, isTranslatable, repeats } = resource
    if (!isTranslatable || repeats !== undefined || of?.byId.get(id)?.isTranslatable === false) return []
    const repetition = repeated.get(id)
    return listValues(resource, keys.get(resource)).flatMap(([key, whole]) => {
      const texts = readTexts(whole) ?? (repetition.differs === true ? { value: whole } : undefined)
      return texts === undefined ? [] : [{ key, ...texts, ...repetition }]
    })
  })
}
