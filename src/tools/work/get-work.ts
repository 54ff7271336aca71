import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { type Hoisting, isAmbiguous, isKept, type Row } from '../../l10n/work/packet-rows.ts'
import type { Reader } from '../../store/store.ts'
import { echoList } from '../../text/escape.ts'
import { BranchConflicts } from '../files/conflicts/branch-conflicts.ts'
import { mayReadTerms } from '../glossary/redact-findings.ts'
import { GivenRules } from '../guidance/given-rules.ts'
import { type Guidance, getGuidance } from '../guidance/packet-guidance.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import { MemorySearch } from '../memory/memory-search.ts'
import { nextAfterPacket } from '../next/next-packet.ts'
import { surveyWork } from '../next/remaining.ts'
import { projectLink } from '../page-links.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { decodeCursor, encodeCursor } from '../pipeline/paging.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, formatBranchSuffix, getBranch, getBranchFile } from '../projects/branches.ts'
import { targetLocale, targetLocales } from '../projects/locales.ts'
import { CommaFree } from '../schemas/comma-free.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { Actors, isPublicReader } from '../translations/actors.ts'
import { assertFinding, CheckRulesReader } from '../translations/check-rules.ts'
import { getOrigin } from '../translations/origin.ts'
import { getVoiceStamp } from '../voice/stamps.ts'
import { findWork } from './candidates.ts'
import { fitPacket } from './fit-packet.ts'
import type { LeasedUnit, LeaseView } from './leases.ts'
import { makeRow, type RowContext } from './make-row.ts'
import type { Candidate, WorkFilter } from './query.ts'
import { PacketRepetitions } from './repetitions/find-repetitions.ts'

/** The name that a worker chooses for its leases. */
const WorkerName = z.string().regex(/^[\w.:@-]{1,60}$/, '1 to 60 letters, digits, and any of . _ : @ -')

const MAX_LOCALES = 50

const MAX_NAMES = 100
const MAX_FILES = 50

const Locales = z.union([z.literal('all'), z.array(Locale).min(1).max(MAX_LOCALES)])

const Forms = z.record(
  z.string(),
  z.object({ required: z.array(z.string()), optional: z.array(z.string()).optional() }),
)

/** Returns a work packet that fits an agent's context: strings to translate with the voice and terms that apply to them. */
export const getWork = readTool({
  name: 'get_work',
  title: 'Get strings to translate',
  description:
    'Get strings to translate or revise (before: the old text). Send id, src, text and rev with submit_translations until left is 0. ids, keys, finding, outdated_voice also select finished ones. worker: others get yours last (10 min).',
  scope: 'project:read',
  alsoReads: ['voice:read', 'glossary:read'],
  toolset: 'core',
  rest: [ofProject('GET', '/work')],
  input: z.object({
    project: ProjectName,
    locale: Locale.optional(),
    locales: Locales.optional(),
    branch: BranchName.optional(),
    file: z.string().min(1).optional(),
    files: z.array(z.string()).min(1).max(MAX_FILES).optional(),
    ids: z.array(CommaFree.max(40)).min(1).max(MAX_NAMES).optional(),
    keys: z.array(z.string().max(2000)).min(1).max(MAX_NAMES).optional(),
    text: z.string().min(1).max(200).optional(),
    finding: z.string().min(1).max(60).optional(),
    plurals: z.literal(true).optional(),
    outdated_voice: z.literal(true).optional(),
    worker: WorkerName.optional(),
    rules: z.boolean().optional(),
    limit: z.number().int().min(1).max(200).default(100),
    max_bytes: z.number().int().min(2000).max(60_000).default(16_000),
    cursor: z.string().min(1).optional(),
  }),
  // In reading order: fields that all rows share come first.
  output: z.looseObject({
    project: z.string(),
    source_locale: z.string(),
    locale: z.string().optional(),
    locales: z.array(z.string()).optional(),
    branch: z.string().optional(),
    shared: z.string().optional(),
    voice: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
    terms: z.array(z.unknown()).optional(),
    more_terms: z.number().int().optional(),
    withheld: z.array(z.string()).optional(),
    file: z.string().optional(),
    rules: z.record(z.string(), z.string()).optional(),
    forms: Forms.optional(),
    ordinals: Forms.optional(),
    items: z.array(z.looseObject({ id: z.string() })),
    missing: z.array(z.unknown()).optional(),
    left: z.number().int(),
    next_cursor: z.string().optional(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { read, resource, services, principal } = call
    const { project, account, name, target } = resource
    const branch = getBranch(project, input.branch)
    const locales = selectLocales(input, project)
    const files = selectFiles(input)
    const filter = selectFilter(input)
    const query = [project.id, branch, locales, files, filter, input.worker]
    const from = input.cursor === undefined ? undefined : decodeCursor(query, input.cursor)
    const noWriting = await findWithheldReason('project:write', target, call)
    // A lease of a reader would keep work from those who can do it.
    const worker = noWriting === undefined ? toWorker(input.worker, principal.user) : undefined
    const stamps = await loadStamps(input.outdated_voice === true ? locales : [], project, read)
    const isGrouped = branch === project.main_branch && filter.names === undefined
    const isInconsistent = filter.finding === INCONSISTENT
    const repetitions = isGrouped
      ? new PacketRepetitions(read, isInconsistent, files && (await findFileIds(files, project, read)))
      : undefined
    const isOutsider = await isPublicReader(principal, target, read)
    const origin = getOrigin(call)
    const known: Omit<RowContext, 'leases'> = {
      project,
      locales,
      checker: new CheckRulesReader(project, branch, read, call.computed),
      conflicts: new BranchConflicts(project, branch, read),
      memory: new MemorySearch({ project, branch, isOutsider }, read),
      read,
      actors: new Actors(read, isOutsider),
      isMember: !isOutsider,
      agent: origin.kind === 'human' || project.settings.agents_replace ? undefined : origin,
      seesTerms: await mayReadTerms(target, call),
    }
    const pace = call.computed.pace()
    const given = await GivenRules.load(call, input)
    const collect = async (leases: LeaseView) => {
      const work = await findWork(
        { project, branch, locales, files, filter, stamps, limit: input.limit, leases, from, repetitions },
        call,
      )
      const { left, unfiltered } = await work.countLeft()
      // Only an answer without rows says what else is left.
      const isEmpty = work.items.length === 0 && !work.more && unfiltered === 0
      const survey = isEmpty ? await surveyWork({ ...call, project, branch }, locales) : undefined
      const rows: Row[] = []
      /** The translations that each row stands for. */
      const units: (readonly LeasedUnit[])[] = []
      const make = async (item: (typeof work.items)[number]) => {
        const repeated = await repetitions?.describe(item.entry, item.translations)
        const row = await makeRow(item, repeated?.repeated, { ...known, leases })
        return { row, units: [...item.translations, ...(repeated?.units ?? [])] }
      }
      for (let at = 0; at < work.items.length; at += ROWS_AT_ONCE) {
        if (pace.shouldYield) await pace.yieldNow()
        // At once, because a database answers the lookups of many rows together.
        for (const packed of await Promise.all(work.items.slice(at, at + ROWS_AT_ONCE).map(make))) {
          rows.push(packed.row)
          units.push(packed.units)
        }
      }
      const buildPacket = ({ rows: items, hoisted }: Hoisting, guidance: Guidance, cursor: string | undefined) => {
        // Without items, the size of the other fields is measured.
        const listed = items.length === 0 ? rows : items
        const sent = units.slice(0, listed.length)
        return {
          project: name,
          source_locale: project.source_locale,
          ...(locales.length === 1 ? { locale: locales[0] } : { locales }),
          ...(branch !== project.main_branch && { branch, shared: SHARED_NOTICE }),
          ...guidance,
          ...hoisted,
          ...(hoisted.rules !== undefined && { rules: given.shorten(hoisted.rules, rows[0]) }),
          items,
          ...(work.missing.length > 0 && { missing: work.missing }),
          left,
          ...(cursor !== undefined && { next_cursor: cursor }),
          next: nextAfterPacket({
            count: listed.length,
            left,
            unfiltered,
            remaining: survey?.remaining,
            project: name,
            page: projectLink(services.baseUrl, name),
            at: formatBranchSuffix(project, branch),
            locales,
            isPushed: project.branches.length > 0,
            isFiltered: Object.values(filter).some(value => value !== undefined),
            hasMore: cursor !== undefined,
            isContinued: from !== undefined,
            isAmbiguous: listed.some(isAmbiguous),
            hasTexts: listed.some(({ rev }) => rev !== undefined),
            hasKept: listed.some(isKept),
            repeats: listed.some(({ also_rev }) => also_rev !== undefined)
              ? 'translated'
              : listed.some(({ also }) => also !== undefined)
                ? 'open'
                : undefined,
            hasForms: listed.some(({ forms }) => forms !== undefined),
            hasFileTexts: listed.some(({ in_file }) => in_file !== undefined),
            heldUntil: isOutsider ? undefined : leases.findLeaseEnd(sent),
            noWriting,
          }),
        }
      }
      const cursorBehind = (count: number): string => encodeCursor(query, work.after(count))
      const loadGuidance = (count: number): Promise<Guidance> =>
        getGuidance({ project, account, locales, texts: work.items.slice(0, count).map(toSourceText), call })

      if (rows.length === 0) {
        return { packet: buildPacket({ rows, hoisted: {} }, {}, work.more ? cursorBehind(0) : undefined), units }
      }
      const isEnd = (count: number): boolean => count === rows.length && !work.more
      const packet = await fitPacket({
        rows,
        locales,
        maxBytes: input.max_bytes,
        buildPacket,
        loadGuidance,
        cursorBehind,
        isEnd,
      })
      return { packet, units: units.slice(0, packet.items.length) }
    }
    const listing = { projectId: project.id, worker, from }
    const { packet: collected, lost } = await services.leases.handOut(listing, services.now, collect)
    const packet = omitLost(collected, lost)
    if (packet.rules !== undefined) await given.remember(packet.rules, packet.items[0])
    return packet
  },
})

/** Rows that are made without a rest. */
const ROWS_AT_ONCE = 25

/** The check whose findings one decision ends. */
const INCONSISTENT = 'inconsistent'

async function findFileIds(
  paths: readonly string[],
  project: Parameters<typeof getBranchFile>[0],
  read: Reader,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(paths.map(path => getBranchFile(project, project.main_branch, path, read)))
  return new Set(found.map(({ file }) => file.id))
}

/** Leaves out the rows that other workers took meanwhile. */
function omitLost<P extends { readonly items: readonly Row[] }>(
  { packet, units }: { readonly packet: P; readonly units: readonly (readonly LeasedUnit[])[] },
  lost: readonly LeasedUnit[],
): P {
  if (lost.length === 0) return packet
  const isLost = (unit: LeasedUnit) =>
    lost.some(({ entry_id, locale }) => entry_id === unit.entry_id && locale === unit.locale)
  const items = packet.items.filter((_, at) => units[at]?.some(isLost) !== true)
  return { ...packet, items, ...(items.length === 0 && { next: ALL_LOST }) }
}

const ALL_LOST = 'Other workers took these strings meanwhile. Call get_work again.'

const SHARED_NOTICE =
  'Branches share translations by source string: yours also count on every branch with the same source string.'

const toWorker = (name: string | undefined, { id, handle }: { readonly id: string; readonly handle: string }) =>
  name === undefined ? undefined : { userId: id, handle, name }

interface FilterInput {
  readonly ids?: readonly string[] | undefined
  readonly keys?: readonly string[] | undefined
  readonly text?: string | undefined
  readonly finding?: string | undefined
  readonly plurals?: true | undefined
  readonly outdated_voice?: true | undefined
}

async function loadStamps(
  locales: readonly string[],
  project: Parameters<typeof getVoiceStamp>[0],
  read: Reader,
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    await Promise.all(locales.map(async locale => [locale, await getVoiceStamp(project, locale, read)] as const)),
  )
}

function selectFilter({ ids, keys, text, finding, plurals, outdated_voice }: FilterInput): WorkFilter {
  assertFinding(finding)
  const names = [...(ids ?? []).map(id => ({ id })), ...(keys ?? []).map(key => ({ key }))]
  return { names: names.length === 0 ? undefined : names, text, finding, plurals, outdated_voice }
}

function selectFiles({
  file,
  files,
}: {
  readonly file?: string | undefined
  readonly files?: readonly string[] | undefined
}) {
  if (file !== undefined && files !== undefined) {
    throw new AppError('invalid_input', 'file and files are both given.', { fix: 'Omit one of them.' })
  }
  return file === undefined ? files : [file]
}

const toSourceText = ({ entry, line }: Candidate) => ({ source: getSource(entry, line.src), syntax: entry.syntax })

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
