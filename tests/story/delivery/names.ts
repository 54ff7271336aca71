import type { TestFormat } from './formats/format.ts'
import type { History } from './history.ts'
import type { Listed } from './lines.ts'
import type { Look } from './looks.ts'

/** Fields of a push's answer that name what it matched, and what it dropped. */
const MATCHED = ['renamed', 'renames', 'moved', 'moves', 'swapped', 'swaps']
const DROPPED = ['lost', 'dropped', 'keys']

/** The matches and losses of a push that no answer names: strings with texts, and with a source that no other one has. */
export function findUnnamed(
  { pushes, format: formatName }: History,
  format: TestFormat,
  before: Look,
  after: Look,
  answers: readonly object[],
): readonly string[] {
  const named = (fields: readonly string[], one: Listed): boolean => {
    const { key } = format.nameOf(one)
    return answers.some(answer =>
      fields.some(field => JSON.stringify((answer as Readonly<Record<string, unknown>>)[field] ?? '').includes(key)),
    )
  }
  // Where the source is the key, a string can be a correction of one that is similar: the answer names it by the new source.
  const isCorrection = formatName === 'po' && answers.some(answer => 'changed' in answer)
  const missing: string[] = []
  for (const was of before.strings.values()) {
    const isAlone =
      [...before.strings.values()].filter(({ sourceId }) => sourceId === was.sourceId).length === 1 &&
      [...after.strings.values()].every(({ id, sourceId }) => id === was.id || sourceId !== was.sourceId)
    const hasText = [...before.shown.keys()].some(cell => cell.startsWith(`${was.id} `))
    if (!isAlone || !hasText) continue
    const is = after.strings.get(was.id)
    if (is === undefined) {
      if (!named(DROPPED, was) && !isCorrection)
        missing.push(`the answer does not name the dropped ${was.file} ${was.key}`)
      continue
    }
    const isMoved = is.file !== was.file || format.nameOf(is).key !== format.nameOf(was).key
    if (is.sourceId !== was.sourceId || !isMoved) continue
    if (pushes !== 'whole' && is.file !== was.file) continue
    if (!named(MATCHED, is)) missing.push(`the answer does not name ${was.file} ${was.key}, now ${is.file} ${is.key}`)
  }
  return missing
}
