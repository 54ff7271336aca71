import { noteHash } from '../../../src/l10n/translation/staleness.ts'
import { newTranslation } from '../../../src/l10n/translation/state.ts'
import type { Entry, Origin, Revision, TextVersion, Translation } from '../../../src/l10n/translation/translation.ts'

/** The time of everything in these tests. */
export const AT = '2026-01-31T12:00:00.000Z'

export const agent: Origin = { kind: 'agent', user_id: 'ada', credential: 'token:1' }
export const otherAgent: Origin = { ...agent, credential: 'token:2' }
export const user: Origin = { kind: 'human', user_id: 'bob', credential: 'session' }
export const importer: Origin = { ...agent, kind: 'import' }

/** A finding of level error. */
export const error = { id: 'placeholders', level: 'error', message: '{name} is missing.' } as const
export const warning = { id: 'urls', level: 'warning', message: 'The URL changed.' } as const

export const entry = (change: Partial<Entry> = {}): Entry => ({
  id: 'e',
  project_id: 'p',
  file_id: 'f',
  src: 'aa11',
  source: 'Apple',
  do_not_translate: false,
  order: '1',
  listed: true,
  words: 1,
  ...change,
})

/** A text for the source `aa11`, written by an agent without a note. */
export const text = (change: Partial<TextVersion> = {}): TextVersion => ({
  src: 'aa11',
  value: 'Apfel',
  state: 'translated',
  rev: 1,
  origin: agent,
  findings: [],
  at: AT,
  ...change,
})

/** A translation with these texts, newest first. */
export const translation = (texts: readonly TextVersion[] = [], change: Partial<Translation> = {}): Translation => ({
  ...newTranslation(entry(), 'de'),
  rev: Math.max(0, ...texts.map(({ rev }) => rev)),
  texts,
  ...change,
})

export const ignore = (finding: string): NonNullable<TextVersion['ignores']>[number] => ({
  finding,
  reason: 'intended',
  user_id: 'bob',
  at: AT,
})

/** The revision number `rev` of the translation for `aa11`, made by a batch of its own. */
export const revision = (rev: number, change: Partial<Revision> = {}): Revision => ({
  id: `r${rev}`,
  rev,
  src: 'aa11',
  value: `text ${rev}`,
  state: 'translated',
  origin: agent,
  batch_id: `b${rev}`,
  at: AT,
  ...change,
})

export const NOTE = 'On the button that buys it'
export const NOTE_HASH = noteHash(NOTE)
