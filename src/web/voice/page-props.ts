import type { FormFailure } from '../forms/attempt.ts'
import type { PageRequest } from '../requests/page-request.ts'
import type { VoicePlace } from './load-voice.ts'
import type { SavedVoice } from './save.ts'
import type { VoiceDraft } from './voice-draft.ts'

export const DONE = ['save', 'remove', 'restore', 'unchanged'] as const

export interface VoicePageProps {
  readonly request: PageRequest
  readonly place: VoicePlace
  /** The locale whose override the page shows; undefined for the base. */
  readonly locale: string | undefined
  readonly draft: VoiceDraft
  readonly note: string
  readonly failure: FormFailure | undefined
  /** What saving would affect; the next submission does it. */
  readonly impact: SavedVoice | undefined
  readonly isRemoving: boolean
  /** The version that the form replaces. */
  readonly base: number
  /** Whether the version of the page was saved after the form was opened. */
  readonly isConflict: boolean
  readonly done: (typeof DONE)[number] | undefined
}
