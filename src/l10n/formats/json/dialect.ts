import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import type { SourceEntry, TargetEntry, WriteRequest } from '../format.ts'
import { MAX_ENTRIES, SPLIT_FILE_FIX } from '../limits.ts'
import { insertIntoBase } from './insert.ts'
import { type ObjectShape, type Shape, textsIn } from './outline.ts'
import { removeKeys } from './remove.ts'
import { selectFromSource } from './select.ts'
import { detectStyle, isSameStyle } from './style.ts'
import type { Texts } from './texts.ts'
import { getNodeEnd, type JsonTree, jsonFault, parseJson } from './tree.ts'

/** The differences between the formats of the JSON family. */
export interface Dialect {
  /** The outline of a source file. */
  source(tree: JsonTree): ObjectShape
  /** The outline of a target file; `source` resolves ambiguities. */
  target(tree: JsonTree, locale: string, source: JsonTree | undefined): ObjectShape
  /** The outline that the file should have in the locale; `root` is the outline of the source. */
  plan(root: ObjectShape, request: PlanRequest): ObjectShape
  texts(values: ReadonlyMap<string, Message>): Texts
}

/** A write request with parsed files. */
export interface PlanRequest {
  readonly source: JsonTree
  readonly base: JsonTree | undefined
  readonly sibling: JsonTree | undefined
  readonly locale: string
  readonly values: ReadonlyMap<string, Message>
}

/**
 * Lists the entries of an outline, at the position of their first string; plural forms are combined in CLDR's order.
 * @throws AppError `invalid_input` above 50,000.
 */
export function listEntries(tree: JsonTree, root: ObjectShape): (SourceEntry & TargetEntry)[] {
  const entries = new Map<string, string | Map<string, string>>()
  for (const { key, form, node } of textsIn(root)) {
    if (entries.size === MAX_ENTRIES && !entries.has(key)) {
      throw jsonFault(tree.text, node?.offset ?? 0, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
    }
    const text = String(node?.value)
    if (form === undefined) entries.set(key, text)
    else {
      const forms = entries.get(key)
      if (forms instanceof Map) forms.set(form, text)
      else entries.set(key, new Map([[form, text]]))
    }
  }
  return [...entries].map(([key, value]) => ({ key, value: typeof value === 'string' ? value : sortForms(value) }))
}

/** Reads the translations of a target file by key, without empty ones. */
export function readJsonTarget(
  dialect: Dialect,
  text: string,
  locale: string,
  source: string | undefined,
): TargetEntry[] {
  const tree = parseJson(text)
  const root = dialect.target(tree, locale, source === undefined ? undefined : parseJson(source))
  return listEntries(tree, root).flatMap(({ key, value }): TargetEntry[] => {
    if (typeof value === 'string') return value === '' ? [] : [{ key, value }]
    const forms = Object.entries(value).filter(([, form]) => form !== '')
    return forms.length === 0 ? [] : [{ key, value: Object.fromEntries(forms) }]
  })
}

/** `Format.write` for every format of the family. */
export function writeJson(dialect: Dialect, request: WriteRequest): string {
  const { locale, values } = request
  const source = parseJson(request.source)
  const sibling = request.sibling === undefined ? undefined : parseJson(request.sibling)
  const root = dialect.source(source)
  const texts = dialect.texts(values)
  const own = detectStyle(source)
  if (request.base !== undefined) {
    const given = parseJson(request.base)
    const base = removeDroppedKeys(dialect, request, given, source)
    const plan = dialect.plan(root, { source, base, sibling, locale, values })
    return insertIntoBase({ from: source, texts, style: detectStyle(given, own), fresh: false }, plan, base)
  }
  const plan = dialect.plan(root, { source, base: undefined, sibling, locale, values })
  const style = sibling === undefined ? own : detectStyle(sibling, own)
  const rendering = { from: source, texts, style, fresh: true }
  if (sibling !== undefined && !isSameStyle(sibling, style, source, own)) {
    const { bom, text } = sibling
    const empty = `${bom}${text.slice(0, sibling.root.offset)}{}${text.slice(getNodeEnd(sibling.root))}`
    return insertIntoBase(rendering, plan, parseJson(empty))
  }
  const selected = selectFromSource(source, plan, texts, style)
  return hasAddedPlaces(plan) ? insertIntoBase(rendering, plan, parseJson(selected)) : selected
}

/** Returns whether a plan has slots that the source file lacks. */
function hasAddedPlaces(shape: Shape): boolean {
  if (shape.kind === 'text' || shape.kind === 'own') return shape.node === undefined
  if (shape.kind === 'object') return shape.members.some(member => hasAddedPlaces(member.shape))
  return shape.kind === 'array' && shape.items.some(hasAddedPlaces)
}

function removeDroppedKeys(dialect: Dialect, request: WriteRequest, base: JsonTree, source: JsonTree): JsonTree {
  const { removed = new Set(), withdrawn = new Set(), locale, values } = request
  // Removed keys may have been the only nested ones.
  const spelled = { ...source, nested: source.nested || base.nested }
  const root = dialect.target(base, locale, spelled)
  const current = new Set([...textsIn(dialect.source(spelled))].map(({ key }) => key))
  const texts = dialect.texts(values)
  const left = removeKeys(base, root, {
    isRemoved: key => withdrawn.has(key) || (removed.has(key) && !current.has(key)),
    isWithdrawn: key => withdrawn.has(key),
    isReplaced: key => texts.has(key),
  })
  return left === base.bom + base.text ? base : parseJson(left)
}

function sortForms(forms: ReadonlyMap<string, string>): Message {
  return Object.fromEntries(
    CATEGORY_ORDER.flatMap(category => {
      const text = forms.get(category)
      return text === undefined ? [] : [[category, text]]
    }),
  )
}
