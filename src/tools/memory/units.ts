import { FORM, normalizeSource } from '../../l10n/memory/compare-sources.ts'
import type { TmxUnit } from '../../l10n/memory/tmx/unit.ts'
import type { Message } from '../../l10n/message/message.ts'
import { hasError } from '../../l10n/translation/findings.ts'
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

/** A source with its translation: of an entry, or imported. */
export interface MemoryUnit {
  readonly source: Frozen<Message>
  readonly target: Frozen<Message>
  readonly state: 'translated' | 'approved'
  /** Absent if it is unknown. */
  readonly syntax?: string | undefined
  readonly at: string
  readonly entry?: Entry
  readonly imported?: Frozen<MemoryUnitRecord>
}

type UnitReader = Pick<Reader, 'entries' | 'translations' | 'memory_units'>

/** A record whose source is or was a text. */
interface TextOwner {
  readonly text: string
  readonly id: string
}

interface OwnedUnits<O> {
  readonly owner: O
  readonly units: readonly MemoryUnit[]
}

/** Reads the units of entries that have a text as their source, or had it. */
export async function readEntryUnits<O extends TextOwner>(
  owners: readonly O[],
  locale: string,
  { entries, translations }: UnitReader,
): Promise<readonly OwnedUnits<O>[]> {
  const found: OwnedUnits<O>[] = []
  const known = await entries.getEach(owners.map(({ id }) => id))
  const translated = await Promise.all(
    known.map(async entry => entry && translations.by('unit', compoundKey(entry.id, locale))),
  )
  for (const [at, entry] of known.entries()) {
    const owner = owners[at]
    const translation = translated[at]
    if (owner === undefined || entry === undefined || translation === undefined) continue
    const units = translation.texts.flatMap(version => {
      const source = findCarriedSource(entry, version.src)
      if (source === undefined || !isReusable(version) || normalizeSource(source) !== owner.text) return []
      const { value: target, state, at: writtenAt } = version
      return [{ source, target, state, syntax: entry.syntax, at: writtenAt, entry }]
    })
    if (units.length > 0) found.push({ owner, units })
  }
  return found
}

/** Reads the imported units that have a text as their source. */
export async function readImportedUnits<O extends TextOwner>(
  owners: readonly O[],
  { memory_units }: UnitReader,
): Promise<readonly OwnedUnits<O>[]> {
  const found = await memory_units.getEach(owners.map(({ id }) => id))
  return owners.flatMap((owner, at): OwnedUnits<O>[] => {
    const imported = found[at]
    if (imported === undefined || normalizeSource(imported.source) !== owner.text) return []
    const { source, target, changed_at } = imported
    return [{ owner, units: [{ source, target, state: 'translated', at: changed_at, imported }] }]
  })
}

type Reusable = TextVersion & { readonly state: MemoryUnit['state'] }

/** Whether the memory offers a text: nobody has to look at it first, and the checks find no error. */
export const isReusable = (text: TextVersion): text is Reusable =>
  text.state !== 'needs_review' && text.unresolved !== true && !hasError(text)

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
