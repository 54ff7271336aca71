import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { saveVoice } from '../../tools/voice/save-voice.ts'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest } from '../requests/page-request.ts'
import type { VoicePlace } from './load-voice.ts'

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
  request: PageRequest,
  signedIn: SignedIn,
  { target }: Pick<VoicePlace, 'target'>,
  change: VoiceChange,
  { isDry }: { readonly isDry: boolean },
): Promise<SavedVoice> =>
  callTool(request, signedIn, {
    tool: saveVoice,
    input: { target, ...change, ...(isDry && { dry_run: true }) },
    shape: Saved,
  })

export const hasImpact = ({ revise: { texts, more } }: SavedVoice): boolean => texts > 0 || more
