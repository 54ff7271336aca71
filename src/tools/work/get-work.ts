import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { type Guidance, guidanceFor } from '../guidance/packet-guidance.ts'
import { BranchName, branchOf, onBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locale-list.ts'
import { projectTarget } from '../resources.ts'
import { ProjectName } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { type Candidate, findWork } from './candidates.ts'
import { Checker, sourceOf } from './checker.ts'
import { bytesOf, cut, fit } from './fit-packet.ts'
import { hoist, makeRow } from './packet.ts'
import { WorkerName } from './worker-name.ts'

const MOST_LOCALES = 50

const Locales = z.union([z.literal('all'), z.array(z.string()).min(1).max(MOST_LOCALES)])

/** A packet of texts to translate that fits an agent's context: everything that matters, once. Reading it changes nothing. */
export const getWork = readTool({
  name: 'get_work',
  title: 'Get texts to translate',
  description:
    'Texts that are missing or stale, with the rules that matter. Translate them, send them with submit_translations (id, src, text), and call again until left is 0. before = a stale text. locales (a list, or all) gives each source once.',
  scope: 'project:read',
  toolset: 'core',
  rest: [{ method: 'GET', path: '/api/projects/:account/:project/work', bind: { project: ':account/:project' } }],
  input: z.object({
    project: ProjectName,
    locale: z.string().optional(),
    locales: Locales.optional(),
    branch: BranchName.optional(),
    file: z.string().optional(),
    worker: WorkerName.optional(),
    limit: z.number().int().min(1).max(200).default(100),
    max_bytes: z.number().int().min(2000).max(60_000).default(16_000),
    cursor: z.string().optional(),
  }),
  output: z.looseObject({
    items: z.array(z.looseObject({ id: z.string() })),
    left: z.number().int(),
    next: z.string(),
  }),
  structured: false,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { read, resource, services } = call
    const { project, account } = resource
    const branch = branchOf(project, input.branch)
    const locales = localesOf(input, project)
    const query = [project.id, branch, locales, input.file, input.worker]
    const from = input.cursor === undefined ? undefined : decodeCursor(query, input.cursor)
    const { file, limit, worker } = input
    const now = services.now()
    const work = await findWork({ project, branch, locales, file, limit, worker, from, now }, read)
    const checker = new Checker(project, branch, read)
    const rows = await Promise.all(work.items.map(item => makeRow(item, locales, checker)))
    const name = `${account.handle}/${project.slug}`
    const packetOf = ({ rows: items, hoisted }: Hoisting, guidance: Guidance, cursor: string | undefined) => ({
      project: name,
      source_locale: project.source_locale,
      ...(locales.length === 1 ? { locale: locales[0] } : { locales }),
      ...(branch !== project.main_branch && { branch }),
      ...guidance,
      ...hoisted,
      items,
      left: work.left,
      ...(cursor !== undefined && { next_cursor: cursor }),
      next: nextStep(items.length, `${name}${onBranch(project, branch)}`, locales, project.branches.length > 0),
    })
    const cursorBehind = async (count: number): Promise<string> => encodeCursor(query, await work.after(count))
    const guidanceOf = (count: number): Promise<Guidance> =>
      guidanceFor({ project, account, locales, texts: work.items.slice(0, count).map(sourceText), call })

    if (rows.length === 0) return packetOf({ rows, hoisted: {} }, {}, undefined)
    // What is taken shares at least what all candidates share, and each cursor is about as long as the first one.
    const all = hoist(rows, locales)
    const frame = packetOf({ ...all, rows: [] }, {}, 'x'.repeat((await cursorBehind(1)).length + CURSOR_SLACK))
    const room = input.max_bytes - bytesOf(frame)
    if (room < LEAST_ROOM) throw tooSmall(input.max_bytes, LEAST_ROOM - room, locales.length)
    const first = bytesOf(all.rows[0] ?? {})
    const most = fit(all.rows, room - first)
    const wanted = cut(await guidanceOf(most), room / 2)
    const count = fit(all.rows, room - first - bytesOf(wanted))
    const guidance = count === most ? wanted : cut(await guidanceOf(count), room / 2)
    const rest = room - bytesOf(all.rows.slice(0, count))
    // Beside one long text there is less room for it, and where that text alone is too long, as much as ever.
    const fitting = rest > 0 ? cut(guidance, rest) : guidance
    const isEnd = count === rows.length && !work.more
    return packetOf(hoist(rows.slice(0, count), locales), fitting, isEnd ? undefined : await cursorBehind(count))
  },
})

type Hoisting = ReturnType<typeof hoist>

/** Cursors differ by some bytes. */
const CURSOR_SLACK = 100
/** Bytes for rows below which a packet is none. */
const LEAST_ROOM = 500

const sourceText = ({ entry, src }: Candidate) => ({ source: sourceOf(entry, src), syntax: entry.syntax })

const tooSmall = (given: number, missing: number, locales: number): AppError =>
  new AppError('invalid_input', `max_bytes is ${given}: what ${locales} locales share does not fit.`, {
    fix: `Give fewer locales, or max_bytes of at least ${given + missing}.`,
  })

function localesOf(
  input: { locale?: string | undefined; locales?: z.output<typeof Locales> | undefined },
  project: Parameters<typeof targetLocale>[0],
): readonly string[] {
  const { locale, locales } = input
  if ((locale === undefined) === (locales === undefined)) {
    throw new AppError(
      'invalid_input',
      locale === undefined ? 'locale is missing.' : 'locale and locales are both given.',
      {
        fix: `Give one of them; the target locales are ${project.target_locales.join(', ')}.`,
      },
    )
  }
  if (locales === 'all') {
    if (project.target_locales.length <= MOST_LOCALES) return project.target_locales
    throw new AppError('invalid_input', `The project has ${project.target_locales.length} target locales.`, {
      fix: `Give locales: at most ${MOST_LOCALES} of ${project.target_locales.join(', ')}.`,
    })
  }
  return [...new Set((locales ?? [locale ?? '']).map(tag => targetLocale(project, tag)))]
}

/** `project` is its name, with the branch behind it. */
function nextStep(count: number, project: string, locales: readonly string[], isPushed: boolean): string {
  if (!isPushed) return `Nothing was pushed yet: send the source files with push_source, project ${project}.`
  if (count === 0) return `Nothing is left here; pull_translations of ${project} gives the files.`
  return locales.length === 1
    ? `submit_translations with project ${project}, locale ${locales[0]} and items [{id, src, text}].`
    : `submit_translations with project ${project} and items [{id, src, texts: {"${locales[0]}": "..."}}].`
}
