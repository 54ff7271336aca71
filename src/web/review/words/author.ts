import { z } from 'zod'
import { dayFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'

const Author = z.object({
  kind: z.enum(['human', 'agent', 'llm', 'mt', 'memory', 'import', 'pseudo']),
  person: z.string().optional(),
  client: z.string().optional(),
  token: z.string().optional(),
})

/** The name of who did something: a user, or a user with their program; undefined if the reader may not see it. */
export function nameAuthor(by: unknown): string | undefined {
  const { success, data } = Author.safeParse(by)
  if (!success) return undefined
  const person = data.person ?? t('review.by.deleted')
  if (data.kind === 'human') return person
  const program = data.client?.split('/')[0] ?? data.token ?? t(`review.by.${data.kind}`)
  return t('review.by.program', { person, program })
}

/** Who wrote something, and on which day. */
export function describeAuthor(by: unknown, at: string | undefined, now: Date): string | undefined {
  const name = nameAuthor(by)
  const day = at === undefined ? undefined : formatDay(at, now)
  if (name === undefined) return day
  return day === undefined ? name : t('review.by.at', { name, day })
}

const formatDay = (at: string, now: Date): string => {
  const today = now.toISOString().slice(0, 10)
  return at.slice(0, 10) === today ? t('format.today') : dayFormat().format(new Date(at))
}
