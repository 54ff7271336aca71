import { localeChain } from '../../l10n/locales/chain.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { GuidanceTarget } from './target.ts'

const MAX_PROJECTS = 50

/** Counts the translations written before a change of a voice, in the locales it concerns, from the sizes of indexes. */
export async function countAffectedTexts(
  owned: GuidanceTarget,
  changed: readonly string[],
  { read, computed }: ReadDeps,
): Promise<{ readonly texts: number; readonly more: boolean }> {
  const { projects, more } = await listTargetProjects(owned, read)
  const pace = computed.pace()
  let texts = 0
  for (const { id, target_locales } of projects) {
    for (const locale of target_locales) {
      if (pace.shouldYield) await pace.yieldNow()
      if (!affectsLocale(changed, locale)) continue
      for (const state of ['needs_review', 'translated', 'approved']) {
        texts += await read.translations.count('state', compoundKey(id, locale, state))
      }
    }
  }
  return { texts, more }
}

/** The project itself, or the projects of the account. */
export async function listTargetProjects(
  { account, project }: GuidanceTarget,
  read: Reader,
): Promise<{ readonly projects: readonly Frozen<ProjectRecord>[]; readonly more: boolean }> {
  if (project !== undefined) return { projects: [project], more: false }
  const page = await read.projects.page('account', account.id, { limit: MAX_PROJECTS })
  return { projects: page.items, more: page.next !== undefined }
}

const affectsLocale = (changed: readonly string[], locale: string): boolean =>
  changed.some(path => {
    const [field, tag = ''] = path.split('.')
    return field !== 'overrides' || localeChain(locale).includes(tag)
  })
