import type { WriteRequest } from '../format.ts'
import { toText } from '../single-text.ts'
import type { FluentFile } from './file.ts'
import { mergeInto, reparse } from './merge.ts'
import { removeSlots } from './remove.ts'
import { detectStyle } from './render.ts'

/** Writes a new file: the source with its translated messages, group and file comments, and with the comments of messages only if the sibling has such. */
export function newFile(source: FluentFile, sibling: FluentFile | undefined, { values }: WriteRequest): string {
  const isTranslated = (key: string): boolean => toText(values.get(key)) !== undefined
  const kept = findKeptLevels(sibling)
  const groups = new Set(source.items.filter(item => isKept(item, isTranslated)).map(({ group }) => group))
  const comments = source.comments.filter(
    comment => !kept.has(comment.level) || (comment.level === 2 && !groups.has(comment)),
  )
  const noted = kept.has(1) ? [] : source.items.filter(item => item.comment !== undefined && isKept(item, isTranslated))
  const left = reparse(
    source,
    removeSlots(source, key => !isTranslated(key), {
      comments,
      parts: noted.map(({ start, idStart }) => ({ start, end: idStart })),
    }),
  )
  const style = detectStyle(source)
  const written = mergeInto({ ...left, bom: sibling?.bom ?? source.bom }, values, () => source, style)
  const eol = sibling === undefined ? style.eol : detectStyle(sibling, style).eol
  return eol === style.eol ? written : written.replace(/\r?\n/g, eol)
}

const isKept = ({ id, isTerm, slots }: FluentFile['items'][number], isTranslated: (key: string) => boolean): boolean =>
  isTerm ? isTranslated(id) : slots.some(({ key }) => isTranslated(key))

/** The levels of the comments that a new file has. */
function findKeptLevels(sibling: FluentFile | undefined): ReadonlySet<number> {
  if (sibling === undefined || sibling.items.length === 0) return new Set([2, 3])
  const found = new Set<number>(sibling.comments.map(({ level }) => level))
  if (sibling.items.some(({ comment }) => comment !== undefined)) found.add(1)
  return found
}
