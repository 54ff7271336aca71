import { detectSyntax } from '../../message/detect-syntax.ts'
import { ROOT_OPTION } from '../root-key.ts'
import { type ObjectShape, textsIn } from './outline.ts'
import { detectStyle } from './style.ts'
import type { JsonTree } from './tree.ts'

/** Detects the options of a file of the JSON family. */
export function detectOptions(tree: JsonTree, root: ObjectShape) {
  const { indent, eol } = detectStyle(tree)
  return {
    syntax: detectSyntax(textsIn(root).map(({ node }) => String(node?.value))),
    separator: tree.nested ? '.' : '',
    indent,
    eol,
    final_newline: tree.text.endsWith('\n'),
    ...(tree.rootProperty !== undefined && { [ROOT_OPTION]: tree.rootProperty.name }),
  }
}
