import { detectSyntax } from '../syntax.ts'
import { type ObjectShape, textsIn } from './json-outline.ts'
import { detectStyle } from './json-style.ts'
import type { JsonTree } from './json-tree.ts'

/** What a push finds out about any file of the JSON family. */
export function detectOptions(tree: JsonTree, root: ObjectShape) {
  const { indent, eol } = detectStyle(tree)
  return {
    syntax: detectSyntax(textsIn(root).map(({ node }) => String(node?.value))),
    separator: tree.nested ? '.' : '',
    indent,
    eol,
    final_newline: tree.text.endsWith('\n'),
  }
}
