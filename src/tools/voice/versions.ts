import { z } from 'zod'
import { listReplacedFields } from '../../l10n/voice/resolve.ts'
import type { Voice } from '../../l10n/voice/voice.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { VoiceVersionRecord } from '../../store/records/guidance.ts'
import { textSize } from '../../store/records/sizes.ts'
import type { Reader } from '../../store/store.ts'
import type { GuidanceTarget } from '../guidance/target.ts'
import { versionsAfter } from '../guidance/versions.ts'
import type { WriteContext } from '../pipeline/call.ts'
import { getOrigin } from '../translations/origin.ts'

/** The saved voice of an account or project; version 0 is empty. */
export async function loadVoice(
  ownerId: string,
  read: Reader,
): Promise<{ readonly version: number; readonly voice: Voice }> {
  return (await read.voices.get(ownerId)) ?? { version: 0, voice: {} }
}

/** Most fields that an answer lists. */
const MAX_FIELDS_LISTED = 20

/** The changed fields as answers list them. */
export const changedOutput = {
  changed: z.array(z.string()).optional(),
  more_changed: z.number().int().optional(),
}

export const toChangedFields = (changed: readonly string[]) => ({
  changed: changed.slice(0, MAX_FIELDS_LISTED),
  ...(changed.length > MAX_FIELDS_LISTED && { more_changed: changed.length - MAX_FIELDS_LISTED }),
})

/** A voice at a version; undefined if the version does not exist. */
export async function findVoiceVersion(ownerId: string, version: number, read: Reader): Promise<Voice | undefined> {
  if (version === 0) return {}
  let found: Frozen<VoiceVersionRecord> | undefined
  for await (const one of versionsAfter(read.voice_versions, ownerId, version - 1)) found = one
  return found?.version === version ? found.voice : undefined
}

/** Writes the next version of a voice. Returns its number. @throws AppError `quota_exceeded`. */
export async function saveVoiceVersion(
  { ownerId, account }: GuidanceTarget,
  voice: Voice,
  note: string | undefined,
  context: WriteContext,
): Promise<number> {
  const { tx, services, claimQuota } = context
  const at = services.now().toISOString()
  const before = await tx.voices.get(ownerId)
  const version = (before?.version ?? 0) + 1
  const size = textSize(JSON.stringify(voice), note ?? '')
  await claimQuota(account, { used: { bytes: size - (before?.size ?? 0), history: size } })
  const history = (before?.history ?? 0) + size
  const record = { id: ownerId, version, voice, size, history, updated_at: at }
  if (before === undefined) await tx.voices.insert(record)
  else await tx.voices.put(record)
  await tx.voice_versions.append({
    id: services.newId(),
    owner_id: ownerId,
    version,
    voice: record.voice,
    ...(note !== undefined && { note }),
    origin: getOrigin(context),
    at,
  })
  return version
}

/** Most overrides that an answer lists. */
const MAX_LISTED = 20

/** The fields that the base of a project, or an override, replaces. */
export const replacedOutput = { replaces: z.record(z.string(), z.array(z.string())).optional() }

/** Says which fields are replaced, and how to add to them instead. */
export function describeReplaced(account: Voice | undefined, own: Voice) {
  const parts = Object.entries(listReplacedFields(account, own))
  const replaces = Object.fromEntries(parts.slice(0, MAX_LISTED).map(([name, fields]) => [name, [...fields]]))
  const first = parts.find(([, fields]) => fields.includes('guidelines') || fields.includes('description'))
  return { output: parts.length > 0 && { replaces }, hint: first === undefined ? '' : formatHint(first) }
}

function formatHint([name, fields]: readonly [string, readonly string[]]): string {
  const texts = fields.filter(field => field === 'guidelines' || field === 'description').join(' and ')
  return name === 'base'
    ? `Its ${texts} replaces that of the account. To add to it instead, set append to true in voice.`
    : `overrides.${name} replaces ${texts} of the base. To add to it instead, set append to true in overrides.${name}.`
}
