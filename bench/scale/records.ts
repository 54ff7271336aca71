import { sourceHash } from '../../src/l10n/translation/staleness.ts'
import { VERSION } from '../../src/package-root.ts'
import { createIdGenerator } from '../../src/store/ids.ts'
import { toSortKey } from '../../src/store/records/define.ts'
import type { DumpBatch } from '../../src/store/store.ts'
import { getCheckVersion } from '../../src/tools/recheck/run.ts'
import { FILE_STRINGS, keyOf, type Plain, renderFile, type Seed, sha256 } from './seed.ts'
import { LOCALES, textOf } from './texts.ts'

/** Files without any translation, for submissions. */
const SPARE_FILES = 8
/** Translations of a file. */
const FILE_TRANSLATIONS = FILE_STRINGS * LOCALES.length
/** In the first half of the locales, one string of so many has no translation; the others are complete. */
const GAP_EVERY = 33

/** The name of a part, and the number of its first string. */
interface Part {
  readonly name: string
  readonly first: number
  readonly isSpare: boolean
}

export function listParts(translations: number): readonly Part[] {
  const count = Math.max(1, Math.round(translations / FILE_TRANSLATIONS))
  return Array.from({ length: count + SPARE_FILES }, (_, at) => ({
    name: at < count ? `part${at}` : `spare${at - count}`,
    first: at * FILE_STRINGS,
    isSpare: at >= count,
  }))
}

const CHECKED_AT = new Date().toISOString()

/** All records of a store whose one project has so many translations: those of the seed, and more like them. */
export async function* generate(seed: Seed, translations: number): AsyncGenerator<DumpBatch> {
  const parts = listParts(translations)
  // Otherwise the first process would check all texts again in the background.
  const versions = [{ id: 'checks', version: getCheckVersion(VERSION), at: CHECKED_AT }]
  yield { table: 'check_versions', records: versions }
  for (const [table, records] of seed.tables)
    yield* inBatches(
      table,
      records.map(one => grow(table, one, parts)),
    )
  const clone = cloner(seed)
  for (const part of parts.slice(1)) for (const [table, records] of clone(part)) yield* inBatches(table, records)
}

function* inBatches(table: DumpBatch['table'], records: readonly Plain[]): Generator<DumpBatch> {
  for (let from = 0; from < records.length; from += 1_000) yield { table, records: records.slice(from, from + 1_000) }
}

/** What the project and its history would be after all pushes. */
function grow(table: DumpBatch['table'], record: Plain, parts: readonly Part[]): Plain {
  if (table === 'projects') {
    const files = parts.map(({ name }) => ({ source: `${name}/en.json`, target: `${name}/{locale}.json`, aliases: {} }))
    return { ...record, files, next_entry: parts.length * FILE_STRINGS + 1 }
  }
  if (table === 'histories') return { ...record, bytes: Number(record['bytes']) * (parts.length - SPARE_FILES) }
  return record
}

type Tables = readonly (readonly [DumpBatch['table'], readonly Plain[]])[]

/** Makes the records of a pushed and imported file like those of the seed. */
function cloner({ tables }: Seed): (part: Part) => Tables {
  const newId = createIdGenerator(() => new Date())
  const like = (table: DumpBatch['table']): Plain => {
    const [record] = tables.get(table) ?? []
    if (record === undefined) throw new Error(`the seed has no ${table}`)
    return record
  }
  const models = {
    file: like('files'),
    branchFile: like('branch_files'),
    targetFile: like('target_files'),
    entry: like('entries'),
    translation: like('translations'),
    revision: like('revisions'),
    batch: like('batches'),
  }
  return ({ name, first, isSpare }) => {
    const fileId = newId()
    const entries = Array.from({ length: FILE_STRINGS }, (_, at): Plain => {
      const number = first + at + 1
      const source = textOf(0, first + at)
      return {
        ...models.entry,
        id: newId(),
        file_id: fileId,
        short: `e${number.toString(36)}`,
        key: keyOf(name, at),
        source,
        src: sourceHash(source),
        words: source.split(' ').length,
        order: `${toSortKey(first + 1)}.${toSortKey(number)}`,
        ...(at % 4 === 0 && { description: `Shown to people who use ${keyOf(name, at)}.` }),
      }
    })
    const content = renderFile(name, at => textOf(0, first + at))
    const items = entries.map(({ id, key, src }) => ({ key, entry_id: id, src }))
    const file = { ...models.file, id: fileId, path: `${name}/en.json` }
    const branchFile = { ...models.branchFile, id: newId(), file_id: fileId, content, sha256: sha256(content), items }
    const made: [DumpBatch['table'], readonly Plain[]][] = [
      ['files', [file]],
      ['branch_files', [branchFile]],
      ['entries', entries],
    ]
    if (isSpare) return made
    for (const [place, locale] of LOCALES.entries()) {
      const isGap = (at: number): boolean => place < LOCALES.length / 2 && at % GAP_EVERY === 5
      const textAt = (at: number): string => textOf(place + 1, first + at)
      const translated = renderFile(name, at => (isGap(at) ? undefined : textAt(at)))
      const batch = { ...models.batch, id: newId() }
      const translations = entries.flatMap((entry, at) => {
        if (isGap(at)) return []
        return [createTranslation(models.translation, entry, { locale, fileId, value: textAt(at), at })]
      })
      const target = { ...models.targetFile, id: newId(), file_id: fileId, locale, path: `${name}/${locale}.json` }
      made.push(
        ['target_files', [{ ...target, content: translated, sha256: sha256(translated) }]],
        ['translations', translations],
        ['batches', [batch]],
        ['revisions', translations.map(one => createRevision(models.revision, one, newId(), batch.id))],
      )
    }
    return made
  }
}

interface TranslationParts {
  readonly locale: string
  readonly fileId: string
  readonly value: string
  readonly at: number
}

function createTranslation(model: Plain, entry: Plain, { locale, fileId, value, at }: TranslationParts): Plain {
  const state = at % 10 === 3 ? 'needs_review' : at % 5 === 0 ? 'approved' : 'translated'
  const [text] = model['texts'] as readonly object[]
  const finding = { id: 'same_as_source', level: 'warning', message: 'The translation is the same as the source.' }
  return {
    ...model,
    id: `${entry.id}.${locale}`,
    file_id: fileId,
    entry_id: entry.id,
    locale,
    state,
    texts: [{ ...text, src: entry['src'], value, state, findings: at % 50 === 7 ? [finding] : [] }],
    order: entry['order'],
    words: entry['words'],
  }
}

function createRevision(model: Plain, translation: Plain, id: string, batchId: string): Plain {
  const [text] = translation['texts'] as readonly { readonly src: string; readonly value: string }[]
  return {
    ...model,
    id,
    entry_id: translation['entry_id'],
    locale: translation['locale'],
    translation_id: translation.id,
    src: text?.src,
    value: text?.value,
    state: translation['state'],
    batch_id: batchId,
  }
}
