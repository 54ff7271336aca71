import { isLocaleName, spellsLocale } from '../../locales/spellings.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import { listTexts } from '../../message/message.ts'
import type { Format, TargetEntry, WriteRequest } from '../format.ts'
import { describeLocales, ROOT_OPTION, type RootRule, rootRules, spellRootKey } from '../root-key.ts'
import { createRemovalRules, NO_KEYS } from '../tree/cut.ts'
import { listEntries, listFormats, listTranslations, targetRules } from '../tree/entries.ts'
import type { MapNode } from '../tree/node.ts'
import { buildOutline, type MapShape, type OutlineRules } from '../tree/outline.ts'
import { planMap, type WantedMap } from '../tree/plan.ts'
import { createHasher, findMessageRole, hasForms, hasOnlyMessages } from '../tree/plurals.ts'
import { encodeKey } from './encode.ts'
import { mergeInto, removeEntries } from './merge.ts'
import { yamlFault } from './parse.ts'
import { renderMembers } from './render.ts'
import type { Schema } from './resolve.ts'
import { detectStyle, headOf, type YamlStyle } from './style.ts'
import { parseTree, type YamlTree } from './tree.ts'

/**
 * YAML, flat or nested: every string is an entry; other values are kept. A list is written completely or not at all, because its elements are named by
 * position. A map of plural forms is one entry, and so is a message of go-i18n (`description`, `one`, `other`).
 */
export const yaml: Format = {
  id: 'yaml',
  extensions: '.yml, .yaml',
  escape: /\0/g,
  about: {
    name: 'YAML, flat or nested',
    placeholders: 'ICU, vue-i18n, i18next, printf, Ruby, braces and others, detected by file',
    plurals:
      'A key per CLDR category below the key of the entry: `one`, `other`; or those of the detected syntax, inside the message',
    notes: 'Comments above a key and after its value; `description` in messages of go-i18n',
    unsupported:
      'Numbers, booleans, dates, null and values with a tag are kept. An alias is kept; a change of the value at its anchor changes it, too. Files with several documents, keys on several lines and keys after a question mark are rejected.',
  },
  matches: path => /\.ya?ml$/i.test(path),
  read(text, rootLocale) {
    const { entries, options } = readYamlSource(coreDialect, text, rootLocale)
    const syntax = detectSyntax(entries.flatMap(({ value }) => listTexts(value)))
    return { entries, options: { ...options, syntax } }
  },
  readTarget: (text, locale, source, rootKey) => readYamlTarget(coreDialect, text, locale, source, rootKey),
  write: request => writeYaml(coreDialect, request),
}

const coreDialect: YamlDialect = {
  schema: 'core',
  createRule: root => (hasOnlyMessages(root) ? findMessageRole : map => (hasForms(map) ? 'plural' : undefined)),
}

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
  const { indent, eol } = detectStyle(tree)
  return {
    entries: listEntries(toFile(outlineSource(dialect, tree, tree.rootMember?.name))),
    options: {
      separator: tree.isNested ? '.' : '',
      indent: ' '.repeat(indent),
      eol,
      final_newline: text.endsWith('\n'),
      ...(tree.rootMember !== undefined && { [ROOT_OPTION]: tree.rootMember.name }),
    },
  }
}

export function readYamlTarget(
  dialect: YamlDialect,
  text: string,
  locale: string,
  source: string | undefined,
  rootKey: string | undefined,
): readonly TargetEntry[] {
  const rules = rootRules(rootKey, locale)
  const from =
    source === undefined ? undefined : outlineSource(dialect, parseTree(source, dialect.schema, rules.source), rootKey)
  const tree = parseTree(text, dialect.schema, rules.target)
  if (rules.target !== undefined) assertOneLocale(tree, rules.target)
  const target = outlineTarget(dialect, tree, rootKey, from)
  return listTranslations(toFile(target), from?.root, from && listFormats(from.root))
}

/** Rejects a file whose keys at the root are several locales: each is a file of its own here. */
function assertOneLocale({ text, outer }: YamlTree, isRootKey: RootRule): void {
  const [first, second] = outer?.members ?? []
  if (outer === undefined || first === undefined || second === undefined) return
  const areLocales = outer.members.every(({ name, value }) => value.kind === 'map' && isLocaleName(name))
  if (!areLocales || !outer.members.some(({ name }) => isRootKey(name))) return
  throw yamlFault(text, second.keyStart, ...describeLocales(first.name, second.name, 'yml'))
}

/** `Format.write` for every format of the family. */
export function writeYaml(dialect: YamlDialect, request: WriteRequest): string {
  const { locale, values, rootKey } = request
  const rules = rootRules(rootKey, locale)
  const source = outlineSource(dialect, parseTree(request.source, dialect.schema, rules.source), rootKey)
  const own = detectStyle(source.tree)
  const toHasher = (tree: YamlTree | undefined) =>
    createHasher(tree && outlineTarget(dialect, tree, rootKey, source).root, request.base !== undefined, request)
  if (request.base !== undefined) {
    const base = withoutRemoved(dialect, request, parseTree(request.base, dialect.schema, rules.target), source)
    const style = detectStyle(base, own)
    const rendering = { from: request.source, style, isFresh: false, anchors: new Set<string>() }
    const wanted = planMap(source.root, values, toHasher(base))
    const whole = rootKey !== undefined && base.rootMember === undefined ? underRoot(wanted, rootKey, locale) : wanted
    return withRootKey(mergeInto(rendering, whole, base), base, locale, style)
  }
  const sibling = request.sibling === undefined ? undefined : parseTree(request.sibling, dialect.schema, rules.sibling)
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

const outlineSource = (dialect: YamlDialect, tree: YamlTree, rootKey: string | undefined): YamlFile => ({
  tree,
  root: buildOutline(tree.root, ownRules(dialect, tree, rootKey)),
})

const ownRules = (dialect: YamlDialect, tree: YamlTree, rootKey: string | undefined): OutlineRules => ({
  isNested: tree.isNested,
  findRole: dialect.createRule(tree.root, rootKey),
})

function outlineTarget(dialect: YamlDialect, tree: YamlTree, rootKey?: string, source?: YamlFile): YamlFile {
  const own = ownRules(dialect, tree, rootKey)
  const isNested = source?.tree.isNested ?? tree.isNested
  return { tree, root: buildOutline(tree.root, targetRules(source?.root, { ...own, isNested })) }
}

const toFile = ({ tree, root }: YamlFile) => ({ ...tree, name: 'YAML', root })

function withoutRemoved(dialect: YamlDialect, request: WriteRequest, base: YamlTree, source: YamlFile): YamlTree {
  const { removed = NO_KEYS, withdrawn = NO_KEYS, locale, rootKey } = request
  if (removed.size + withdrawn.size === 0) return base
  // Removed keys may have been the only nested ones.
  const isSpelled = source.tree.isNested || !base.isNested
  const from = isSpelled ? source : outlineSource(dialect, { ...source.tree, isNested: true }, rootKey)
  const { root } = outlineTarget(dialect, base, rootKey, from)
  const left = removeEntries(base, root, createRemovalRules(request, from.root))
  return left === base.text ? base : parseTree(left, dialect.schema, rootRules(rootKey, locale).target)
}
