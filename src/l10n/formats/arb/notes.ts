import type { Node } from 'jsonc-parser'
import { findProperty, type JsonTree, listProperties } from '../json/tree.ts'
import { truncateNote } from '../limits.ts'

/** Notes for translators from `@key`, up to 4,000 characters: its description and context, then a line per placeholder with a description or example. */
export function readNotes(tree: JsonTree): Map<string, string> {
  return new Map(
    listProperties(tree.root).flatMap(({ name, value }) => {
      if (!/^@(?!@)/.test(name)) return []
      const lines = [
        findText(value, 'description'),
        findText(value, 'context'),
        ...formatPlaceholderLines(value),
      ].filter(line => line !== undefined)
      return lines.length === 0 ? [] : [[name.slice(1), truncateNote(lines.join('\n'))]]
    }),
  )
}

function formatPlaceholderLines(about: Node): string[] {
  const placeholders = findProperty(about, 'placeholders')?.value
  if (placeholders === undefined) return []
  return listProperties(placeholders).flatMap(({ name, value }) => {
    const example = findText(value, 'example')
    const said = [findText(value, 'description'), example && `such as ${example}`].filter(part => part !== undefined)
    return said.length === 0 ? [] : [`{${name}}: ${said.join(', ')}`]
  })
}

function findText(object: Node, name: string): string | undefined {
  const found = findProperty(object, name)?.value
  return found?.type === 'string' && found.value !== '' ? String(found.value) : undefined
}
