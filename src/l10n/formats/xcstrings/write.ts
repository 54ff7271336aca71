import { type Message, sameMessage } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import { detectStyle, type JsonStyle } from '../json/style.ts'
import { type Edit, splice } from '../splice.ts'
import { type Catalog, type CatalogString, findLocaleName, parseCatalog } from './catalog.ts'
import { type Change, removeMessage, setMessage } from './change.ts'
import { findMember, openMember, openNode, replaceString } from './draft.ts'
import { listSlots, listSourceSlots, listStringKeys, PART_SIGN, type Slot } from './slots.ts'

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
