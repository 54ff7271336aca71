import { createHash } from 'node:crypto'
import { getOrAdd } from '../../l10n/groups.ts'
import { normalizeSource } from '../../l10n/memory/compare-sources.ts'
import type { ReadTmxUnit } from '../../l10n/memory/tmx/unit.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { FileRecord, Origin, ProjectRecord } from '../../store/records/localization.ts'
import { type MemoryUnitRecord, memoryUnitSize } from '../../store/records/memory.ts'
import type { Reader } from '../../store/store.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { isReusable, toUnits } from './units.ts'

type OwnReader = Pick<Reader, 'projects' | 'files' | 'entries' | 'translations'>

interface Place {
  readonly project: Frozen<ProjectRecord>
  readonly file: Frozen<FileRecord>
}

/** Recognizes units that the memory has as translations of a project: those of a file that was exported from the same account. */
class OwnUnits {
  readonly #accountId: string
  readonly #read: OwnReader
  readonly #places = new Map<string, Place | undefined>()

  constructor(accountId: string, read: OwnReader) {
    this.#accountId = accountId
    this.#read = read
  }

  /** Whether the string that a unit names has its source and translation, now or before. */
  async has(
    { project, file, key, source, target }: ReadTmxUnit,
    sourceLocale: string,
    locale: string,
  ): Promise<boolean> {
    if (project === undefined || file === undefined || key === undefined) return false
    const place = await this.#find(project, file)
    if (place?.project.source_locale !== sourceLocale) return false
    for (const name of new Set([key, key.replace(PLURAL_FORM, '')])) {
      for (const entry of await this.#read.entries.list('key', compoundKey(place.project.id, name))) {
        if (entry.file_id !== place.file.id) continue
        const translation = await this.#read.translations.by('unit', compoundKey(entry.id, locale))
        for (const text of translation?.texts ?? []) {
          if (!isReusable(text)) continue
          for (const unit of toUnits(entry, text, { sourceLocale, targetLocale: locale, key: entry.key })) {
            if (unit.key === key && unit.source === source && unit.target === target) return true
          }
        }
      }
    }
    return false
  }

  async #find(slug: string, path: string): Promise<Place | undefined> {
    const name = compoundKey(slug, path)
    if (this.#places.has(name)) return this.#places.get(name)
    const project = await this.#read.projects.by('name', compoundKey(this.#accountId, slug))
    const file = project && (await this.#read.files.by('path', compoundKey(project.id, path)))
    const place = project && file && { project, file }
    this.#places.set(name, place)
    return place
  }
}

/** Units of plural forms have their category behind the key. */
const PLURAL_FORM = /\[[a-z]+\]$/

type Project = Pick<Frozen<ProjectRecord>, 'account_id' | 'source_locale' | 'target_locales'>

/** What an import does with a unit. `unchanged`: the memory has it, also as a translation of a project. `older`: a newer translation is there. */
export type ImportOutcome = 'added' | 'changed' | 'unchanged' | 'older'

interface PlannedUnit {
  readonly outcome: ImportOutcome
  readonly unit: MemoryUnitRecord
  /** Bytes that it adds to the account. */
  readonly grown: number
}

interface ImportContext {
  readonly project: Project
  readonly origin: Origin
  readonly importId: string
  readonly at: string
  readonly newId: () => string
  readonly read: Reader
}

/** Decides about the units of a file, in order. A later unit of the file replaces an earlier one of the same place. */
export class UnitImport {
  readonly #context: ImportContext
  readonly #planned = new Map<string, PlannedUnit>()
  readonly #sourceLocales = new Map<string, string>()
  readonly #locales = new Map<string, string>()
  readonly #own: OwnUnits

  constructor(context: ImportContext) {
    this.#context = context
    this.#own = new OwnUnits(context.project.account_id, context.read)
  }

  /** The units, each once. */
  get planned(): Iterable<PlannedUnit> {
    return this.#planned.values()
  }

  async add(row: ReadTmxUnit): Promise<void> {
    const { project, origin, importId, at, newId, read } = this.#context
    const { source, target, project: of, file, key, previous, next, note, changedAt, createdAt } = row
    const locales = {
      source_locale: this.#match(row.sourceLocale, [project.source_locale], this.#sourceLocales),
      locale: this.#match(row.targetLocale, project.target_locales, this.#locales),
    }
    const given = changedAt ?? createdAt
    const fields = {
      account_id: project.account_id,
      ...locales,
      source,
      target,
      ...omitUndefined({ project: of, file, key, previous, next, note }),
      changed_at: given === undefined ? at : new Date(given).toISOString(),
      origin,
      import_id: importId,
    }
    const identity = identify(fields)
    const known = await read.memory_units.by('identity', compoundKey(project.account_id, identity))
    const unit = { id: known?.id ?? newId(), identity, ...fields }
    const isOwn = await this.#own.has(row, locales.source_locale, locales.locale)
    this.#planned.set(identity, isOwn ? { outcome: 'unchanged', unit, grown: 0 } : plan(unit, known, given))
  }

  #match(locale: string, own: readonly string[], known: Map<string, string>): string {
    return getOrAdd(known, locale, () => matchLanguage(locale, own))
  }
}

function plan(
  unit: MemoryUnitRecord,
  known: Frozen<MemoryUnitRecord> | undefined,
  given: string | undefined,
): PlannedUnit {
  const grown = memoryUnitSize(unit) - (known === undefined ? 0 : memoryUnitSize(known))
  if (known === undefined) return { outcome: 'added', unit, grown }
  if (known.target === unit.target && known.source === unit.source) return { outcome: 'unchanged', unit, grown: 0 }
  if (given !== undefined && unit.changed_at < known.changed_at) return { outcome: 'older', unit, grown: 0 }
  return { outcome: 'changed', unit, grown }
}

/** What makes a unit the same as one of a later import: its source and place, or without a key, its source and target. */
function identify(unit: Omit<MemoryUnitRecord, 'id' | 'identity'>): string {
  const { source_locale, locale, source, target, project, file, key } = unit
  const place = key === undefined ? target : [project ?? null, file ?? null, key]
  const parts = [source_locale, locale, normalizeSource(source), place]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}

/**
 * The locale of the project that a file means: other programs write `en-US` and `de-DE` where a project has `en` and `de`. The locale itself, if the project
 * has none or several of its language.
 */
function matchLanguage(locale: string, own: readonly string[]): string {
  if (own.includes(locale)) return locale
  const language = toLanguage(locale)
  const similar = own.filter(one => toLanguage(one) === language)
  const [only] = similar
  return only !== undefined && similar.length === 1 ? only : locale
}

/** Language and script of a locale: `zh-Hant` for `zh-TW`. */
function toLanguage(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize()
  return `${language}-${script ?? ''}`
}
