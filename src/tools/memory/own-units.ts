import type { ReadTmxUnit } from '../../l10n/memory/tmx/unit.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { FileRecord, ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { toUnits } from './list-units.ts'
import { isReusable } from './units.ts'

type OwnReader = Pick<Reader, 'projects' | 'files' | 'entries' | 'translations'>

interface Place {
  readonly project: Frozen<ProjectRecord>
  readonly file: Frozen<FileRecord>
}

/** Recognizes units that the memory has as translations of a project: those of a file that was exported from the same account. */
export class OwnUnits {
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
