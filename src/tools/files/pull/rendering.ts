import type { Message } from '../../../l10n/message/message.ts'
import type { Include } from '../../../l10n/translation/export.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { TargetFileRecord } from '../../../store/records/localization.ts'
import type { FileRule } from '../rules/rule-book.ts'
import type { PulledPlace, UnlistedEntries } from './target-files.ts'

/** What a pull writes for strings without a translation: nothing, or the translation of a fallback. */
export const FALLBACKS = ['omit', 'write'] as const

export interface RenderOptions {
  readonly include: Include
  /** SHA-256 of the caller's files, by path. */
  readonly have: ReadonlyMap<string, string>
  readonly fallback: (typeof FALLBACKS)[number]
  /** Whether to render a blank file: without a translation, never imported, and never pulled with a translation. */
  readonly withBlank: boolean
  readonly pace: Pacer
}

/** A source file whose target files are rendered. */
export interface RenderedSource extends Omit<PulledPlace, 'locale'>, RenderOptions {
  readonly rule: FileRule
  readonly unlisted: UnlistedEntries
  /** The target file whose style is used for a file that was never imported. */
  readonly sibling: Frozen<TargetFileRecord> | undefined
}

/** A target file with the one before it. */
export interface RenderedTarget extends RenderedSource, PulledPlace {
  readonly path: string
  /** The imported file; undefined if nobody imported the locale. */
  readonly base: Frozen<TargetFileRecord> | undefined
  /** The content that this locale changes: that of `base`, or of the file of all locales. */
  readonly before: string | undefined
  /** The content that somebody decided on; undefined if there is none. */
  readonly decided: string | undefined
  /** Whether the caller has this file. */
  readonly isOwner: boolean
  /** The branch whose imported file has the conflicts; undefined if the caller does not have that one. */
  readonly conflictsOn: string | undefined
  /** The texts of the caller's file, if only conflicts with one of them count: others are of another file. */
  readonly ownTexts: ReadonlyMap<string, Message> | undefined
}
