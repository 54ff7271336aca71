import { createHash } from 'node:crypto'
import type { TargetEntry, WriteRequest } from '../format.ts'
import type { TextNode } from './node.ts'
import { entriesIn, type PluralShape, type Shape, type TextShape } from './outline.ts'

/** Returns the hash of the source for a message of a target file that has one, or is new in a file with hashes. */
export type Hasher = (shape: TextShape | PluralShape) => string | undefined

/** `target` is the file in whose style messages are written; `isBase` whether it is also the file that is written. */
export function createHasher(
  target: Shape | undefined,
  isBase: boolean,
  { stale, states }: Pick<WriteRequest, 'stale' | 'states'>,
): Hasher {
  const stated = listHashes(target)
  const known = new Set(isBase && target !== undefined ? entriesIn(target).map(({ key }) => key) : [])
  return shape => {
    const { key } = shape
    if (stated.size === 0 || (known.has(key) && !stated.has(key))) return undefined
    return stale?.has(key) === true || states?.get(key) === 'needs_review' ? undefined : hashShape(shape)
  }
}

/** Says of the translations whose file has a hash for them whether they are for the source of now. */
export function markSources(
  entries: readonly TargetEntry[],
  target: Shape,
  source: Shape | undefined,
): readonly TargetEntry[] {
  const stated = listHashes(target)
  if (source === undefined || stated.size === 0) return entries
  const right = new Map(entriesIn(source).map(shape => [shape.key, hashShape(shape)]))
  return entries.map(entry => {
    const [own, hash] = [stated.get(entry.key), right.get(entry.key)]
    return own === undefined || hash === undefined ? entry : { ...entry, ofSource: own === hash ? 'present' : 'other' }
  })
}

const listHashes = (root: Shape | undefined): ReadonlyMap<string, string> =>
  new Map(
    (root === undefined ? [] : entriesIn(root)).flatMap(shape => {
      const hash = shape.kind === 'plural' ? findField(shape.node.members, 'hash') : undefined
      return hash === undefined ? [] : [[shape.key, hash.value]]
    }),
  )

/** The hash of a source message of go-i18n. `goi18n merge` drops a translation that has the hash of another source. */
function hashShape(shape: TextShape | PluralShape): string {
  const description = shape.kind === 'text' ? undefined : findField(shape.node.members, 'description')?.value
  const other = shape.kind === 'text' ? shape.value : shape.forms.get('other')?.value
  return `sha1-${createHash('sha1')
    .update(`${description ?? ''}${other ?? ''}`)
    .digest('hex')}`
}

function findField(members: PluralShape['node']['members'], name: string): TextNode | undefined {
  const value = members.find(member => member.name === name)?.value
  return value?.kind === 'text' ? value : undefined
}
