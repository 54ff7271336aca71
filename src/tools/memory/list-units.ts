import { FORM } from '../../l10n/memory/compare-sources.ts'
import type { TmxUnit } from '../../l10n/memory/tmx/unit.ts'
import type { Message } from '../../l10n/message/message.ts'
import { findCarriedSource } from '../../l10n/translation/sources.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import { eachRecord } from '../../store/each-record.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { type MemoryUnitRecord, memoryPairKey } from '../../store/records/memory.ts'
import type { Reader } from '../../store/store.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import type { Entry, TextVersion } from '../translations/records.ts'
import { NeighborFinder } from './neighbors.ts'
import { isReusable } from './units.ts'

interface Listing {
  readonly locales: readonly string[]
  readonly read: Reader
  readonly pace: Pacer
}

const PAGE = 500

/** The units of a project's translations, in the order of its strings. A string with plural forms is a unit for each form. */
export async function* listProjectUnits(
  project: Frozen<ProjectRecord>,
  { locales, read, pace }: Listing,
): AsyncGenerator<TmxUnit> {
  const neighbors = new NeighborFinder(project.main_branch, read)
  const paths = new Map((await read.files.list('project', project.id)).map(({ id, path }) => [id, path]))
  const pages = eachRecord(after => read.entries.page('project', project.id, { limit: PAGE, after }))
  for await (const entry of pages) {
    if (pace.shouldYield) await pace.yieldNow()
    const texts: { readonly locale: string; readonly text: TextVersion }[] = []
    for (const locale of locales) {
      const translation = await read.translations.by('unit', compoundKey(entry.id, locale))
      for (const text of translation?.texts ?? []) if (isReusable(text)) texts.push({ locale, text })
    }
    if (texts.length === 0) continue
    const file = paths.get(entry.file_id)
    const place = { project: project.slug, ...(file !== undefined && { file }), key: entry.key }
    const { previous, next } = await neighbors.ofFound(entry)
    const around = omitUndefined({ previous: toPlain(previous), next: toPlain(next) })
    for (const { locale, text } of texts) {
      const context = text.src === entry.src ? around : {}
      yield* toUnits(entry, text, { sourceLocale: project.source_locale, targetLocale: locale, ...place, ...context })
    }
  }
}

/** The imported units of an account from one source locale. */
export async function* listImportedUnits(
  accountId: string,
  sourceLocale: string,
  { locales, read, pace }: Listing,
): AsyncGenerator<TmxUnit> {
  for (const locale of locales) {
    const key = memoryPairKey(accountId, sourceLocale, locale)
    for await (const unit of eachRecord(after => read.memory_units.page('pair', key, { limit: PAGE, after }))) {
      if (pace.shouldYield) await pace.yieldNow()
      yield toImportedUnit(unit)
    }
  }
}

function toImportedUnit(unit: Frozen<MemoryUnitRecord>): TmxUnit {
  const { source_locale, locale, source, target, changed_at, project, file, key, previous, next, note } = unit
  return {
    sourceLocale: source_locale,
    source,
    targetLocale: locale,
    target,
    ...omitUndefined({ project, file, key, previous, next, note }),
    changedAt: changed_at,
  }
}

/** The units of a text of an entry: one, or one for each plural form. */
export function* toUnits(
  entry: Entry,
  { src, value, at }: TextVersion,
  unit: Omit<TmxUnit, 'source' | 'target'>,
): Generator<TmxUnit> {
  const source: Frozen<Message> | undefined = findCarriedSource(entry, src)
  if (source === undefined) return
  if (typeof value === 'string') {
    if (typeof source === 'string' && value !== '') yield { ...unit, source, target: value, changedAt: at }
    return
  }
  for (const [category, target] of Object.entries(value)) {
    const form = typeof source === 'string' ? source : (source[category] ?? source['other'])
    if (form === undefined || target === '') continue
    yield { ...unit, key: `${unit.key ?? ''}[${category}]`, source: form, target, changedAt: at }
  }
}

/** A neighbor, unless it has plural forms: a file has one text for it. */
const toPlain = (text: string | undefined): string | undefined => (text?.startsWith(FORM) === true ? undefined : text)
