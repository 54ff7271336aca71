import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { Hoisting, Row } from '../../l10n/work/packet-rows.ts'
import { echoList } from '../../text/escape.ts'
import { type Guidance, getGuidance } from '../guidance/packet-guidance.ts'
import { findWithheldReason, formatWriteStep } from '../guidance/withheld.ts'
import { decodeCursor, encodeCursor } from '../pipeline/cursor.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, formatBranchSuffix, getBranch } from '../projects/branches.ts'
import { targetLocale, targetLocales } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { isPublicReader } from '../translations/actors.ts'
import { CheckRulesReader } from '../translations/check-rules.ts'
import { findWork } from './candidates.ts'
import { fitPacket } from './fit-packet.ts'
import { makeRow } from './make-row.ts'
import type { Candidate } from './query.ts'
import { WorkerName } from './worker-name.ts'

const MAX_LOCALES = 50

const Locales = z.union([z.literal('all'), z.array(Locale).min(1).max(MAX_LOCALES)])

/** Returns a work packet that fits an agent's context: strings to translate with the voice and terms that apply to them. */
export const getWork = readTool({
  name: 'get_work',
  title: 'Get strings to translate',
  description:
    'Get untranslated and stale strings (before: the old source) with the rules that apply. Send id, src and text with submit_translations until left is 0. locales (list or all) returns each source once.',
  scope: 'project:read',
  toolset: 'core',
  rest: [{ method: 'GET', path: '/api/projects/:account/:project/work', bind: { project: ':account/:project' } }],
  input: z.object({
    project: ProjectName,
    locale: Locale.optional(),
    locales: Locales.optional(),
    branch: BranchName.optional(),
    file: z.string().optional(),
    worker: WorkerName.optional(),
    limit: z.number().int().min(1).max(200).default(100),
    max_bytes: z.number().int().min(2000).max(60_000).default(16_000),
    cursor: z.string().optional(),
  }),
  // In reading order: fields that all rows share come first.
  output: z.looseObject({
    project: z.string(),
    source_locale: z.string(),
    locale: z.string().optional(),
    locales: z.array(z.string()).optional(),
    branch: z.string().optional(),
    voice: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
    terms: z.array(z.unknown()).optional(),
    more_terms: z.number().int().optional(),
    withheld: z.array(z.string()).optional(),
    file: z.string().optional(),
    rules: z.record(z.string(), z.string()).optional(),
    forms: z.record(z.string(), z.array(z.string())).optional(),
    ordinals: z.record(z.string(), z.array(z.string())).optional(),
    items: z.array(z.looseObject({ id: z.string() })),
    left: z.number().int(),
    next_cursor: z.string().optional(),
    next: z.string(),
  }),
  structured: false,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { read, resource, services } = call
    const { project, account } = resource
    const branch = getBranch(project, input.branch)
    const locales = selectLocales(input, project)
    const query = [project.id, branch, locales, input.file, input.worker]
    const from = input.cursor === undefined ? undefined : decodeCursor(query, input.cursor)
    const { file, limit, worker } = input
    const now = services.now()
    const work = await findWork({ project, branch, locales, file, limit, worker, from, now }, call)
    const checker = new CheckRulesReader(project, branch, read, call.computed)
    // Outside readers do not see who works here.
    const isOutsider = await isPublicReader(call.principal, resource.target, read)
    const visible = isOutsider ? work.items.map(withoutWorker) : work.items
    const pace = call.computed.pace()
    const rows: Row[] = []
    for (const item of visible) {
      if (pace.shouldYield) await pace.yieldNow()
      rows.push(await makeRow(item, locales, checker, read))
    }
    const name = `${account.handle}/${project.slug}`
    const noWriting = await findWithheldReason('project:write', resource.target, call)
    const buildPacket = ({ rows: items, hoisted }: Hoisting, guidance: Guidance, cursor: string | undefined) => ({
      project: name,
      source_locale: project.source_locale,
      ...(locales.length === 1 ? { locale: locales[0] } : { locales }),
      ...(branch !== project.main_branch && { branch }),
      ...guidance,
      ...hoisted,
      items,
      left: work.left,
      ...(cursor !== undefined && { next_cursor: cursor }),
      next: nextStep(items.length, work.left, `${name}${formatBranchSuffix(project, branch)}`, {
        locales,
        isPushed: project.branches.length > 0,
        noWriting,
      }),
    })
    const cursorBehind = async (count: number): Promise<string> => encodeCursor(query, await work.after(count))
    const loadGuidance = (count: number): Promise<Guidance> =>
      getGuidance({ project, account, locales, texts: work.items.slice(0, count).map(toSourceText), call })

    if (rows.length === 0) return buildPacket({ rows, hoisted: {} }, {}, undefined)
    const isEnd = (count: number): boolean => count === rows.length && !work.more
    return fitPacket({ rows, locales, maxBytes: input.max_bytes, buildPacket, loadGuidance, cursorBehind, isEnd })
  },
})

function withoutWorker(candidate: Candidate): Candidate {
  const { worker: _, ...rest } = candidate
  return rest
}

const toSourceText = ({ entry, src }: Candidate) => ({ source: getSource(entry, src), syntax: entry.syntax })

function selectLocales(
  input: { locale?: string | undefined; locales?: z.output<typeof Locales> | undefined },
  project: Parameters<typeof targetLocale>[0],
): readonly string[] {
  const { locale, locales } = input
  if ((locale === undefined) === (locales === undefined)) {
    if (locale !== undefined) {
      throw new AppError('invalid_input', 'locale and locales are both given.', { fix: 'Omit one of them.' })
    }
    throw new AppError('invalid_input', 'locale is missing.', {
      fix: `Add locale or locales. Target locales: ${echoList(project.target_locales)}.`,
    })
  }
  if (locales === 'all') {
    if (project.target_locales.length <= MAX_LOCALES) return project.target_locales
    throw new AppError('invalid_input', `The project has ${project.target_locales.length} target locales.`, {
      fix: `Give locales: at most ${MAX_LOCALES} of ${echoList(project.target_locales)}.`,
    })
  }
  return locales === undefined ? [targetLocale(project, locale ?? '')] : targetLocales(project, locales)
}

/** @param project name of the project, followed by the branch */
function nextStep(
  count: number,
  left: number,
  project: string,
  {
    locales,
    isPushed,
    noWriting,
  }: { readonly locales: readonly string[]; readonly isPushed: boolean; readonly noWriting: string | undefined },
): string {
  if (!isPushed) {
    return `Nothing was pushed yet. ${formatWriteStep(`Send the source files with push_source, project ${project}.`, noWriting)}`
  }
  if (count === 0 && left > 0) return 'Nothing is left behind this cursor. Call get_work without cursor to start again.'
  if (count === 0) return `Nothing is left here; pull_translations of ${project} gives the files.`
  const submit =
    locales.length === 1
      ? `submit_translations with project ${project}, locale ${locales[0]} and items [{id, src, text}].`
      : `submit_translations with project ${project} and items [{id, src, texts: {"${locales[0]}": "..."}}].`
  return formatWriteStep(submit, noWriting)
}
