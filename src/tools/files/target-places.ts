import { AppError } from '../../errors.ts'
import { checkPath } from '../../l10n/paths.ts'
import { Pace } from '../../pace.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { nearest } from '../nearest.ts'
import { type BranchFile, branchFile, branchFiles } from '../projects/branches.ts'
import { targetLocale } from '../projects/locale-list.ts'
import { ruleFor } from './file-rules.ts'
import { targetPathOf } from './target-files.ts'

type Project = Frozen<ProjectRecord>

/** A target file as a call names it; `locale` and `source` say what its path does not. */
export interface NamedTarget {
  readonly path: string
  readonly locale?: string | undefined
  readonly source?: string | undefined
}

/** Which locale of which source file a target file is. */
export interface TargetPlace {
  readonly path: string
  readonly locale: string
  readonly source: BranchFile
}

/** How many of the expected paths a refusal names. */
const MOST_PATHS = 10

/** Finds the places of target files by the project's file rules. */
export class TargetPlaces {
  readonly #project: Project
  readonly #branch: string
  readonly #read: Reader
  readonly #sources: readonly BranchFile[]
  /** Every path that the rules give, with the places that share it. */
  readonly #places: ReadonlyMap<string, readonly TargetPlace[]>

  private constructor(
    project: Project,
    branch: string,
    read: Reader,
    sources: readonly BranchFile[],
    places: ReadonlyMap<string, readonly TargetPlace[]>,
  ) {
    this.#project = project
    this.#branch = branch
    this.#read = read
    this.#sources = sources
    this.#places = places
  }

  /** @throws AppError `not_found` when nothing was pushed to the branch. */
  static async open(project: Project, branch: string, read: Reader): Promise<TargetPlaces> {
    const sources = await branchFiles(project, branch, read)
    if (sources.length === 0) {
      throw new AppError('not_found', `The branch ${branch} has no source file yet.`, {
        fix: 'Send the source files with push_source first, then their translations.',
      })
    }
    const places = new Map<string, TargetPlace[]>()
    const pace = new Pace()
    for (const source of sources) {
      if (ruleFor(project.files, source.file.path) === undefined) continue
      for (const locale of project.target_locales) {
        const path = targetPathOf(project, source, locale)
        const shared = places.get(path)
        if (shared === undefined) places.set(path, [{ path, locale, source }])
        else shared.push({ path, locale, source })
      }
      if (pace.isDue) await pace.rest()
    }
    return new TargetPlaces(project, branch, read, sources, places)
  }

  /** @throws AppError `invalid_input` with the paths that were expected, `not_found` for a source that the branch lacks. */
  async find({ path, locale, source }: NamedTarget): Promise<TargetPlace> {
    checkPath(path)
    if (this.#sources.some(({ file }) => file.path === path)) {
      throw new AppError('invalid_input', `${path} is a source file.`, { fix: 'Send it with push_source.' })
    }
    const given = locale === undefined ? undefined : targetLocale(this.#project, locale)
    const known = this.#known(path, source, given)
    const wanted = given ?? known?.locale
    const from = source === undefined ? this.#sourceFor(known, locale) : await this.#sourceAt(source)
    if (wanted !== undefined && from !== undefined) return { path, locale: wanted, source: from }
    throw this.#unknownPath(path, source)
  }

  /** Of the places that share a path, the one that the call means. */
  #known(path: string, source: string | undefined, locale: string | undefined): TargetPlace | undefined {
    const all = this.#places.get(path) ?? []
    const ofSource = all.filter(place => place.source.file.path === source)
    const places = ofSource.length > 0 ? ofSource : all
    const meant = places.length > 1 && locale !== undefined ? places.filter(place => place.locale === locale) : places
    if (meant.length > 1) throw ambiguous(path, meant)
    return meant[0]
  }

  /** With a locale and no source, the only source file there is. */
  #sourceFor(known: TargetPlace | undefined, locale: string | undefined): BranchFile | undefined {
    if (known !== undefined) return known.source
    return locale !== undefined && this.#sources.length === 1 ? this.#sources[0] : undefined
  }

  #sourceAt(path: string): Promise<BranchFile> {
    return branchFile(this.#project, this.#branch, path, this.#read)
  }

  #unknownPath(path: string, source: string | undefined): AppError {
    const all = [...this.#places.values()]
      .flat()
      .filter(place => source === undefined || place.source.file.path === source)
      .map(place => place.path)
    const close = nearest(path, all)
    const paths = [...new Set([...(close === undefined ? [] : [close]), ...all])]
    const shown = `${paths.slice(0, MOST_PATHS).join(', ')}${paths.length > MOST_PATHS ? ' …' : ''}`
    return new AppError('invalid_input', `${path} is not where the project has translations.`, {
      fix: `${close === undefined ? '' : `Did you mean ${close}? `}Give locale${this.#sources.length > 1 ? ' and source' : ''} beside it${paths.length > 0 ? `, or one of ${shown}` : ''}.`,
    })
  }
}

function ambiguous(path: string, places: readonly TargetPlace[]): AppError {
  const named = places.slice(0, MOST_PATHS).map(({ locale, source }) => `${locale} of ${source.file.path}`)
  return new AppError('invalid_input', `${path} is where the translations of several go: ${named.join(', ')}.`, {
    fix: 'Give locale and source beside it; then give each source a target of its own with update_project.',
  })
}
