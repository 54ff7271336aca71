import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { key } from '../../store/records/collection.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader, Transaction } from '../../store/store.ts'
import { mainView, newUnit } from '../translations/unit.ts'

/** What is only read lets the store make no pause. */
const UNITS_A_TURN = 2_000

type Project = Pick<Frozen<ProjectRecord>, 'id'>

/** What a locale brings to a project. */
export interface LocaleGain {
  readonly locale: string
  /** Units of work that it makes, and the words of their sources. */
  readonly left: number
  readonly words_left: number
  /** Texts that were kept from when it was a target before. */
  readonly texts: number
}

interface Writing {
  readonly tx: Transaction
  readonly at: string
  readonly newId: () => string
  /** Whether nothing is written. */
  readonly dryRun: boolean
}

/** Gives every entry a unit in each of these locales; units from when a locale was a target before come back as they are. */
export async function addUnits(
  project: Project,
  locales: readonly string[],
  { tx, at, newId, dryRun }: Writing,
): Promise<readonly LocaleGain[]> {
  const gains = locales.map(locale => ({ locale, left: 0, words_left: 0, texts: 0 }))
  if (gains.length === 0) return []
  let seen = 0
  for (const file of await tx.files.list('project', project.id)) {
    for (const entry of await tx.entries.list('file', file.id)) {
      for (const gain of gains) {
        const kept = await tx.translations.by('unit', key(entry.id, gain.locale))
        const unit = kept === undefined ? newUnit(newId(), entry, gain.locale) : mainView(kept, entry, at)
        if (!dryRun && kept === undefined) await tx.translations.insert(unit)
        else if (!dryRun && !isDeepStrictEqual(unit, kept)) await tx.translations.put(unit)
        if (unit.work) {
          gain.left += 1
          gain.words_left += unit.words
        }
        if (unit.listed && unit.state !== 'untranslated') gain.texts += 1
        if (++seen % UNITS_A_TURN === 0) await nextTurn()
      }
    }
  }
  return gains
}

/** How many texts of the main branch a locale has. */
export async function countTexts(project: Project, locale: string, read: Reader): Promise<number> {
  const states = ['needs_review', 'translated', 'approved'] as const
  const counts = await Promise.all(
    states.map(state => read.translations.count('state', key(project.id, locale, state))),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
