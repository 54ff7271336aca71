import { z } from 'zod'
import { AppError } from '../../errors.ts'
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
})

/** A project as the server has it. */
export type ServerProject = z.output<typeof Project>

/** What a push did to the project itself. */
export interface ProjectChanges {
  readonly created: boolean
  readonly addedLocales: readonly string[]
  readonly hiddenLocales: readonly string[]
  /** Locales of the project that `dragoman.json` does not name. */
  readonly otherLocales: readonly string[]
  readonly changedRules: boolean
}

/** Reads a project; undefined if it does not exist, or is not visible. */
export async function readProject(caller: ToolCaller, project: string): Promise<ServerProject | undefined> {
  try {
    return await caller.call('get_project', { project }, Project)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Creates the project of `dragoman.json` with its locales and file rules. */
export async function createProject(caller: ToolCaller, file: ProjectFile): Promise<ProjectChanges> {
  const { project, source_locale, target_locales } = file
  const files = toRules(file)
  await caller.call('create_project', { project, source_locale, target_locales, files }, z.unknown())
  return { created: true, addedLocales: [], hiddenLocales: [], otherLocales: [], changedRules: false }
}

/**
 * Makes the project follow `dragoman.json`: its rules replace those of the same sources, and its locales are added. Locales that it does not name are hidden
 * with `prune`.
 * @throws AppError of update_project, such as `forbidden` for a path that an administrator must approve.
 */
export async function syncProject(
  caller: ToolCaller,
  file: ProjectFile,
  known: ServerProject,
  { prune, dryRun }: { readonly prune: boolean; readonly dryRun: boolean },
): Promise<ProjectChanges> {
  if (findLocale(file.source_locale) !== known.source_locale) throw sourceLocaleError(file, known)
  const wanted = file.target_locales.map(tag => findLocale(tag, { allowPrivate: true }) ?? tag)
  const addedLocales = wanted.filter(locale => !known.target_locales.includes(locale))
  const others = known.target_locales.filter(locale => !wanted.includes(locale))
  const rules = toRules(file).filter(rule => !hasRule(known, rule))
  const changes = {
    ...(addedLocales.length > 0 && { add_locales: addedLocales }),
    ...(prune && others.length > 0 && { remove_locales: others }),
    ...(rules.length > 0 && { files: rules }),
  }
  const changed =
    Object.keys(changes).length === 0
      ? []
      : (await caller.call('update_project', { project: file.project, ...changes, dry_run: dryRun }, Updated)).changed
  return {
    created: false,
    addedLocales,
    hiddenLocales: prune ? others : [],
    otherLocales: prune ? [] : others,
    changedRules: changed.includes('files'),
  }
}

const Updated = z.looseObject({ changed: z.array(z.string()) })

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
    {
      fix: `Correct source_locale in ${PROJECT_FILE}. To change the project, call update_project.`,
    },
  )
