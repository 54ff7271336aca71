import { localeChain } from '../../l10n/locale-chain.ts'
import type { Frozen } from '../../store/frozen.ts'
import { key } from '../../store/records/collection.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Reading } from '../call.ts'
import type { Owned } from './guidance-target.ts'

const MOST_PROJECTS = 50

/** How many texts were written before a change of a voice, in the locales that it is about: from the sizes of indexes. */
export async function textsUnder(
  owned: Owned,
  changed: readonly string[],
  { read, computed }: Reading,
): Promise<{ readonly texts: number; readonly more: boolean }> {
  const { projects, more } = await projectsUnder(owned, read)
  const pace = computed.pace()
  let texts = 0
  for (const { id, target_locales } of projects) {
    for (const locale of target_locales) {
      if (pace.isDue) await pace.rest()
      if (!concerns(changed, locale)) continue
      for (const state of ['needs_review', 'translated', 'approved']) {
        texts += await read.translations.count('state', key(id, locale, state))
      }
    }
  }
  return { texts, more }
}

/** The project itself, or those of the account. */
export async function projectsUnder(
  { account, project }: Owned,
  read: Reader,
): Promise<{ readonly projects: readonly Frozen<ProjectRecord>[]; readonly more: boolean }> {
  if (project !== undefined) return { projects: [project], more: false }
  const page = await read.projects.page('account', account.id, { limit: MOST_PROJECTS })
  return { projects: page.items, more: page.next !== undefined }
}

const concerns = (changed: readonly string[], locale: string): boolean =>
  changed.some(path => {
    const [field, tag = ''] = path.split('.')
    return field !== 'overrides' || localeChain(locale).includes(tag)
  })
