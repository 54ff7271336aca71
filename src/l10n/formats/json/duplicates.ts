import { isDeepStrictEqual } from 'node:util'
import { getNodeValue, type Node } from 'jsonc-parser'
import type { AppError } from '../../../errors.ts'
import { positionAt } from '../position.ts'
import { type Edit, splice } from '../splice.ts'
import { getNodeEnd, type JsonTree, jsonFault, listProperties, type Property, shortenName } from './tree.ts'

/** Returns whether two properties with the same name have the same value, so that programs read either. */
export const isSameValue = (first: Property, again: Property): boolean =>
  isDeepStrictEqual(getNodeValue(first.value), getNodeValue(again.value))

/** Creates the error for a key that occurs twice with different values. */
export function duplicateKeyError(text: string, first: Property, again: Property): AppError {
  const lines = [first, again].map(({ key }) => positionAt(text, key.offset).line)
  const what = `the key ${JSON.stringify(shortenName(again.name))} occurs twice with different values (lines ${lines.join(' and ')})`
  return jsonFault(text, again.key.offset, what, 'Remove one of them.')
}

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
