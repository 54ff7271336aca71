import { z } from 'zod'
import type { Voice } from '../../l10n/voice/voice.ts'
import { VersionView } from '../../tools/guidance/versions.ts'
import { getVoice } from '../../tools/voice/get-voice.ts'
import { saveVoice } from '../../tools/voice/save-voice.ts'
import { loadVoice } from '../../tools/voice/versions.ts'
import { type GuidancePlace, loadPlace, type Version } from '../guidance/place.ts'
import { callTool, type SignedInRequest } from '../requests/page-request.ts'

/** The voice of a page. */
export interface VoicePlace extends GuidancePlace {
  readonly version: number
  readonly voice: Voice
  /** The voice that a project's extends; undefined for an account. */
  readonly base: Voice | undefined
  /** The newest versions; none for readers of a public project. */
  readonly versions: readonly Version[]
}

const Found = z.object({ version: z.number(), versions: z.array(VersionView).default([]) })

/** Reads the voice that the URL names. The tool decides who may; a long voice is read from the store as a whole. */
export async function loadVoicePlace(request: SignedInRequest): Promise<VoicePlace> {
  const place = await loadPlace(request, 'voice')
  const { target, isOfAccount, ownerId, project } = place
  const { read } = request.services.store
  const { versions } = await callTool(request, { tool: getVoice, input: { target }, shape: Found })
  const { version, voice } = await loadVoice(ownerId, read)
  const base = isOfAccount ? undefined : (await loadVoice(project.account.id, read)).voice
  return { ...place, version, voice, base, versions }
}

const Saved = z.object({
  version: z.number(),
  unchanged: z.boolean().default(false),
  revise: z.object({ texts: z.number(), more: z.boolean().default(false) }).default({ texts: 0, more: false }),
})

/** What saving a voice does, or would do. */
export type SavedVoice = z.output<typeof Saved>

interface VoiceChange {
  readonly voice: object
  readonly base_version: number
  readonly note?: string
}

/** Saves a whole voice. With `isDry`, only counts the translations of an earlier voice. */
export const saveWholeVoice = (
  request: SignedInRequest,
  { target }: Pick<VoicePlace, 'target'>,
  change: VoiceChange,
  { isDry }: { readonly isDry: boolean },
): Promise<SavedVoice> =>
  callTool(request, {
    tool: saveVoice,
    input: { target, ...change, ...(isDry && { dry_run: true }) },
    shape: Saved,
  })

export const hasImpact = ({ revise: { texts, more } }: SavedVoice): boolean => texts > 0 || more
