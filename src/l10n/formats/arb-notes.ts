import type { Node } from 'jsonc-parser'
import { type JsonTree, propertiesOf } from './json-tree.ts'
import { noteOf } from './limits.ts'

/** The notes for translators that `@key` holds, their first 4,000 characters: its description, then a line for each placeholder that has a description or an example. */
export function notesOf(tree: JsonTree): Map<string, string> {
  return new Map(
    propertiesOf(tree.root).flatMap(({ name, value }) => {
      if (!/^@(?!@)/.test(name)) return []
      const lines = [textOf(value, 'description'), ...placeholderLines(value)].filter(line => line !== undefined)
      return lines.length === 0 ? [] : [[name.slice(1), noteOf(lines.join('\n'))]]
    }),
  )
}

function placeholderLines(about: Node): string[] {
  const placeholders = propertyOf(about, 'placeholders')
  if (placeholders === undefined) return []
  return propertiesOf(placeholders).flatMap(({ name, value }) => {
    const example = textOf(value, 'example')
    const said = [textOf(value, 'description'), example && `such as ${example}`].filter(part => part !== undefined)
    return said.length === 0 ? [] : [`{${name}}: ${said.join(', ')}`]
  })
}

const propertyOf = (object: Node, name: string): Node | undefined =>
  propertiesOf(object).find(property => property.name === name)?.value

function textOf(object: Node, name: string): string | undefined {
  const found = propertyOf(object, name)
  return found?.type === 'string' && found.value !== '' ? String(found.value) : undefined
}
