import type { RunView } from '../../tools/runs/view.ts'
import { Author } from '../strings/author.ts'
import { AuthorLine } from '../strings/author-line.tsx'

interface StarterLineProps {
  readonly run: RunView
  readonly now: Date
  /** Whether the reader does not learn who started it. */
  readonly isAnonymous: boolean
}

/** Who started a run, with what, and when. */
export function StarterLine({ run: { by, created_at }, now, isAnonymous }: StarterLineProps) {
  const starter = isAnonymous ? undefined : Author.safeParse(by).data
  // A browser's name says nothing about a user.
  const author = starter?.kind === 'human' ? { ...starter, client: undefined } : starter
  return <AuthorLine by={author} at={created_at} now={now} />
}
