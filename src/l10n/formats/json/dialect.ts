import { isDeepStrictEqual } from 'node:util'
import type { Node } from 'jsonc-parser'
import { sortForms } from '../../locales/plural-rules.ts'
import { isLocaleName, spellsLocale } from '../../locales/spellings.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Message } from '../../message/message.ts'
import { assertCount, JSON_ESCAPE, MAX_ENTRIES } from '../faults.ts'
import type { Format, ParsedSource, SourceEntry, TargetEntry, WriteRequest } from '../format.ts'
import { findLines, indexConflicts, RepeatedKeys } from '../repeated-keys.ts'
import { describeLocales, ROOT_OPTION, type RootRule, rootRules, spellRootKey } from '../root-key.ts'
import { readTexts } from '../texts.ts'
import { insertIntoBase } from './insert.ts'
import { childrenOf, type ObjectShape, type Shape, textsIn } from './outline.ts'
import { removeKeys, selectFromSource, withoutDuplicates } from './remove.ts'
import { singleTexts, type Texts } from './render.ts'
import { detectStyle, isSameStyle } from './style.ts'
import { getNodeEnd, type JsonTree, jsonFault, listProperties, type Property, parseJson } from './tree.ts'

/** The differences between the formats of the JSON family. */
export interface Dialect {
  /** Whether the only key at the root may be the locale. */
  readonly hasRootKey?: true
  /** Whether objects are parts of keys. Default: whether the root has objects or arrays. */
  isNested?(tree: JsonTree): boolean
  /** Adds what a source file says besides its texts. */
  describe?(parsed: ParsedSource, file: OutlinedSource): ParsedSource
  /** The outline of a source file. */
  source(tree: JsonTree): ObjectShape
  /** The outline of a target file; `source` resolves ambiguities. */
  target(tree: JsonTree, locale: string, source: OutlinedSource | undefined): ObjectShape
  /** The outline that the file should have in the locale; `root` is the outline of the source, and the default. */
  plan?(root: ObjectShape, request: PlanRequest): ObjectShape
  /** Default: one string per key. */
  texts?(values: ReadonlyMap<string, Message>): Texts
  /** Whether objects on one line of the source are on one line in other files, too. */
  readonly keepsLayout?: true
  /** Whether a target file can have translations from before the source became a plural, or stopped being one. */
  readonly hasOutdated?: true
}

/** A source file with its outline. */
export interface OutlinedSource {
  readonly tree: JsonTree
  readonly root: ObjectShape
}

/** A write request with parsed files. */
export interface PlanRequest {
  readonly source: JsonTree
  readonly base: JsonTree | undefined
  readonly sibling: JsonTree | undefined
  readonly locale: string
  readonly values: ReadonlyMap<string, Message>
}

/** What the formats of the family have in common. */
export const ofDialect = (
  dialect: Dialect,
): Pick<Format, 'extensions' | 'escape' | 'read' | 'readTarget' | 'write'> => ({
  extensions: '.json',
  escape: JSON_ESCAPE,
  read(text, rootLocale) {
    const tree = adapt(dialect, parseOneLocale(text, dialect.hasRootKey === true ? rootLocale : undefined))
    const root = dialect.source(tree)
    const parsed = { entries: listEntries(tree, root), options: detectOptions(tree, root) }
    return dialect.describe?.(parsed, { tree, root }) ?? parsed
  },
  readTarget(text, locale, source, rootKey) {
    const rules = rootRules(rootKey, locale)
    const tree = parse(dialect, text, rules.target)
    const of = source === undefined ? undefined : parse(dialect, source, rules.source)
    const root = dialect.target(tree, locale, of && { tree: of, root: dialect.source(of) })
    return listEntries(tree, root).flatMap(({ key, value, duplicate, differs }): TargetEntry[] => {
      const texts = readTexts(value)
      if (texts === undefined) return []
      return [{ key, ...texts, ...(duplicate && { duplicate }), ...(differs && { differs }) }]
    })
  },
  write: request => writeJson(dialect, request),
})

/** Detects the options of a file of the JSON family. */
function detectOptions(tree: JsonTree, root: ObjectShape) {
  const { indent, eol } = detectStyle(tree)
  return {
    syntax: detectSyntax(textsIn(root).map(({ node }) => String(node?.value))),
    separator: tree.nested ? '.' : '',
    indent,
    eol,
    final_newline: tree.text.endsWith('\n'),
    ...(tree.rootProperty !== undefined && { [ROOT_OPTION]: tree.rootProperty.name }),
  }
}

const adapt = (dialect: Dialect, tree: JsonTree): JsonTree =>
  dialect.isNested === undefined ? tree : { ...tree, nested: dialect.isNested(tree) }

/**
 * Lists the entries of an outline, at the position of their first string; plural forms are combined in CLDR's order.
 * @throws AppError `invalid_input` above 50,000.
 */
function listEntries(tree: JsonTree, root: ObjectShape): (SourceEntry & TargetEntry)[] {
  const entries = new Map<string, string | Map<string, string>>()
  const ordinals = new Set<string>()
  const repeated = tree.hasDuplicates ? findRepeated(tree, root) : undefined
  for (const { key, form, isOrdinal, node } of textsIn(root)) {
    if (entries.size === MAX_ENTRIES && !entries.has(key)) {
      assertCount(entries.size, (...fault) => jsonFault(tree.text, node?.offset ?? 0, ...fault))
    }
    const text = String(node?.value)
    if (isOrdinal === true) ordinals.add(key)
    if (form === undefined) entries.set(key, text)
    else {
      const forms = entries.get(key)
      if (forms instanceof Map) forms.set(form, text)
      else entries.set(key, new Map([[form, text]]))
    }
  }
  return [...entries].map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : sortForms(value),
    ...(ordinals.has(key) && { tags: ['ordinal'] }),
    ...repeated?.get(key),
  }))
}

/** Finds the keys of strings that occur twice, also within an object that does. */
function findRepeated({ text, conflicts }: JsonTree, root: ObjectShape): RepeatedKeys {
  const first = new Map<string, Node | undefined>()
  const found = new RepeatedKeys()
  const findConflict = indexConflicts(
    conflicts.map(conflict => ({
      spans: [conflict.first, conflict.again].map(({ node }) => ({ start: node.offset, end: getNodeEnd(node) })),
      findLines: () => findLines(text, conflict.first.key.offset, conflict.again.key.offset),
    })),
  )
  for (const { key, form = '', node } of textsIn(root)) {
    const slot = `${form} ${key}`
    const before = first.get(slot)
    const conflict = findConflict(node?.offset ?? 0)
    if (conflict !== undefined) found.add(key, false, conflict.findLines)
    else if (before !== undefined) found.add(key, true, () => findLines(text, before.offset, node?.offset ?? 0))
    if (before === undefined) first.set(slot, node)
  }
  return found
}

const parse = (dialect: Dialect, text: string, isRootKey: RootRule | undefined): JsonTree =>
  adapt(dialect, parseJson(text, isRootKey))

function writeJson(dialect: Dialect, request: WriteRequest): string {
  const { locale, values, rootKey } = request
  const rules = rootRules(rootKey, locale)
  const parsed = parse(dialect, request.source, rules.source)
  // New files and the order of keys follow from a file in which no key occurs twice.
  const source = parsed.hasDuplicates ? parse(dialect, withoutDuplicates(parsed), rules.source) : parsed
  const sibling = request.sibling === undefined ? undefined : parseJson(request.sibling, rules.sibling)
  const root = dialect.source(source)
  const texts = dialect.texts?.(values) ?? singleTexts(values)
  const toPlan = (base?: JsonTree) => dialect.plan?.(root, { source, base, sibling, locale, values }) ?? root
  const model = { from: source, texts, keepsLayout: dialect.keepsLayout }
  const own = detectStyle(source)
  const given = request.base === undefined ? undefined : parse(dialect, request.base, rules.target)
  const isEmpty = rootKey !== undefined && given !== undefined && listProperties(given.outer).length === 0
  if (given !== undefined && !isEmpty) {
    const left = removeDroppedKeys(dialect, request, given, { tree: source, root }, texts)
    const base = left === given.bom + given.text ? given : parse(dialect, left, rules.target)
    const rendering = { ...model, style: detectStyle(given, own), fresh: false }
    return withRootKey(insertIntoBase(rendering, toPlan(base), base), base, locale)
  }
  const plan = toPlan()
  const style = sibling === undefined ? own : detectStyle(sibling, own)
  const rendering = { ...model, style, fresh: true }
  if (sibling !== undefined && !isSameStyle(sibling, style, source, own)) {
    const { bom, text } = sibling
    const empty = `${bom}${text.slice(0, sibling.root.offset)}{}${text.slice(getNodeEnd(sibling.root))}`
    const into = parseJson(empty, name => name === sibling.rootProperty?.name)
    return withRootKey(insertIntoBase(rendering, plan, into), into, locale)
  }
  const selected = selectFromSource(source, plan, texts, style)
  const written = hasAddedPlaces(plan)
    ? insertIntoBase(rendering, plan, parse(dialect, selected, rules.source))
    : selected
  return withRootKey(written, source, locale)
}

/** Replaces the root key of a file that was written into `into`, if that is the key of another locale. */
function withRootKey(written: string, { bom, rootProperty }: JsonTree, locale: string): string {
  if (rootProperty === undefined || spellsLocale(rootProperty.name, locale)) return written
  const { key, name } = rootProperty
  const start = bom.length + key.offset
  return written.slice(0, start) + JSON.stringify(spellRootKey(locale, name)) + written.slice(start + key.length)
}

/** Returns whether a plan has slots that the source file lacks. */
function hasAddedPlaces(shape: Shape): boolean {
  if (shape.kind === 'text' || shape.kind === 'own') return shape.node === undefined
  return childrenOf(shape).some(hasAddedPlaces)
}

/** Returns the file without the keys that leave it, and without outdated translations. */
function removeDroppedKeys(
  dialect: Dialect,
  { removed = new Set(), withdrawn = new Set(), locale }: WriteRequest,
  base: JsonTree,
  source: OutlinedSource,
  texts: Texts,
): string {
  if (removed.size + withdrawn.size === 0 && dialect.hasOutdated !== true) return base.bom + base.text
  const spelled = spellAsNested(dialect, source, base)
  const root = dialect.target(base, locale, spelled)
  const current = new Set(textsIn(spelled.root).map(({ key }) => key))
  return removeKeys(base, root, {
    isRemoved: key => withdrawn.has(key) || (removed.has(key) && !current.has(key)),
    isWithdrawn: key => withdrawn.has(key),
    isReplaced: key => texts.has(key),
  })
}

/** Outlines a source file again if only its target file is nested: removed keys may have been the only nested ones. */
function spellAsNested(dialect: Dialect, source: OutlinedSource, { nested }: JsonTree): OutlinedSource {
  if (source.tree.nested || !nested || dialect.isNested !== undefined) return source
  const tree = { ...source.tree, nested }
  return { tree, root: dialect.source(tree) }
}

/**
 * Parses a source file, whose only key at the root may be its locale.
 * @throws AppError `invalid_input` with line and column, also for a file whose keys at the root are several locales: each is a file of its own here.
 */
function parseOneLocale(text: string, rootLocale: string | undefined): JsonTree {
  if (rootLocale === undefined) return parseJson(text)
  const tree = parseJson(text, name => spellsLocale(name, rootLocale))
  const [first, second, ...others] = listProperties(tree.root)
  if (tree.rootProperty !== undefined || first === undefined || second === undefined) return tree
  const all = [first, second, ...others]
  const languages = listLanguages(first)
  const hasSource = languages.length > 1 && languages.some(name => spellsLocale(name, rootLocale))
  if (hasSource && all.every(one => isDeepStrictEqual(listLanguages(one), languages))) {
    const what = `the file has texts in several languages below each key, ${languages.slice(0, 2).join(' and ')}`
    throw jsonFault(tree.text, first.value.offset, what, 'Split it into a file per language, with a text per key.')
  }
  const areLocales = all.every(({ name, value }) => value.type === 'object' && isLocaleName(name))
  if (!areLocales || !all.some(({ name }) => spellsLocale(name, rootLocale))) return tree
  throw jsonFault(tree.text, second.key.offset, ...describeLocales(first.name, second.name, 'json'))
}

/** The names in an object that has a text per language, such as `en` and `de`; none of another one. */
function listLanguages({ value }: Property): readonly string[] {
  const texts = value.type === 'object' ? listProperties(value) : []
  return texts.every(one => one.value.type === 'string' && isLocaleName(one.name)) ? texts.map(({ name }) => name) : []
}
