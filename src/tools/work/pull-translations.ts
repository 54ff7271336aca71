import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { formatById } from '../../l10n/formats/registry.ts'
import type { Message } from '../../l10n/message.ts'
import { targetPath } from '../../l10n/paths.ts'
import { key } from '../../store/records/collection.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { type BranchFile, BranchName, branchFile, branchFiles, branchOf, onBranch } from '../projects/branches.ts'
import { ruleFor } from '../projects/file-rules.ts'
import { targetLocale } from '../projects/locale-list.ts'
import { projectTarget } from '../resources.ts'
import { ProjectName } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { exportedText } from './exported.ts'

type Project = Frozen<ProjectRecord>

/** The file of a locale, made from the source file by span: order, indentation and everything that is no translation stay as they are. */
export const pullTranslations = readTool({
  name: 'pull_translations',
  title: 'Pull a translated file',
  description:
    'The translated file of a locale, to be written to path in the repository. It has what is translated or approved, in the order and style of the source; missing keys are left out. One source file at a time; the dragoman command or REST fetches it without it passing through you.',
  scope: 'project:read',
  toolset: 'core',
  rest: [{ method: 'GET', path: '/api/projects/:account/:project/file', bind: { project: ':account/:project' } }],
  input: z.object({
    project: ProjectName,
    locale: z.string(),
    path: z.string().optional().describe('Source file; may be left out when there is one'),
    branch: BranchName.optional().describe('Default: the main branch'),
  }),
  output: z.object({
    path: z.string(),
    locale: z.string(),
    content: z.string(),
    sha256: z.string(),
    exported: z.number().int(),
    stale: z.number().int().optional(),
    missing: z.number().int().optional(),
    next: z.string(),
  }),
  structured: false,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { read, resource: { project } }) => {
    const branch = branchOf(project, input.branch)
    const locale = targetLocale(project, input.locale)
    const source = await chooseFile(project, branch, input.path, read)
    const path = pathOf(project, source, locale)
    const { values, stale } = await valuesOf(source, locale, read)
    await nextTurn()
    const base = await read.target_files.by('place', key(source.file.id, branch, locale))
    const content = formatById(source.file.format).write({
      source: source.held.content,
      base: base?.content,
      locale,
      values,
    })
    const missing = source.held.items.length - values.size
    return {
      path,
      locale,
      content,
      sha256: createHash('sha256').update(content).digest('hex'),
      exported: values.size,
      ...(stale > 0 && { stale }),
      ...(missing > 0 && { missing }),
      next:
        missing > 0 || stale > 0
          ? `Write it to ${path}; get_work with locale ${locale}${onBranch(project, branch)} has what is missing or stale.`
          : `Write it to ${path}.`,
    }
  },
})

async function chooseFile(
  project: Project,
  branch: string,
  path: string | undefined,
  read: Reader,
): Promise<BranchFile> {
  if (path !== undefined) return branchFile(project, branch, path, read)
  const files = await branchFiles(project, branch, read)
  const [only, ...others] = files
  if (only === undefined)
    throw new AppError('not_found', 'The project has no source file yet.', { fix: 'Send one with push_source.' })
  if (others.length === 0) return only
  const paths = files.slice(0, 20).map(({ file }) => file.path)
  throw new AppError('invalid_input', `path is missing, and there are ${files.length} source files.`, {
    fix: `Give path: ${paths.join(', ')}${files.length > paths.length ? ' …' : ''}.`,
  })
}

function pathOf(project: Project, { file }: BranchFile, locale: string): string {
  const rule = ruleFor(project.files, file.path)
  if (rule !== undefined) return targetPath(rule.target, locale, rule.aliases)
  throw new AppError(
    'invalid_input',
    `Nothing tells where translations of ${file.path} go: its path does not name ${project.source_locale}.`,
    {
      fix: 'Push it again with target, such as i18n/{locale}.json.',
    },
  )
}

async function valuesOf(
  { held }: BranchFile,
  locale: string,
  read: Reader,
): Promise<{ values: Map<string, Message>; stale: number }> {
  const values = new Map<string, Message>()
  let stale = 0
  for (const { key: name, entry_id, src } of held.items) {
    const unit = await read.translations.by('unit', key(entry_id, locale))
    const text = unit && (await exportedText(unit, src, read))
    if (text === undefined) continue
    values.set(name, text.value)
    if (text.stale) stale += 1
  }
  return { values, stale }
}
