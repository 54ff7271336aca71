import type { Node } from 'jsonc-parser'
import { getOrAdd } from '../../groups.ts'
import { type Message, sameMessage } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import { detectStyle, encodeString, getNodeText, type JsonStyle } from '../json/style.ts'
import { type JsonTree, listProperties } from '../json/tree.ts'
import { type Edit, splice } from '../splice.ts'
import { type Catalog, type CatalogString, findLocaleName, parseCatalog } from './catalog.ts'
import { copyDraft, type Draft, findMember, openMember, openNode, replaceString } from './draft.ts'
import { listSlots, listSourceSlots, listStringKeys, OTHER_DEVICE, PART_SIGN, type Slot } from './slots.ts'

/** Writes the translations of one locale into a catalog. Without `base`, that is the source. */
export function writeCatalog(request: WriteRequest): string {
  const { source, base, locale, values, removed, withdrawn } = request
  const file = base === undefined || base.trim() === '' ? source : base
  const catalog = parseCatalog(file)
  const { tree, strings } = catalog
  const touched = listStringKeys(values.keys(), removed, withdrawn)
  const isRemoving = removed !== undefined && removed.size > 0
  const work: Work = {
    ...request,
    catalog,
    name: findLocaleName(catalog, locale) ?? locale,
    style: detectStyle(tree),
    inSource: new Set(isRemoving ? parseCatalog(source).strings.map(({ key }) => key) : []),
  }
  const edits = strings.flatMap(string => (touched.has(string.key) ? changeString(work, string) : []))
  return tree.bom + splice(tree.text, edits)
}

interface Work extends WriteRequest {
  readonly catalog: Catalog
  /** The name of the locale in the file. */
  readonly name: string
  readonly style: JsonStyle
  /** The strings of the source, if any is to be removed. */
  readonly inSource: ReadonlySet<string>
}

function changeString(work: Work, string: CatalogString): Edit[] {
  const { catalog, name, style } = work
  const { tree, sourceLanguage } = catalog
  const wanted = string.isIdle ? [] : listSourceSlots(string, sourceLanguage)
  const localization = string.localizations.get(name)
  const known = new Set(wanted.map(({ key }) => key))
  const current = localization === undefined ? [] : listSlots(localization, string.key, known)
  const changes = listChanges(work, wanted, current)
  const isLeft = (key: string): boolean => work.inSource.has(string.key) && (string.isIdle || known.has(key))
  const gone = current.filter(({ key }) => work.withdrawn?.has(key) || (work.removed?.has(key) && !isLeft(key)))
  if (changes.length + gone.length === 0) return []
  const { value: node } = string.property
  const draft = openNode(node)
  const localizations = openMember(draft, 'localizations')
  const own = openMember(localizations, name)
  const rendering = { tree, style, model: string.localizations.get(sourceLanguage) }
  for (const change of changes) setMessage(own, change, rendering)
  for (const { path } of gone) removeMessage(own, path)
  // A locale without a text left has no localization.
  if (findMember(localizations, name)?.members.size === 0) localizations.members.delete(name)
  return [replaceString(tree, style, node, draft)]
}

function listChanges({ values, states, withdrawn }: Work, wanted: readonly Slot[], current: readonly Slot[]): Change[] {
  const present = new Map(current.map(slot => [slot.key, slot]))
  const hasSubstitutions = wanted.length > 1
  const known = new Set(wanted.map(({ key }) => key))
  const isMissing = (key: string): boolean => known.has(key) && !present.has(key) && !values.has(key)
  return wanted.flatMap(({ key, path }): Change[] => {
    const wantedValue = values.get(key)
    if (wantedValue === undefined || withdrawn?.has(key)) return []
    const before = present.get(key)
    const value = typeof before?.value === 'string' ? unwrapOther(wantedValue) : wantedValue
    const state = states?.get(key) === 'needs_review' ? 'needs_review' : 'translated'
    const isNewState = before !== undefined && (before.state ?? 'translated') !== state
    if (before !== undefined && !isNewState && sameMessage(before.value, value)) return []
    if (path.length === 0 && hasSubstitutions && refersTo(value, name => isMissing(`${key}${SUBSTITUTIONS}${name}`)))
      return []
    return [{ path: before?.path ?? path, value, state, isNewState }]
  })
}

/** Returns the text of a plural that has no form but `other`: it stays without variations where it has none. */
function unwrapOther(value: Message): Message {
  if (typeof value === 'string') return value
  const { other, ...rest } = value
  return other !== undefined && other !== '' && Object.keys(rest).length === 0 ? other : value
}

const SUBSTITUTIONS = `${PART_SIGN}substitutions.`
const REFERENCE = /%(?:\d+\$?)?#@([^@\s]{1,200})@/g

/** Whether a text refers to a missing substitution: programs could not print it. */
const refersTo = (value: Message, isMissing: (name: string) => boolean): boolean =>
  typeof value === 'string' && [...value.matchAll(REFERENCE)].some(([, name = '']) => isMissing(name))

/** A new text or plural of a localization. */
interface Change {
  readonly path: readonly string[]
  readonly value: Message
  readonly state: 'translated' | 'needs_review'
  /** Whether texts that stay the same get the state, too. */
  readonly isNewState: boolean
}

interface Rendering {
  readonly tree: JsonTree
  readonly style: JsonStyle
  /** The localization of the source language, from which new substitutions have their format. */
  readonly model: Node | undefined
}

/** Sets a text or plural in a localization. */
function setMessage(localization: Draft, change: Change, rendering: Rendering): void {
  const holder = openHolder(localization, change.path, rendering)
  if (typeof change.value === 'string') {
    removePlural(holder)
    setUnit(holder, change.value, change, rendering.style)
    return
  }
  holder.members.delete('stringUnit')
  const plural = openMember(openMember(holder, 'variations'), 'plural')
  for (const category of plural.members.keys()) {
    // Variations inside a category are kept, and so is an empty form.
    const member = findMember(plural, category)
    const isText = member?.members.has('stringUnit') !== false
    if (isText && !Object.hasOwn(change.value, category) && !isEmptyForm(member)) plural.members.delete(category)
  }
  for (const [category, text] of Object.entries(change.value)) {
    setUnit(openMember(plural, category), text, change, rendering.style)
  }
}

const isEmptyForm = (category: Draft | undefined): boolean =>
  category !== undefined && readValue(findMember(category, 'stringUnit')) === ''

/** The text of a unit as the file has it. */
function readValue(unit: Draft | undefined): string | undefined {
  const value = unit?.members.get('value')
  return typeof value === 'object' && 'type' in value && value.type === 'string' ? String(value.value) : undefined
}

function setUnit(holder: Draft, text: string, { state, isNewState }: Change, style: JsonStyle): void {
  const unit = openMember(holder, 'stringUnit')
  const isSame = readValue(unit) === text
  if (isSame && !isNewState) return
  unit.members.set('state', JSON.stringify(state))
  if (!isSame) unit.members.set('value', encodeString(text, style))
}

/** Opens the object of a text or plural, and adds it if it is missing. */
function openHolder(localization: Draft, path: readonly string[], { tree, model }: Rendering): Draft {
  const variations = findMember(localization, 'variations')
  if (path.length === 0 && variations?.members.has('device') === true) path = OTHER_DEVICE
  else if (path[0] === 'variations') moveToOther(tree, localization, path[1], variations)
  let holder = localization
  let like = model
  for (const [at, name] of path.entries()) {
    const isNew = !holder.members.has(name)
    holder = openMember(holder, name)
    like = like === undefined ? undefined : indexObjects(like).get(name)
    if (!isNew || like === undefined || path[at - 1] !== 'substitutions') continue
    for (const { name: field, value } of listProperties(like)) {
      if (value.type !== 'object') holder.members.set(field, getNodeText(tree, value))
    }
  }
  return holder
}

const indexes = new WeakMap<Node, ReadonlyMap<string, Node>>()

/** The objects in an object by name. It may have thousands, each of which is looked for. */
const indexObjects = (node: Node): ReadonlyMap<string, Node> =>
  getOrAdd(indexes, node, () => {
    const objects = listProperties(node).filter(({ value }) => value.type === 'object')
    return new Map(objects.map(({ name, value }) => [name, value]))
  })

/** Makes the text of a localization that gets variations by device the text for other devices. */
function moveToOther(tree: JsonTree, localization: Draft, kind?: string, variations?: Draft): void {
  const unit = localization.members.get('stringUnit')
  const plural = variations?.members.get('plural')
  localization.members.delete('stringUnit')
  variations?.members.delete('plural')
  if (kind !== 'device' || (unit === undefined && plural === undefined)) return
  const other = openMember(openMember(openMember(localization, 'variations'), 'device'), 'other')
  if (unit !== undefined) other.members.set('stringUnit', copyDraft(tree, unit))
  if (plural !== undefined) openMember(other, 'variations').members.set('plural', copyDraft(tree, plural))
}

/** Removes a text or plural from a localization, with the objects that are empty then. */
function removeMessage(localization: Draft, path: readonly string[]): void {
  const [name, ...rest] = path
  if (name === undefined) {
    localization.members.delete('stringUnit')
    removePlural(localization)
    return
  }
  const member = findMember(localization, name)
  if (member === undefined) return
  removeMessage(member, rest)
  // The number and format of a substitution say nothing without its text.
  if (!hasObject(member)) localization.members.delete(name)
}

function removePlural(holder: Draft): void {
  const variations = findMember(holder, 'variations')
  variations?.members.delete('plural')
  if (variations?.members.size === 0) holder.members.delete('variations')
}

/** Whether an object has an object left, without a list of all. */
function hasObject(draft: Draft): boolean {
  for (const name of draft.members.keys()) if (findMember(draft, name) !== undefined) return true
  return false
}
