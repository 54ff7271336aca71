import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { isOwnTarget } from '../../../l10n/files/target-path.ts'
import { INCLUDES } from '../../../l10n/translation/export.ts'
import { projectLink } from '../../page-links.ts'
import type { ReadContext, ReadDeps } from '../../pipeline/call.ts'
import { ofProject, readTool } from '../../pipeline/define-tool.ts'
import { projectTarget } from '../../pipeline/resources.ts'
import {
  BranchName,
  formatBranchSuffix,
  getBranch,
  getBranchFile,
  listBranchFiles,
  otherBranch,
} from '../../projects/branches.ts'
import { targetLocale, targetLocales } from '../../projects/locales.ts'
import { ProjectName } from '../../schemas/fields.ts'
import { Locale } from '../../schemas/locale.ts'
import { omitUndefined } from '../../schemas/omit-undefined.ts'
import type { Project } from '../../translations/records.ts'
import { describePending } from '../conflicts/describe-pending.ts'
import { PullConflicts } from '../conflicts/rows.ts'
import { createSourceMatcher, findRule } from '../rules/rule-book.ts'
import { ArchiveLink, createArchiveLink, createDownloads, Download, runsShell } from '../transfer/downloads.ts'
import { createArchiveLimit } from './archive.ts'
import { describeFormulas, Formulas } from './formulas.ts'
import { countUnapproved, nextAfterPull } from './next-step.ts'
import { assertMayInclude, checkPreview, toPreview } from './preview.ts'
import { type BlankFile, type RenderedFile, renderFile } from './render-file.ts'
import { renderWhole } from './render-whole.ts'
import { FALLBACKS, type RenderedSource, type RenderOptions } from './rendering.ts'
import {
  findOnlySource,
  groupByPath,
  PulledFile,
  PulledLocale,
  sumByLocale,
  toRows,
  Waiting,
  withContent,
} from './rows.ts'
import { findSiblingFile, findTargetRefusal, findUnlistedEntries, getFileRule } from './target-files.ts'

/** Bytes of content in one answer, and bytes of a file besides its content. */
const INLINE_BYTES = 16_000
const ROW_BYTES = 200
/** With more files than this, the answer has one archive instead of a link per file. */
const MAX_DOWNLOADS = 20
const MAX_OUTSIDE = 5

const PullInput = z.object({
  project: ProjectName,
  locale: Locale.optional(),
  locales: z.union([z.literal('all'), z.array(Locale).min(1).max(200)]).optional(),
  path: z.string().min(1).optional().describe('Source file'),
  branch: BranchName.optional(),
  include: z.enum(INCLUDES).optional(),
  fallback: z.enum(FALLBACKS).default('omit'),
  rules: z
    .array(z.string())
    .max(500)
    .optional()
    .describe('Only source files that one of these paths or patterns matches'),
  changed_since: z.iso.datetime({ offset: true }).optional(),
  have: z
    .record(z.string(), z.string().regex(/^[0-9a-f]{64}$/i, 'a SHA-256: 64 hexadecimal digits'))
    .optional()
    .describe('Path → SHA-256 of your file: it keeps its texts that conflict'),
  preview: z.string().min(1).optional().describe('Folder for a look; include may be wider'),
  content: z.boolean().default(true).describe('false: URLs only'),
})

type Input = z.output<typeof PullInput>

/** Renders target files from the source files by span: order, indentation and everything but translations stay unchanged. */
export const pullTranslations = readTool({
  name: 'pull_translations',
  title: 'Pull translations',
  description: 'Get translated files: write content to path, or run the given curl lines at the repository root.',
  scope: 'project:read',
  toolset: 'core',
  rest: [ofProject('GET', '/file', { answer: 'file' }), ofProject('GET', '/export', { answer: 'archive' })],
  unlisted: ['rules', 'have', 'preview'],
  input: PullInput,
  output: z.object({
    files: z.array(PulledFile).optional(),
    source: z.string().optional(),
    downloads: z.array(Download).optional(),
    archive: ArchiveLink.optional(),
    locales: z.array(PulledLocale).optional(),
    conflicts: PullConflicts.optional(),
    waiting: Waiting.optional(),
    formulas: Formulas.optional(),
    left_out: z.number().int().optional(),
    /** Source files that none of `rules` matches: their number, and the first five. */
    outside: z.object({ count: z.number().int(), first: z.array(z.string()) }).optional(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { resource, services } = call
    const { project, name, target } = resource
    const branch = getBranch(project, input.branch)
    await assertMayInclude(input, project.settings, target, call)
    const preview = input.preview === undefined ? undefined : await checkPreview(input.preview, project, branch, call)
    const rendered = await renderAll(input, project, branch, call)
    const { leftOut, placeless, hasCode, outside } = rendered
    const files = rendered.files.map(file => toPreview(file, preview))
    const at = formatBranchSuffix(project, branch)
    const place = { baseUrl: services.baseUrl, project: name, branch: otherBranch(project, branch), at }
    const conflicts = await describePending(
      files.flatMap(file => file.conflicts),
      { call, target, project, branch, place },
    )
    const waiting = countUnapproved([...files, ...leftOut], projectLink(services.baseUrl, place.project))
    const note = {
      ...omitUndefined({ source: findOnlySource(files), conflicts, waiting, formulas: describeFormulas(files) }),
      ...(leftOut.length > 0 && { left_out: leftOut.length }),
      ...(outside.length > 0 && { outside: { count: outside.length, first: outside.slice(0, MAX_OUTSIDE) } }),
    }
    const pulled = { files, written: groupByPath(files), leftOut, hasCode }
    const { what, ...delivery } = fitsAnswer(input, pulled, call)
      ? deliverInline(pulled)
      : await deliverLinks({ ...input, branch, preview }, pulled, call)
    const demandsReview = project.settings.review === 'required'
    const decision = conflicts?.decide ?? ''
    const next = nextAfterPull({ files, what, decision, leftOut, waiting, demandsReview, placeless, at })
    return { ...delivery, ...note, next }
  },
})

interface PulledFiles {
  readonly files: readonly RenderedFile[]
  readonly written: ReturnType<typeof groupByPath>
  readonly leftOut: readonly BlankFile[]
  /** Whether the source file of any file has code, see `Format.listCode`. */
  readonly hasCode: boolean
}

function fitsAnswer({ content }: Input, { files, written }: PulledFiles, { inlineFiles }: ReadContext): boolean {
  if (inlineFiles === true || files.length === 0) return true
  const bytes = written.reduce(
    (sum, file) => sum + ROW_BYTES * file.locales.length + Buffer.byteLength(file.content),
    0,
  )
  return content && bytes <= INLINE_BYTES
}

function deliverInline({ files, written, leftOut }: PulledFiles) {
  const none = leftOut.length > 0 ? 'There is nothing to write' : 'No file changed since'
  const some = written.length === 1 ? `Write it to ${written[0]?.path}` : 'Write each content to its path'
  return { files: withContent(toRows(files), written), what: files.length > 0 ? some : none }
}

/** Gives a link for each file, or one for an archive of many. */
async function deliverLinks(
  input: Input & { readonly branch: string },
  { files, written, hasCode }: PulledFiles,
  call: ReadContext & { readonly resource: { readonly project: Project } },
) {
  const isShell = runsShell(call)
  // Nobody compares the code of these files with that of the repository.
  const where = `at the repository root${hasCode ? '. Files have code: read git diff before you run it' : ''}`
  if (written.length > MAX_DOWNLOADS) {
    const { content: _, ...args } = input
    return {
      archive: await createArchiveLink(args, call),
      locales: sumByLocale(files),
      what: `${isShell ? 'Run the curl line of archive' : 'Unpack the tar.gz of archive'} ${where}`,
    }
  }
  const { project, branch, include = call.resource.project.settings.export, fallback, have, preview } = input
  const shown = { ...(have && { have }), ...(preview !== undefined && { preview }) }
  const args = { project, branch, include, fallback, ...shown }
  const links = written.map(({ path, locales, source }) => {
    const [locale] = locales
    return { path, args: { ...args, ...(locales.length > 1 ? { locales } : { locale }), path: source } }
  })
  return {
    files: toRows(files),
    downloads: await createDownloads(links, call),
    what: `${isShell ? 'Run the curl lines of downloads' : 'Write the files of downloads'} ${where}`,
  }
}

async function renderAll(
  input: Input,
  project: Project,
  branch: string,
  reading: ReadDeps,
): Promise<
  Pick<PulledFiles, 'files' | 'leftOut' | 'hasCode'> & {
    /** Source files without a target path. */
    readonly placeless: readonly string[]
    /** Source files that none of the rules of the call matches. */
    readonly outside: readonly string[]
  }
> {
  const { read, computed } = reading
  const locales = selectLocales(input, project)
  const all =
    input.path === undefined
      ? await listBranchFiles(project, branch, read)
      : [await getBranchFile(project, branch, input.path, read)]
  if (all.length === 0) {
    throw new AppError('not_found', 'The project has no source file yet.', { fix: 'Push one with push_source.' })
  }
  const isInside = createSourceMatcher(input.rules)
  const sources = all.filter(({ file }) => isInside(file.path))
  const outside = all.filter(({ file }) => !isInside(file.path)).map(({ file }) => file.path)
  const since = input.changed_since === undefined ? undefined : Date.parse(input.changed_since)
  const isOld = ({ changedAt }: RenderedFile): boolean => since !== undefined && Date.parse(changedAt) < since
  const options: RenderOptions = {
    include: input.include ?? project.settings.export,
    fallback: input.fallback,
    have: new Map(Object.entries(input.have ?? {}).map(([path, hash]) => [path, hash.toLowerCase()])),
    withBlank: input.locale !== undefined || Array.isArray(input.locales),
    pace: computed.pace(),
  }
  const files: RenderedFile[] = []
  const placeless: string[] = []
  let hasCode = false
  const refused: { readonly locale: string; readonly fault: AppError }[] = []
  const leftOut: BlankFile[] = []
  const room = createArchiveLimit()
  for (const source of sources) {
    if (sources.length > 1 && findRule(project.files, source.file.path) === undefined) {
      placeless.push(source.file.path)
      continue
    }
    const rule = getFileRule(project, source)
    let rendered = 0
    for await (const [locale, file] of renderLocales({ ...options, project, branch, source, rule }, locales, reading)) {
      if (file.content === undefined) {
        leftOut.push(file)
        continue
      }
      if (isOld(file)) continue
      const fault = findTargetRefusal(rule, locale)
      if (fault !== undefined) refused.push({ locale, fault })
      if (!isOwnTarget(rule) || rendered === 0) room(Buffer.byteLength(file.content))
      rendered += 1
      files.push(file)
    }
    hasCode ||= rendered > 0 && source.file.options['code'] === true
  }
  if (refused.length > 0) throw pullRefusedError(refused, locales)
  return { files, leftOut, placeless, hasCode, outside }
}

/** Renders the target files of a source file, one after the other; a file that has all locales is rendered at once. */
async function* renderLocales(
  pulled: Omit<RenderedSource, 'unlisted' | 'sibling'>,
  locales: readonly string[],
  reading: ReadDeps,
): AsyncGenerator<readonly [locale: string, RenderedFile | BlankFile]> {
  const unlisted = await findUnlistedEntries(pulled.source, reading.read, pulled.pace)
  const from = { ...pulled, unlisted, sibling: await findSiblingFile(pulled, reading.read) }
  const whole = isOwnTarget(pulled.rule) ? await renderWhole(from, locales, reading) : []
  for (const [at, locale] of locales.entries()) {
    yield [locale, whole[at] ?? (await renderFile(from, locale, reading))]
  }
}

/** All or nothing: an archive without some files would not show that they are missing. */
function pullRefusedError(
  refused: readonly { readonly locale: string; readonly fault: AppError }[],
  locales: readonly string[],
): AppError {
  const [first] = refused
  const bad = new Set(refused.map(({ locale }) => locale))
  const others = locales.filter(locale => !bad.has(locale))
  const more =
    refused.length === 1 ? '' : ` ${refused.length} files are refused, for ${[...bad].slice(0, 10).join(', ')}.`
  const until = others.length === 0 ? '' : ` Until then, pull with locales ${JSON.stringify(others.slice(0, 50))}.`
  return new AppError('conflict', `Nothing was pulled. ${first?.fault.message ?? ''}${more}`, {
    fix: `${first?.fault.fix ?? ''}${until}`,
  })
}

function selectLocales({ locale, locales }: Input, project: Project): readonly string[] {
  if (locale !== undefined && locales !== undefined) {
    throw new AppError('invalid_input', 'locale and locales cannot be combined.', { fix: 'Give one of them.' })
  }
  if (locale !== undefined) return [targetLocale(project, locale)]
  if (locales === undefined || locales === 'all') return project.target_locales
  return targetLocales(project, locales)
}
