import type { Message } from '../message/message.ts'
import type { ParsedMessage } from '../message/parsed-text.ts'
import type { CheckInput, CheckResult } from './check.ts'
import { checkText, inspectText, parseSource } from './check-text.ts'

/** A text to check; `asIs` = it stays as it is, without repairs. */
export interface CheckTask extends CheckInput {
  readonly asIs?: boolean
}

/**
 * Checks many texts and gives the results in their order. A source is parsed once however many texts answer it, and forgotten behind the last of them.
 * Before each text there is a step, which is its place in the list.
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

/** The places of the tasks that have the same source; forms are the same where they are the same object. */
function groupBySource(tasks: readonly CheckTask[]): Iterable<readonly number[]> {
  const groups = new Map<string, Map<Message, number[]>>()
  for (const [place, { source, syntax, sourceLocale }] of tasks.entries()) {
    const kind = `${syntax} ${sourceLocale}`
    const ofKind = groups.get(kind) ?? new Map<Message, number[]>()
    groups.set(kind, ofKind)
    const same = ofKind.get(source)
    if (same === undefined) ofKind.set(source, [place])
    else same.push(place)
  }
  return [...groups.values()].flatMap(ofKind => [...ofKind.values()])
}
