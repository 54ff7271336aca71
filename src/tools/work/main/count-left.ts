import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { countMainWork, getTranslation } from '../../translations/branch-view.ts'
import { countOutdatedTexts } from '../../voice/stamps.ts'
import type { LeftCounts, NamedEntry, WorkQuery } from '../query.ts'
import { isLeft, MAX_SEARCHED } from '../query.ts'
import { listMain, type MainPlaces } from './list-main.ts'

/**
 * Counts what is left for a query of the main branch: exactly where an index or the whole listing has the number, else as far as a call searches.
 * @param whole the number of translations that the query selects, if they were all listed
 */
export async function countMainLeft(
  query: WorkQuery,
  { places, named, whole }: MainPlaces & { readonly whole: number | undefined },
  { read, computed }: ReadDeps,
): Promise<LeftCounts> {
  const { locales, filter } = query
  const counts = await Promise.all(
    places.flatMap(({ counted }) => locales.map(locale => countMainWork(counted, locale, read))),
  )
  const unfiltered = counts.reduce((sum, { left }) => sum + left, 0)
  if (Object.values(filter).every(value => value === undefined)) return { left: unfiltered, unfiltered }
  if (named !== undefined) return { left: await countNamed(query, { places, named }, read), unfiltered }
  const known = whole ?? (await countIndexed(query, read))
  if (known !== undefined) return { left: known, unfiltered }
  let left = 0
  let searched = 0
  const pace = computed.pace()
  for await (const { translations, covered } of listMain(query, { places, named }, read)) {
    if (pace.shouldYield) await pace.yieldNow()
    left += translations.length + covered
    searched += 1
    if (searched === MAX_SEARCHED) break
  }
  return { left, unfiltered }
}

async function countNamed(
  query: WorkQuery,
  { places, named }: Pick<MainPlaces, 'places'> & { readonly named: readonly NamedEntry[] },
  read: Reader,
): Promise<number> {
  const files = query.files && new Set(places.map(({ id }) => id))
  let left = 0
  for (const { entry } of named) {
    if (files?.has(entry.file_id) === false) continue
    const units = await Promise.all(query.locales.map(locale => getTranslation(entry, locale, read)))
    left += units.filter(translation => isLeft(query, translation, entry, entry)).length
  }
  return left
}

/** The number of translations that a single filter selects in the whole branch; undefined if no index has it. */
async function countIndexed(
  { project, locales, files, filter, stamps }: WorkQuery,
  read: Reader,
): Promise<number | undefined> {
  const { names: _names, finding, outdated_voice, ...others } = filter
  const isSingle = (finding === undefined) !== (outdated_voice === undefined)
  if (!isSingle || files !== undefined || Object.values(others).some(value => value !== undefined)) return undefined
  const counts = await Promise.all(
    locales.map(locale =>
      finding === undefined
        ? countOutdatedTexts(project.id, locale, stamps.get(locale) ?? '', read)
        : read.translations.count('finding', compoundKey(project.id, locale, finding)),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
