import { z } from 'zod'
import type { RunView } from '../../tools/runs/view.ts'
import { AuthorLine } from '../strings/author-line.tsx'

const Starter = z.object({
  kind: z.enum(['human', 'agent', 'llm', 'mt', 'memory', 'import', 'pseudo']),
  person: z.string().optional(),
  token: z.string().optional(),
  client: z.string().optional(),
})

interface StarterLineProps {
  readonly run: RunView
  readonly now: Date
  /** Whether the reader does not learn who started it. */
  readonly isAnonymous: boolean
}

/** Who started a run, with what, and when. */
export function StarterLine({ run: { by, created_at }, now, isAnonymous }: StarterLineProps) {
  const starter = isAnonymous ? undefined : Starter.safeParse(by).data
  if (starter === undefined) return <AuthorLine by={undefined} at={created_at} now={now} />
  const { kind, person, token, client } = starter
  const author = {
    kind,
    ...(person !== undefined && { person }),
    ...(token !== undefined && { token }),
    // A browser's name says nothing about a user.
    ...(client !== undefined && kind !== 'human' && { client }),
  }
  return <AuthorLine by={author} at={created_at} now={now} />
}
