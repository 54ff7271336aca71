import type { Node } from 'jsonc-parser'
import type { Message } from '../../message/message.ts'
import { encodeString, getNodeText, type JsonStyle } from '../json/style.ts'
import { type JsonTree, listProperties } from '../json/tree.ts'
import { copyDraft, type Draft, findMember, openMember } from './draft.ts'
import { OTHER_DEVICE } from './slots.ts'

/** A new text or plural of a localization. */
export interface Change {
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
export function setMessage(localization: Draft, change: Change, rendering: Rendering): void {
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
  else if (path[0] === 'variations') moveToOther(localization, variations, path, tree)
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
function indexObjects(node: Node): ReadonlyMap<string, Node> {
  const known = indexes.get(node)
  if (known !== undefined) return known
  const objects = listProperties(node).filter(({ value }) => value.type === 'object')
  const index = new Map(objects.map(({ name, value }) => [name, value]))
  indexes.set(node, index)
  return index
}

/** Makes the text of a localization that gets variations by device the text for other devices. */
function moveToOther(
  localization: Draft,
  variations: Draft | undefined,
  [, kind]: readonly string[],
  tree: JsonTree,
): void {
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
export function removeMessage(localization: Draft, path: readonly string[]): void {
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
