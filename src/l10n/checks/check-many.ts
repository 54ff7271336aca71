import { addTo } from '../groups.ts'
import type { Message } from '../message/message.ts'
import type { ParsedMessage } from '../message/parsed-text.ts'
import type { CheckInput, CheckResult } from './check.ts'
import { checkText, inspectText, parseSource } from './check-text.ts'

/** A translation to check; `asIs` = without repairs. */
export interface CheckTask extends CheckInput {
  readonly asIs?: boolean
}

/**
 * Checks many translations; results are in input order. Each source string is parsed once for all its translations, and released after the last.
 * Yields a step with the index before each translation.
 */
export function* checkMany(tasks: readonly CheckTask[]): Generator<number, readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const places of groupBySource(tasks)) {
    let source: ParsedMessage | undefined
    for (const place of places) {
      const task = tasks[place]
      if (task === undefined) continue
      yield place
      source ??= parseSource(task)
      results[place] =
        task.asIs === true
          ? { value: task.target, findings: inspectText(task, source), repaired: [] }
          : checkText(task, source)
    }
  }
  return results
}

/** Groups task indexes by source; plural forms are equal if they are the same object. */
function groupBySource(tasks: readonly CheckTask[]): Iterable<readonly number[]> {
  const groups = new Map<string, Map<Message, number[]>>()
  for (const [place, { source, syntax, sourceLocale, families }] of tasks.entries()) {
    const kind = `${syntax} ${sourceLocale} ${families?.quotes} ${families?.families.join()}`
    const ofKind = groups.get(kind) ?? new Map<Message, number[]>()
    groups.set(kind, ofKind)
    addTo(ofKind, source, place)
  }
  return [...groups.values()].flatMap(ofKind => [...ofKind.values()])
}
