import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { TmxUnit } from '../../l10n/memory/tmx/unit.ts'
import { writeTmx } from '../../l10n/memory/tmx/write.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { createDownloads, Download, runsShell } from '../files/transfer/downloads.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { isPublicReader } from '../translations/actors.ts'
import { listImportedUnits, listProjectUnits } from './units.ts'

/** Bytes of a file that an answer over MCP contains. */
const INLINE_BYTES = 16_000
/** Bytes of the largest file. */
const MAX_BYTES = 64 * 1024 * 1024

/** Writes the translation memory that the caller may read as a TMX file. */
export const exportMemory = readTool({
  name: 'export_memory',
  title: 'Export translation memory',
  description:
    'Write the memory of the account as a TMX 1.4 file: translated and approved strings of all projects with the source locale of this one, and imported units. only_project: its own strings alone. A large file comes as a curl line.',
  scope: 'project:read',
  toolset: 'advanced',
  rest: [ofProject('GET', '/memory/export', { answer: 'file' })],
  input: z.object({
    project: ProjectName,
    locale: Locale.optional().describe('Default: all target locales of the project'),
    only_project: z.boolean().default(false),
    path: z
      .string()
      .regex(/^[^\\]{1,390}\.tmx$/i, 'a path that ends with .tmx')
      .default('memory.tmx'),
  }),
  output: z.object({
    files: z.array(z.object({ path: z.string(), content: z.string() })).optional(),
    downloads: z.array(Download).optional(),
    units: z.number().int().optional(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { read, resource, services, principal, computed } = call
    const { project, target } = resource
    const locales = input.locale === undefined ? project.target_locales : [targetLocale(project, input.locale)]
    const isOutsider = await isPublicReader(principal, target, read)
    const isWhole = !isOutsider && !input.only_project
    const counted = { units: 0 }
    const units = listUnits(project, isWhole, { locales, read, pace: computed.pace() }, counted)
    const limit = call.inlineFiles === true || call.surface !== 'mcp' ? MAX_BYTES : INLINE_BYTES
    const header = {
      sourceLocale: project.source_locale,
      version: services.version,
      createdAt: services.now().toISOString(),
    }
    const content = await collect(writeTmx(header, units), limit)
    if (content === undefined && limit === MAX_BYTES) throw tooLargeError()
    if (content === undefined) {
      const { path, ...args } = input
      const wanted = { path, args: { ...args, path }, tool: 'export_memory' } as const
      const downloads = await createDownloads([wanted], call)
      const next = runsShell(call)
        ? `Run the curl line of downloads. It writes ${path}.`
        : `Write the file of downloads to ${path}.`
      return { downloads, next }
    }
    return {
      files: [{ path: input.path, content }],
      units: counted.units,
      next: `Write content to ${input.path}.`,
    }
  },
})

async function* listUnits(
  project: Frozen<ProjectRecord>,
  isWhole: boolean,
  listing: { readonly locales: readonly string[]; readonly read: Reader; readonly pace: Pacer },
  counted: { units: number },
): AsyncGenerator<TmxUnit> {
  const { account_id, source_locale } = project
  const all = isWhole ? await listing.read.projects.list('account', account_id) : [project]
  for (const one of all) {
    if (one.source_locale !== source_locale) continue
    for await (const unit of listProjectUnits(one, listing)) {
      counted.units += 1
      yield unit
    }
  }
  if (!isWhole) return
  for await (const unit of listImportedUnits(account_id, source_locale, listing)) {
    counted.units += 1
    yield unit
  }
}

/** Joins the chunks of a file; undefined if it is too long. */
async function collect(chunks: AsyncIterable<string>, limit: number): Promise<string | undefined> {
  const parts: string[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += Buffer.byteLength(chunk)
    if (bytes > limit) return undefined
    parts.push(chunk)
  }
  return parts.join('')
}

const tooLargeError = (): AppError =>
  new AppError('too_large', `The memory has more than ${MAX_BYTES / 1024 / 1024} MB.`, {
    fix: 'Give one locale, or only_project: true for each project.',
  })
