import { z } from 'zod'
import { AppError, recover } from '../../errors.ts'
import { findLocale } from '../../l10n/locales/find-locale.ts'
import type { ToolCaller } from '../backends/tool-caller.ts'
import { PROJECT_FILE, type ProjectFile } from '../repository/project-file.ts'
import { toRules } from './source-files.ts'

const Project = z.looseObject({
  source_locale: z.string(),
  target_locales: z.array(z.string()),
  main_branch: z.string(),
  branches: z.array(z.looseObject({ name: z.string() })).optional(),
  rules: z
    .array(
      z.looseObject({ source: z.string(), target: z.string(), aliases: z.record(z.string(), z.string()).optional() }),
    )
    .optional(),
  files: z.array(z.looseObject({ path: z.string(), target: z.string().optional() })).optional(),
  versions: z.array(z.string().regex(/^[0-9a-f]+$/)).optional(),
})

/** A project as the server has it. */
export type ServerProject = z.output<typeof Project>

/** What a push does to the project itself. */
export interface ProjectChanges {
  readonly created: boolean
  readonly addedLocales: readonly string[]
  /** Locales of the project that `dragoman.json` does not name. */
  readonly otherLocales: readonly string[]
  /** The argument of the push that makes the project follow `dragoman.json`; undefined if it does. */
  readonly repository?: Readonly<Record<string, unknown>>
}

/** Reads a project with the versions of a branch; undefined if it does not exist, or is not visible. */
export const readProject = (
  caller: ToolCaller,
  project: string,
  branch: string | undefined,
): Promise<ServerProject | undefined> =>
  caller.call('get_project', { project, branch, versions: true }, Project).catch(recover(undefined, 'not_found'))

/** Creates the project of `dragoman.json` with its locales and file rules. */
export async function createProject(caller: ToolCaller, file: ProjectFile): Promise<ProjectChanges> {
  const { project, source_locale, target_locales } = file
  const files = toRules(file)
  await caller.call('create_project', { project, source_locale, target_locales, files }, z.unknown())
  return { created: true, addedLocales: [], otherLocales: [] }
}

/**
 * What makes the project follow `dragoman.json`: its rules replace those of the same sources, and its locales are added. Locales that it does not name are
 * hidden with `prune`, those with translations only with `confirm`.
 * @throws AppError `conflict` for another source locale.
 */
export function compareProject(
  file: ProjectFile,
  known: ServerProject,
  { prune = false, confirm = false }: { readonly prune?: boolean; readonly confirm?: boolean },
): ProjectChanges {
  if (findLocale(file.source_locale) !== known.source_locale) throw sourceLocaleError(file, known)
  const wanted = file.target_locales.map(tag => findLocale(tag, { allowPrivate: true }) ?? tag)
  const addedLocales = wanted.filter(locale => !known.target_locales.includes(locale))
  const others = known.target_locales.filter(locale => !wanted.includes(locale))
  const rules = toRules(file).filter(rule => !hasRule(known, rule))
  const repository = {
    ...(addedLocales.length > 0 && { add_locales: addedLocales }),
    ...(prune && others.length > 0 && { remove_locales: others, confirm }),
    ...(rules.length > 0 && { files: rules }),
  }
  return {
    created: false,
    addedLocales,
    otherLocales: prune ? [] : others,
    ...(Object.keys(repository).length > 0 && { repository }),
  }
}

/** Whether the project has a rule. Its answer shows rules of single files with the file, and aliases that it added itself. */
function hasRule(
  { rules = [], files = [] }: ServerProject,
  { source, target, aliases }: ReturnType<typeof toRules>[number],
) {
  const shown = rules.find(rule => rule.source === source)
  if (shown === undefined) {
    return Object.keys(aliases).length === 0 && files.some(file => file.path === source && file.target === target)
  }
  return shown.target === target && Object.entries(aliases).every(([locale, name]) => shown.aliases?.[locale] === name)
}

const sourceLocaleError = ({ project, source_locale }: ProjectFile, known: ServerProject): AppError =>
  new AppError(
    'conflict',
    `${PROJECT_FILE} has source locale ${source_locale}, but ${project} has ${known.source_locale}.`,
    { fix: `Correct source_locale in ${PROJECT_FILE}, or change it in the settings of the project.` },
  )
