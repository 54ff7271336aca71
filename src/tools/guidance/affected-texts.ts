import { localeChain } from '../../l10n/locales/fallback-chain.ts'
import { resolveVoice } from '../../l10n/voice/resolve.ts'
import { voiceStamp } from '../../l10n/voice/stamp.ts'
import type { Voice } from '../../l10n/voice/voice.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { countOutdatedTexts } from '../voice/stamps.ts'
import type { GuidanceTarget } from './target.ts'

const MAX_PROJECTS = 50

/** Counts the translations that have an outdated voice once a changed one is saved, in the locales that the change concerns. */
export async function countAffectedTexts(
  owned: GuidanceTarget,
  { voice, changed }: { readonly voice: Voice; readonly changed: readonly string[] },
  { read, computed }: ReadDeps,
): Promise<{ readonly texts: number; readonly more: boolean }> {
  const { projects, more } = await listTargetProjects(owned, read)
  const pace = computed.pace()
  const account = owned.project === undefined ? voice : (await read.voices.get(owned.account.id))?.voice
  let texts = 0
  for (const { id, target_locales } of projects) {
    const own = owned.project === undefined ? (await read.voices.get(id))?.voice : voice
    for (const locale of target_locales) {
      if (pace.shouldYield) await pace.yieldNow()
      if (!affectsLocale(changed, locale)) continue
      texts += await countOutdatedTexts(id, locale, voiceStamp(resolveVoice(locale, account, own)), read)
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
