import { AppError } from '../../../errors.ts'
import { matchTemplate } from '../../../l10n/files/match-template.ts'
import { checkPath } from '../../../l10n/files/paths.ts'
import { isOwnTarget, targetPath } from '../../../l10n/files/target-path.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import { spellsLocale } from '../../../l10n/locales/spellings.ts'
import { findClosestName } from '../../closest-name.ts'
import { type BranchFile, getBranchFile, listBranchFiles } from '../../projects/branches.ts'
import { targetLocale } from '../../projects/locales.ts'
import type { BranchReader } from '../../translations/branch-view.ts'
import type { Project } from '../../translations/records.ts'
import { findRule } from '../rules/rule-book.ts'

/** A target file in a call; `locale` and `source` are set if the path does not name them. */
export interface NamedTarget {
  readonly path: string
  readonly locale?: string | undefined
  readonly source?: string | undefined
}

/** The locale and source file of a target file. */
export interface TargetPlace {
  readonly path: string
  readonly locale: string
  readonly source: BranchFile
  /** The spelling of the locale in the path, if it differs from the file rule's. */
  readonly alias?: string | undefined
}

/** Most expected paths in an error. */
const MAX_PATHS = 10

/** Finds the locale and source of target files by the project's file rules. */
export class TargetResolver {
  readonly #from: BranchReader
  readonly #project: Project
  readonly #sources: readonly BranchFile[]
  /** Wanted paths, with the places that share each. */
  readonly #places: ReadonlyMap<string, readonly TargetPlace[]>

  private constructor(
    from: BranchReader,
    sources: readonly BranchFile[],
    places: ReadonlyMap<string, readonly TargetPlace[]>,
  ) {
    this.#from = from
    this.#project = from.project
    this.#sources = sources
    this.#places = places
  }

  /** Prepares a search for the given files. @throws AppError `not_found` if nothing was pushed to the branch. */
  static async open(named: readonly NamedTarget[], from: BranchReader): Promise<TargetResolver> {
    const { project, branch, read, computed } = from
    const sources = await listBranchFiles(project, branch, read)
    if (sources.length === 0) {
      throw new AppError('not_found', `Branch ${branch} has no source file yet.`, {
        fix: 'Push the source files with push_source first, then their translations.',
      })
    }
    const places = new Map(named.map(({ path }) => [path, [] as TargetPlace[]]))
    const pace = computed.pace()
    for (const source of sources) {
      if (pace.shouldYield) await pace.yieldNow()
      for (const [path, locale] of listTargetPaths(source, project)) places.get(path)?.push({ path, locale, source })
    }
    for (const [path, known] of places) {
      if (known.length > 0) continue
      for (const source of sources) {
        if (pace.shouldYield) await pace.yieldNow()
        const rule = findRule(project.files, source.file.path)
        const spelled = rule && matchTemplate(rule, path, project.target_locales)
        if (spelled !== undefined) known.push({ path, source, ...spelled })
      }
    }
    return new TargetResolver(from, sources, places)
  }

  /**
   * Returns the place of a target file; of a file that has all locales, one place per locale, or that of the given locale.
   * @throws AppError `invalid_input` with the expected paths, `not_found` for a source file that the branch lacks.
   */
  async find(named: NamedTarget): Promise<readonly TargetPlace[]> {
    const { path, locale } = named
    checkPath(path)
    const own = this.#sources.find(({ file }) => file.path === path)
    if (own === undefined) return [await this.#findOne(named)]
    const { multilingual, findTargetLanguage } = formatById(own.file.format)
    if (multilingual === undefined) {
      const stated = findTargetLanguage?.(own.branchFile.content) ?? ''
      const language = locale ?? this.#project.target_locales.find(one => spellsLocale(stated, one)) ?? stated
      if (findTargetLanguage !== undefined && language !== '') {
        return [{ path, locale: targetLocale(this.#project, language), source: own }]
      }
      throw new AppError('invalid_input', `${path} is a source file.`, { fix: 'Push it with push_source.' })
    }
    const locales = locale === undefined ? this.#project.target_locales : [targetLocale(this.#project, locale)]
    return locales.map(one => ({ path, locale: one, source: own }))
  }

  async #findOne({ path, locale, source }: NamedTarget): Promise<TargetPlace> {
    const given = locale === undefined ? undefined : targetLocale(this.#project, locale)
    const known = this.#known(path, source, given)
    const wanted = given ?? known?.locale
    const from = source === undefined ? this.#sourceFor(known, locale) : await this.#sourceAt(source)
    if (wanted !== undefined && from !== undefined) {
      return { path, locale: wanted, source: from, ...(known?.locale === wanted && { alias: known.alias }) }
    }
    throw this.#unknownPath(path, source)
  }

  /** Of several places with the same path, the one that the call names. */
  #known(path: string, source: string | undefined, locale: string | undefined): TargetPlace | undefined {
    const all = this.#places.get(path) ?? []
    const ofSource = all.filter(place => place.source.file.path === source)
    const places = ofSource.length > 0 ? ofSource : all
    const meant = places.length > 1 && locale !== undefined ? places.filter(place => place.locale === locale) : places
    if (meant.length > 1) throw ambiguousPathError(path, meant)
    return meant[0]
  }

  /** With a locale and no source: the only source file, if there is exactly one. */
  #sourceFor(known: TargetPlace | undefined, locale: string | undefined): BranchFile | undefined {
    if (known !== undefined) return known.source
    return locale !== undefined && this.#sources.length === 1 ? this.#sources[0] : undefined
  }

  #sourceAt(path: string): Promise<BranchFile> {
    return getBranchFile(this.#project, this.#from.branch, path, this.#from.read)
  }

  *#listPaths(sources: readonly BranchFile[]): Generator<string> {
    for (const source of sources) for (const [path] of listTargetPaths(source, this.#project)) yield path
  }

  #unknownPath(path: string, source: string | undefined): AppError {
    const sources = source === undefined ? this.#sources : this.#sources.filter(({ file }) => file.path === source)
    const close = findClosestName(path, this.#listPaths(sources))
    const paths = new Set(close === undefined ? [] : [close])
    for (const expected of this.#listPaths(sources)) {
      if (paths.size > MAX_PATHS) break
      paths.add(expected)
    }
    const shown = `${[...paths].slice(0, MAX_PATHS).join(', ')}${paths.size > MAX_PATHS ? ' …' : ''}`
    return new AppError('invalid_input', `${path} is not a target path of the project.`, {
      fix: `${close === undefined ? '' : `Did you mean ${close}? `}Give locale${this.#sources.length > 1 ? ' and source' : ''} with it${paths.size > 0 ? `, or push one of ${shown}` : ''}.`,
    })
  }
}

/** The target paths of a source file, with their locales. */
function* listTargetPaths({ file }: BranchFile, project: Project): Generator<readonly [path: string, locale: string]> {
  const rule = findRule(project.files, file.path)
  if (rule === undefined || isOwnTarget(rule)) return
  for (const locale of project.target_locales) yield [targetPath(rule, locale), locale]
}

function ambiguousPathError(path: string, places: readonly TargetPlace[]): AppError {
  const named = places.slice(0, MAX_PATHS).map(({ locale, source }) => `${locale} of ${source.file.path}`)
  return new AppError('invalid_input', `${path} is the target path of several: ${named.join(', ')}.`, {
    fix: 'Give locale and source with it. Then set a separate target for each source with update_project.',
  })
}
