import { ROOT_OPTION } from '../root-key.ts'
import { detectStyle } from './style.ts'
import type { YamlTree } from './tree.ts'

export function toOptions(tree: YamlTree) {
  const { indent, eol } = detectStyle(tree)
  return {
    separator: tree.isNested ? '.' : '',
    indent: ' '.repeat(indent),
    eol,
    final_newline: tree.text.endsWith('\n'),
    ...(tree.rootMember !== undefined && { [ROOT_OPTION]: tree.rootMember.name }),
  }
}
