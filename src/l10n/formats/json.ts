import type { Node } from 'jsonc-parser'
import { detectSyntax } from '../syntax.ts'
import type { Format, SourceEntry } from './format.ts'
import { insertIntoBase } from './json-insert.ts'
import { childKey } from './json-keys.ts'
import { selectFromSource } from './json-select.ts'
import { styleOf } from './json-style.ts'
import { parseJson, propertiesOf } from './json-tree.ts'

/**
 * Flat and nested JSON: every string is an entry, other values are kept and are not entries. An array is written whole or not at all, because its
 * elements are named by position.
 */
export const json: Format = {
  id: 'json',
  endings: '.json',
  matches: path => /\.json$/i.test(path),
  read(text) {
    const tree = parseJson(text)
    const entries: JsonEntry[] = []
    collect(tree.root, undefined, tree.nested, entries)
    const { indent, eol } = styleOf(tree)
    return {
      entries,
      options: {
        syntax: detectSyntax(entries.map(entry => entry.value)),
        separator: tree.nested ? '.' : '',
        indent,
        eol,
        final_newline: text.endsWith('\n'),
      },
    }
  },
  readTarget(text) {
    const entries: JsonEntry[] = []
    const tree = parseJson(text)
    collect(tree.root, undefined, tree.nested, entries)
    return entries.filter(({ value }) => value !== '')
  },
  write({ source, base, values }) {
    return base === undefined ? selectFromSource(source, values) : insertIntoBase(source, base, values)
  },
}

interface JsonEntry extends SourceEntry {
  readonly value: string
}

function collect(node: Node, key: string | undefined, nested: boolean, entries: JsonEntry[]): void {
  if (node.type === 'string' && key !== undefined) entries.push({ key, value: String(node.value) })
  else if (node.type === 'object') {
    for (const { name, value } of propertiesOf(node)) collect(value, childKey(key, name, nested), nested, entries)
  } else if (node.type === 'array') {
    for (const [index, child] of (node.children ?? []).entries()) {
      collect(child, childKey(key, String(index), nested), nested, entries)
    }
  }
}
