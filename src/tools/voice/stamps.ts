import { resolveVoice } from '../../l10n/voice/resolve.ts'
import { voiceStamp } from '../../l10n/voice/stamp.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import { countStates } from '../translations/branch-view.ts'

/** The stamp of the voice that a project has for a locale now. */
export async function getVoiceStamp(
  { id, account_id }: { readonly id: string; readonly account_id: string },
  locale: string,
  read: Pick<Reader, 'voices'>,
): Promise<string> {
  const [account, own] = await Promise.all([read.voices.get(account_id), read.voices.get(id)])
  return voiceStamp(resolveVoice(locale, account?.voice, own?.voice))
}

/** The same, read once in a batch. */
export async function loadVoiceStamp(
  locale: string,
  {
    project,
    tx,
    stamps,
  }: {
    readonly project: Parameters<typeof getVoiceStamp>[0]
    readonly tx: Pick<Reader, 'voices'>
    readonly stamps: Map<string, string>
  },
): Promise<string> {
  const stamp = stamps.get(locale) ?? (await getVoiceStamp(project, locale, tx))
  stamps.set(locale, stamp)
  return stamp
}

/** Counts the translations of the main branch for which `isOutdatedVoice` is true, from the sizes of indexes. */
export async function countOutdatedTexts(
  projectId: string,
  locale: string,
  stamp: string,
  { entries, translations }: Pick<Reader, 'entries' | 'translations'>,
): Promise<number> {
  const ofVoice = (name: string): Promise<number> => translations.count('voice', compoundKey(projectId, locale, name))
  const [{ needs_review, translated, approved }, current, unknown] = await Promise.all([
    countStates(projectId, locale, { entries, translations }),
    ofVoice(stamp),
    ofVoice('unknown'),
  ])
  return needs_review + translated + approved - current - unknown
}
