import { z } from 'zod'
import { LEVELS, type Level } from '../../l10n/checks/check.ts'
import { CHECK_IDS } from '../../l10n/checks/registry.ts'
import { currentIgnores, findOpen, listIgnored } from '../../l10n/translation/findings.ts'
import { findRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { isOutdatedVoice } from '../../l10n/voice/stamp.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import type { Project, Translation } from '../translations/records.ts'
import { countOutdatedTexts, getVoiceStamp } from '../voice/stamps.ts'

const Count = z.number().int().optional()

/** Counts of translations that somebody should look at. Zeros are absent. */
export const attentionFields = {
  /** Translations with an open finding, by level and check. */
  findings: z.partialRecord(z.enum(LEVELS), z.record(z.string(), z.number().int())).optional(),
  /** Translations with an open warning. */
  warnings: Count,
  /** Translations with an open finding of the level info. */
  infos: Count,
  /** With an ignored finding. */
  ignored: Count,
  /** Wait for a translation that answers a reviewer's request. */
  revise: Count,
  /** Answered a request and wait for the reviewer. */
  revised: Count,
  /** An imported file has another text. */
  conflicts: Count,
  /** Written or approved under an earlier voice. */
  outdated_voice: Count,
}

const Attention = z.object(attentionFields)
export type Attention = z.infer<typeof Attention>

type Findings = Partial<Record<Level, Record<string, number>>>

/** Counts in the main branch, from the sizes of indexes. */
export async function countMainAttention(
  project: Project,
  locale: string,
  { translations, voices, entries }: Pick<Reader, 'translations' | 'voices' | 'entries'>,
): Promise<Attention> {
  const place = compoundKey(project.id, locale)
  const stamp = await getVoiceStamp(project, locale, { voices })
  const outdated_voice = await countOutdatedTexts(project.id, locale, stamp, { translations, entries })
  const [warnings, infos, ignored, revise, revised, conflicts] = await Promise.all([
    translations.count('finding', compoundKey(place, 'warning')),
    translations.count('finding', compoundKey(place, 'info')),
    translations.count('ignored', place),
    translations.count('revise', place),
    translations.count('revised', place),
    translations.count('conflict', compoundKey(place, project.main_branch)),
  ])
  const findings: Findings = {}
  const kinds = LEVELS.flatMap(level => CHECK_IDS.map(id => [level, id] as const))
  const keys = kinds.map(([level, id]) => compoundKey(place, `${level} ${id}`))
  const hasAny = (await translations.count('finding', compoundKey(place, 'any'))) > 0
  for (const [at, count] of (hasAny ? await translations.countEach('finding', keys) : []).entries()) {
    const [level, id] = kinds[at] ?? []
    if (count > 0 && level !== undefined && id !== undefined) findings[level] = { ...findings[level], [id]: count }
  }
  return toAttention(findings, { warnings, infos, ignored, revise, revised, conflicts, outdated_voice })
}

/** Counts the translations that a branch shows, one by one. */
export class AttentionTally {
  readonly #stamp: string
  readonly #findings: Findings = {}
  readonly #counts = { warnings: 0, infos: 0, ignored: 0, revise: 0, revised: 0, conflicts: 0, outdated_voice: 0 }

  /** @param stamp of the present voice */
  constructor(stamp: string) {
    this.#stamp = stamp
  }

  add(translation: Translation, line: SourceLine, hasConflict: boolean): void {
    const { text } = shownText(translation, line)
    const request = findRequest(translation, line)
    if (request !== undefined) this.#counts[request.answered_at === undefined ? 'revise' : 'revised'] += 1
    if (hasConflict) this.#counts.conflicts += 1
    if (text === undefined) return
    const ignores = currentIgnores(translation, line)
    if (listIgnored(text.findings, ignores).length > 0) this.#counts.ignored += 1
    if (isOutdatedVoice(text, this.#stamp)) this.#counts.outdated_voice += 1
    const open = findOpen(text.findings, ignores)
    if (open.some(({ level }) => level === 'warning')) this.#counts.warnings += 1
    if (open.some(({ level }) => level === 'info')) this.#counts.infos += 1
    const seen = new Set(open.map(({ id, level }) => compoundKey(level, id)))
    for (const { id, level } of text.findings) {
      if (!seen.delete(compoundKey(level, id))) continue
      const ofLevel = (this.#findings[level] ??= {})
      ofLevel[id] = (ofLevel[id] ?? 0) + 1
    }
  }

  get attention(): Attention {
    return toAttention(this.#findings, this.#counts)
  }
}

function toAttention(findings: Findings, counts: Readonly<Record<string, number | undefined>>): Attention {
  const kept = Object.entries(counts).filter(([, count]) => count !== undefined && count > 0)
  return { ...(Object.keys(findings).length > 0 && { findings }), ...Object.fromEntries(kept) }
}
