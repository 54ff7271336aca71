import type { WorkLeft } from './work-left.ts'

/** The state after a push, or after its dry run. */
export interface PushEnd {
  readonly isDryRun: boolean
  /** Whether anything was written, or would be. */
  readonly hasChanges: boolean
  /** Number of dropped keys that the call must confirm. */
  readonly confirm?: number | undefined
  /** Sentences about paths, moves and formats. */
  readonly notices: readonly string[]
  /** Target locales of the project. */
  readonly locales: number
  readonly left: WorkLeft | undefined
  readonly isMain: boolean
  /** Suffix that keeps a next step on the branch. */
  readonly at: string
}

/** Returns what to do after a push. */
export function nextAfterPush(end: PushEnd): string {
  const written = end.hasChanges && !end.isDryRun ? [] : ['Nothing was written.']
  return [...written, ...end.notices, end.isDryRun ? formatRepetition(end) : formatWork(end)].join(' ')
}

function formatRepetition({ hasChanges, confirm }: PushEnd): string {
  if (!hasChanges) return 'The push would change nothing.'
  return `Repeat without dry_run${confirm === undefined ? '' : `, with confirm_removed: ${confirm}`}.`
}

function formatWork({ locales, left, isMain, at }: PushEnd): string {
  if (locales === 0) return 'The project has no target locale: add one with update_project.'
  if (left !== undefined) {
    const count =
      left.count === undefined ? '' : `: ${left.count} ${left.count === 1 ? 'string is' : 'strings are'} left`
    return `Call get_work with locale ${left.locale}${at}${count}.`
  }
  const nothing = isMain ? 'Nothing is left to translate' : 'The push has nothing new to translate'
  return `${nothing}. Get the files with pull_translations${at}.`
}
