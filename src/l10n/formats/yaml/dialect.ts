import { isLocaleName, spellsLocale } from '../../locales/spellings.ts'
import type { TargetEntry, WriteRequest } from '../format.ts'
import { isTargetRoot, spellRootKey } from '../root-key.ts'
import { listEntries, listFormats, listPlurals, listTranslations, targetRules } from '../tree/entries.ts'
import { createHasher, markSources } from '../tree/hashes.ts'
import type { MapNode } from '../tree/node.ts'
import { buildOutline, type MapShape, type OutlineRules } from '../tree/outline.ts'
import { planMap, type WantedMap } from '../tree/plan.ts'
import { createRemovalRules } from '../tree/removal.ts'
import { encodeKey } from './encode.ts'
import { mergeInto } from './merge.ts'
import { yamlFault } from './parse.ts'
import { removeEntries } from './remove.ts'
import { renderMembers } from './render.ts'
import type { Schema } from './resolve.ts'
import { detectStyle, headOf, type YamlStyle } from './style.ts'
import { parseTree, type YamlTree } from './tree.ts'

export interface YamlDialect {
  readonly schema: Schema
  /** Creates the rule which maps of a file are entries. `rootKey` is the root key of the source, if that is its locale. */
  createRule(root: MapNode, rootKey: string | undefined): OutlineRules['findRole']
}

export interface YamlFile {
  readonly tree: YamlTree
  readonly root: MapShape
}

/** Reads a source file, whose only key at the root may spell `rootLocale`. */
export function readYamlSource(dialect: YamlDialect, text: string, rootLocale?: string) {
  const isRootKey = rootLocale === undefined ? undefined : (name: string) => spellsLocale(name, rootLocale)
  const tree = parseTree(text, dialect.schema, isRootKey)
  if (isRootKey !== undefined) assertOneLocale(tree, isRootKey)
  return { tree, entries: listEntries(toFile(outlineSource(dialect, tree, tree.rootMember?.name))) }
}

export function readYamlTarget(
  dialect: YamlDialect,
  text: string,
  locale: string,
  source: string | undefined,
  rootKey: string | undefined,
): readonly TargetEntry[] {
  const from = source === undefined ? undefined : parseSource(dialect, source, rootKey)
  const tree = parseTarget(dialect, text, locale, rootKey)
  if (rootKey !== undefined) assertOneLocale(tree, name => isTargetRoot(name, locale, rootKey))
  const target = outlineTarget(dialect, tree, rootKey, from)
  const entries = listTranslations(
    toFile(target),
    from ? listPlurals(from.root) : NO_KEYS,
    from && listFormats(from.root),
  )
  return markSources(entries, target.root, from?.root)
}

/** Rejects a file whose keys at the root are several locales: each is a file of its own here. */
function assertOneLocale({ text, outer }: YamlTree, isRootKey: (name: string) => boolean): void {
  const [first, second] = outer?.members ?? []
  if (outer === undefined || first === undefined || second === undefined) return
  const areLocales = outer.members.every(({ name, value }) => value.kind === 'map' && isLocaleName(name))
  if (!areLocales || !outer.members.some(({ name }) => isRootKey(name))) return
  const what = `the file has texts in several languages, below ${first.name} and ${second.name}`
  throw yamlFault(
    text,
    second.keyStart,
    what,
    `Split it into a file per language: ${first.name}.yml, ${second.name}.yml.`,
  )
}

const NO_KEYS: ReadonlySet<string> = new Set()

/** `Format.write` for every format of the family. */
export function writeYaml(dialect: YamlDialect, request: WriteRequest): string {
  const { locale, values, rootKey } = request
  const source = parseSource(dialect, request.source, rootKey)
  const own = detectStyle(source.tree)
  const toHasher = (tree: YamlTree | undefined) =>
    createHasher(tree && outlineTarget(dialect, tree, rootKey, source).root, request.base !== undefined, request)
  if (request.base !== undefined) {
    const base = withoutRemoved(dialect, request, parseTarget(dialect, request.base, locale, rootKey), source)
    const style = detectStyle(base, own)
    const rendering = { from: request.source, style, isFresh: false, anchors: new Set<string>() }
    const wanted = planMap(source.root, values, toHasher(base))
    const whole = rootKey !== undefined && base.rootMember === undefined ? underRoot(wanted, rootKey, locale) : wanted
    return withRootKey(mergeInto(rendering, whole, base), base, locale, style)
  }
  const sibling = request.sibling === undefined ? undefined : parseSibling(dialect, request.sibling, rootKey)
  const style = sibling === undefined ? own : detectStyle(sibling, own)
  const wanted = planMap(source.root, values, toHasher(sibling))
  const whole = rootKey === undefined ? wanted : underRoot(wanted, sibling?.rootMember?.name ?? rootKey, locale)
  const lines = renderMembers({ from: request.source, style, isFresh: true, anchors: new Set() }, whole, 0)
  const empty = rootKey === undefined ? '{}' : `${encodeKey(spellRootKey(locale, rootKey), style.quotes, false)}: {}`
  const head = headOf(sibling ?? source.tree)
  return head + (lines === '' ? empty + style.eol : lines)
}

const underRoot = (wanted: WantedMap, model: string, locale: string): WantedMap => ({
  kind: 'map',
  members: [{ name: spellRootKey(locale, model), wanted }],
})

/** Replaces the root key of a file, if that is the key of another locale. */
function withRootKey(written: string, { rootMember }: YamlTree, locale: string, { quotes }: YamlStyle): string {
  if (rootMember === undefined || spellsLocale(rootMember.name, locale)) return written
  const key = encodeKey(spellRootKey(locale, rootMember.name), quotes, false)
  return written.slice(0, rootMember.keyStart) + key + written.slice(rootMember.keyEnd)
}

const parseSource = (dialect: YamlDialect, text: string, rootKey: string | undefined): YamlFile =>
  outlineSource(
    dialect,
    parseTree(text, dialect.schema, rootKey === undefined ? undefined : name => name === rootKey),
    rootKey,
  )

/** Parses a target file, which has a root key if the source has one. */
const parseTarget = (dialect: YamlDialect, text: string, locale: string, rootKey: string | undefined): YamlTree =>
  parseTree(text, dialect.schema, rootKey === undefined ? undefined : name => isTargetRoot(name, locale, rootKey))

/** Parses the file of another locale, whose root key is that locale. */
const parseSibling = ({ schema }: YamlDialect, text: string, rootKey: string | undefined): YamlTree =>
  parseTree(text, schema, rootKey === undefined ? undefined : name => name === rootKey || isLocaleName(name))

function outlineSource(dialect: YamlDialect, tree: YamlTree, rootKey: string | undefined): YamlFile {
  return { tree, root: buildOutline(tree.root, ownRules(dialect, tree, rootKey)) }
}

const ownRules = (dialect: YamlDialect, tree: YamlTree, rootKey: string | undefined): OutlineRules => ({
  isNested: tree.isNested,
  findRole: dialect.createRule(tree.root, rootKey),
})

function outlineTarget(
  dialect: YamlDialect,
  tree: YamlTree,
  rootKey: string | undefined,
  source: YamlFile | undefined,
): YamlFile {
  const own = ownRules(dialect, tree, rootKey)
  const isNested = source?.tree.isNested ?? tree.isNested
  return { tree, root: buildOutline(tree.root, targetRules(source?.root, { ...own, isNested })) }
}

const toFile = ({ tree: { text, hasDuplicates, conflicts }, root }: YamlFile) => ({
  name: 'YAML',
  text,
  root,
  hasDuplicates,
  conflicts,
})

function withoutRemoved(dialect: YamlDialect, request: WriteRequest, base: YamlTree, source: YamlFile): YamlTree {
  const { removed = NO_KEYS, withdrawn = NO_KEYS, locale, rootKey } = request
  if (removed.size + withdrawn.size === 0) return base
  // Removed keys may have been the only nested ones.
  const spelled =
    source.tree.isNested || !base.isNested ? source : { ...source, tree: { ...source.tree, isNested: true } }
  const from = spelled === source ? source : outlineSource(dialect, spelled.tree, rootKey)
  const { root } = outlineTarget(dialect, base, rootKey, from)
  const left = removeEntries(base, root, createRemovalRules(request, from.root))
  return left === base.text ? base : parseTarget(dialect, left, locale, rootKey)
}
