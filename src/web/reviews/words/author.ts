import { formatDay, formatRecentDay, toDay } from '../../format/day.ts'
import { t } from '../../i18n/t.ts'
import { Author } from '../../strings/author.ts'

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
  if (at === undefined) return name
  const day = at.slice(0, 10)
  if (name === undefined) return formatRecentDay(day, now)
  return day === toDay(now) ? t('review.by.today', { name }) : t('review.by.at', { name, day: formatDay(day) })
}
