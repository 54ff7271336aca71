import { detectSyntax } from '../../message/detect-syntax.ts'
import { listTexts } from '../../message/message.ts'
import type { Format, WriteRequest } from '../format.ts'
import { splice } from '../splice.ts'
import { createRemovalRules, NO_KEYS } from '../tree/cut.ts'
import { listEntries, listTranslations, targetRules } from '../tree/entries.ts'
import { buildOutline, type MapShape, type OutlineRules } from '../tree/outline.ts'
import { planMap } from '../tree/plan.ts'
import { createHasher, findMessageRole } from '../tree/plurals.ts'
import { mergeInto, removeEntries, renderFile } from './merge.ts'
import { detectStyle } from './style.ts'
import { parseToml, type TomlTree } from './tree.ts'

/**
 * TOML, as Hugo and go-i18n use it: every string is an entry. A table of plural forms, with or without a `description`, is one entry; with `other` alone, the
 * entry is a string.
 */
export const toml: Format = {
  id: 'toml',
  extensions: '.toml',
  escape: /\0/g,
  about: {
    name: 'TOML (Hugo, go-i18n)',
    placeholders: 'Go templates: `{{ .Count }}`, and others, detected by file',
    plurals: 'A table per entry with a key per CLDR category: `one`, `other`',
    notes: 'Comments above a key and after its value; `description` in messages of go-i18n',
    unsupported:
      'A `hash` of go-i18n is written anew with a text for the present source. Numbers, booleans, dates and arrays of tables (`[[a]]`) are kept; a new file copies numbers, booleans and dates. Arrays of strings are written completely or not at all.',
  },
  matches: path => /\.toml$/i.test(path),
  read(text) {
    const tree = parseToml(text)
    const entries = listEntries(toFile(tree, buildOutline(tree.root, toRules(tree))))
    const texts = entries.flatMap(({ value }) => listTexts(value))
    return {
      entries,
      options: {
        syntax: detectSyntax(texts),
        separator: tree.isNested ? '.' : '',
        eol: detectStyle(tree).eol,
        final_newline: text.endsWith('\n'),
      },
    }
  },
  readTarget(text, _locale, source) {
    const tree = parseToml(text)
    const from = source === undefined ? undefined : parseToml(source)
    const root = from && buildOutline(from.root, toRules(from))
    return listTranslations(toFile(tree, outlineTarget(tree, from ?? tree, root)), root)
  },
  write(request) {
    const { values, base, sibling } = request
    const source = parseToml(request.source)
    const root = buildOutline(source.root, toRules(source))
    const own = detectStyle(source)
    if (base === undefined) {
      const model = sibling === undefined ? undefined : parseToml(sibling)
      const style = model === undefined ? own : detectStyle(model, own)
      const wanted = planMap(root, values, createHasher(model && outlineTarget(model, source, root), false, request))
      return style.bom + renderFile({ from: source, style, isFresh: true }, wanted, '')
    }
    const into = withoutRemoved(request, parseToml(base), source)
    const wanted = planMap(root, values, createHasher(outlineTarget(into, source, root), true, request))
    return mergeInto({ from: source, style: detectStyle(into, own), isFresh: false }, wanted, into)
  },
}

const toRules = ({ isNested }: TomlTree): OutlineRules => ({ isNested, findRole: findMessageRole })

const toFile = (tree: TomlTree, root: MapShape) => ({ ...tree, name: 'TOML', root })

/** Outlines a target file: the source decides how keys are written. */
const outlineTarget = (tree: TomlTree, { isNested }: TomlTree, root: MapShape | undefined): MapShape =>
  buildOutline(tree.root, targetRules(root, toRules({ ...tree, isNested })))

function withoutRemoved(request: WriteRequest, base: TomlTree, source: TomlTree): TomlTree {
  const { removed = NO_KEYS, withdrawn = NO_KEYS } = request
  if (removed.size + withdrawn.size === 0) return base
  // Removed keys may have been the only nested ones.
  const spelled = { ...source, isNested: source.isNested || base.isNested }
  const root = buildOutline(source.root, toRules(spelled))
  const rules = { ...createRemovalRules(request, root), isNeeded: () => false }
  const edits = removeEntries(base, outlineTarget(base, spelled, root), rules)
  return edits.length === 0 ? base : parseToml(splice(base.text, edits))
}
