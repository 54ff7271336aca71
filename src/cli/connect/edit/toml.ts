import { AppError } from '../../../errors.ts'
import { parseToml, type TomlTree } from '../../../l10n/formats/toml/tree.ts'
import type { MapNode, TreeNode } from '../../../l10n/formats/tree/node.ts'
import { quote } from '../../../text/quote.ts'
import { appendBlock, cutBlock, nextLine } from './blocks.ts'
import { type ConfigFormat, type EntryPlace, lineBreakOf, unexpectedContent } from './config-format.ts'
import { inlineJson } from './print-json.ts'

/** TOML with a table for each server: `[mcp_servers.dragoman]`. */
export const tomlFormat: ConfigFormat = {
  read(text, place) {
    const { server } = findEntry(text, place)
    return server === undefined ? undefined : toValue(text, server)
  },

  add(text, place, entry) {
    const { tree, section } = findEntry(text, place)
    if (section !== undefined && isClosed(tree, section)) {
      throw unexpectedContent(place.file, `"${place.section}" is not a table of its own.`)
    }
    const pairs = Object.entries(entry).map(([name, value]) => `${name} = ${inlineJson(value)}`)
    const lines = [...(text === '' ? [] : ['']), `[${place.section}.${place.name}]`, ...pairs]
    return appendBlock(text, lines.map(line => line + lineBreakOf(text)).join(''))
  },

  replace: (text, place, entry) => tomlFormat.add(tomlFormat.remove(text, place), place, entry),

  remove(text, place) {
    const { tree, server } = findEntry(text, place)
    if (server === undefined) return text
    const own = tree.tables.get(server as MapNode)?.form === 'header' ? tablesIn(server) : []
    const headers = own.flatMap(table => tree.tables.get(table) ?? []).filter(({ form }) => form === 'header')
    const start = headers[0]?.headerStart ?? 0
    const end = nextLine(text, Math.max(...headers.map(({ bodyStart }) => bodyStart - 1), ...own.map(lastEnd)))
    const found = text.slice(start, end).match(/^[ \t]*\[/gm) ?? []
    if (headers.length === 0 || found.length !== headers.length) {
      throw unexpectedContent(place.file, `"${place.name}" is not a table of its own.`)
    }
    const blank = /(?<=\n|^)\r?\n$/.exec(text.slice(0, start))?.[0] ?? ''
    return cutBlock(text, start - blank.length, end)
  },
}

interface Found {
  readonly tree: TomlTree
  readonly section: TreeNode | undefined
  readonly server: TreeNode | undefined
}

function findEntry(text: string, { section, name, file }: EntryPlace): Found {
  const tree = parse(text, file)
  // No program reads such a file.
  if (tree.hasDuplicates) throw unexpectedContent(file, 'A key occurs twice.')
  const found = findMember(tree.root, section)
  return { tree, section: found, server: findMember(found, name) }
}

function parse(text: string, file: string): TomlTree {
  try {
    return parseToml(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('invalid_input', `${quote(file)}: ${error.message} Nothing was changed.`, {
      fix: 'Correct the line, then run the command again.',
    })
  }
}

const findMember = (node: TreeNode | undefined, name: string): TreeNode | undefined =>
  node?.kind === 'map' ? node.members.find(member => member.name === name)?.value : undefined

/** Whether a header cannot add to a value: braces and keys with dots. */
function isClosed(tree: TomlTree, node: TreeNode): boolean {
  const form = node.kind === 'map' ? tree.tables.get(node)?.form : 'inline'
  return form === 'inline' || form === 'dotted'
}

const tablesIn = (node: TreeNode): readonly MapNode[] =>
  node.kind === 'map' ? [node, ...node.members.flatMap(({ value }) => tablesIn(value))] : []

const lastEnd = ({ members }: MapNode): number =>
  Math.max(0, ...members.map(({ value }) => (value.kind === 'map' && !value.isInline ? 0 : value.end)))

function toValue(text: string, node: TreeNode): unknown {
  if (node.kind === 'text') return node.value
  if (node.kind === 'list') return node.items.map(item => toValue(text, item))
  if (node.kind === 'map')
    return Object.fromEntries(node.members.map(({ name, value }) => [name, toValue(text, value)]))
  const raw = text.slice(node.start, node.end)
  return raw === 'true' ? true : raw === 'false' ? false : raw
}
