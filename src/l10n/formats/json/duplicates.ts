import type { Node } from 'jsonc-parser'
import { type Edit, splice } from '../splice.ts'
import { getNodeEnd, type JsonTree, listProperties, type Property } from './tree.ts'

/** Returns the file without the repetitions of keys. */
export function withoutDuplicates({ bom, text, outer }: JsonTree): string {
  const edits: Edit[] = []
  const visit = (node: Node): void => {
    const names = new Set<string>()
    let before: Property | undefined
    for (const property of listProperties(node)) {
      if (names.has(property.name) && before !== undefined) {
        edits.push({ start: getNodeEnd(before.node), end: getNodeEnd(property.node), text: '' })
      } else visit(property.value)
      names.add(property.name)
      before = property
    }
    if (node.type === 'array') for (const child of node.children ?? []) visit(child)
  }
  visit(outer)
  return bom + splice(text, edits)
}
