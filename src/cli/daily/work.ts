import { z } from 'zod'
import type { Message } from '../../l10n/message/message.ts'
import type { ToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import type { Machine } from '../machine.ts'
import { formatCount } from '../output/progress.ts'
import { countOf } from '../output/sentences.ts'
import type { ProjectOptions } from '../repository/project-options.ts'
import { buildGuide } from './guide.ts'
import { readProgress } from './status.ts'
import { branchOptionText, withProject } from './with-project.ts'

export interface WorkOptions extends ProjectOptions {
  readonly branch?: string
  readonly file?: string
  readonly finding?: string
  readonly worker?: string
  readonly limit?: number
  readonly guide?: boolean
}

/** Strings of one run, and of one call. */
const DEFAULT_LIMIT = 100
const MAX_CALL = 200
const MAX_BYTES = 60_000

const Term = z.looseObject({ term: z.string() })
const Forms = z.record(z.string(), z.looseObject({ required: z.array(z.string()) }))
const Row = z.looseObject({
  id: z.string(),
  key: z.string().optional(),
  text: z.string().optional(),
  forms: z.record(z.string(), z.string()).optional(),
  plurals: Forms.optional(),
})
const Packet = z.looseObject({
  file: z.string().optional(),
  terms: z.array(Term).optional(),
  forms: Forms.optional(),
  items: z.array(Row),
  left: z.number(),
  next_cursor: z.string().optional(),
})

type Packet = z.output<typeof Packet>

/** `work`: prints strings to translate as JSON lines. Returns the exit code. */
export function printWork(
  machine: Machine,
  options: WorkOptions & { readonly locale: string | undefined },
  { io, command }: Pick<CliContext, 'io' | 'command'>,
): Promise<number> {
  const { limit = DEFAULT_LIMIT } = options
  return withProject(machine, options, io, async (caller, { project, branch }) => {
    const input = { ...options, branch }
    const locales = await findLocales(caller, project, input)
    let [printed, left] = [0, 0]
    for (const locale of locales) {
      if (options.guide === true) {
        const packet = await getPacket(caller, project, { ...input, locale }, MAX_CALL)
        io.stdout.write(`${JSON.stringify(await buildGuide(caller, { project, locale, packet, command }))}\n`)
        continue
      }
      let cursor: string | undefined
      let inLocale = 0
      do {
        if (printed >= limit && left > 0) break
        const count = Math.max(1, Math.min(MAX_CALL, limit - printed))
        const packet = await getPacket(caller, project, { ...input, locale }, count, cursor)
        if (inLocale === 0) left += packet.left
        const lines = printed >= limit ? [] : packet.items.map(row => toLine(row, packet, locale))
        for (const line of lines) io.stdout.write(`${JSON.stringify(line)}\n`)
        printed += lines.length
        inLocale += lines.length
        cursor = packet.next_cursor
      } while (cursor !== undefined)
    }
    if (options.guide !== true) {
      const rest = left - printed
      const more = rest > 0 ? ` ${formatCount(rest)} more: send these first, or raise --limit.` : ''
      const next =
        printed === 0
          ? ''
          : ` Add "text" or "forms" to each line and send them: ${command(`submit${branchOptionText(branch)}`)}.`
      io.stderr.write(`${countOf(printed, 'string')}${branch === undefined ? '' : ` of ${branch}`}.${next}${more}\n`)
    }
    return 0
  })
}

type WorkInput = Omit<WorkOptions, 'branch'> & { readonly branch: string | undefined }

/** The named locale, or those with work. */
async function findLocales(
  caller: ToolCaller,
  project: string,
  { locale, branch, finding }: WorkInput & { readonly locale: string | undefined },
): Promise<readonly string[]> {
  if (locale !== undefined) return [locale]
  const rows = await readProgress(caller, project, { branch })
  return rows.filter(({ left }) => left > 0 || finding !== undefined).map(row => row.locale)
}

function getPacket(
  caller: ToolCaller,
  project: string,
  { locale, branch, file, finding, worker }: WorkInput & { readonly locale: string },
  limit: number,
  cursor?: string,
): Promise<Packet> {
  return caller.call(
    'get_work',
    {
      project,
      locale,
      branch,
      file,
      finding,
      worker,
      // Each command is a reader of its own.
      rules: true,
      limit,
      max_bytes: MAX_BYTES,
      cursor,
    },
    Packet,
  )
}

/** A string on a line of its own: everything that its translation needs, and what `submit` reads. */
function toLine(row: Packet['items'][number], packet: Packet, locale: string) {
  const { id, key, text, forms, plurals, ...others } = row
  const source: Message = forms ?? text ?? key ?? ''
  const isPlural = forms !== undefined || /\{\s*[\w]+\s*,\s*plural\s*,/.test(text ?? '')
  const required = isPlural ? (plurals ?? packet.forms)?.[locale]?.required : undefined
  const terms = findTerms(packet.terms ?? [], source)
  return {
    locale,
    id,
    source,
    ...(key !== undefined && { key }),
    ...(packet.file !== undefined && { file: packet.file }),
    ...others,
    ...(required !== undefined && { plural_forms: required }),
    ...(terms.length > 0 && { terms }),
  }
}

function findTerms(terms: readonly z.output<typeof Term>[], source: Message): readonly z.output<typeof Term>[] {
  const text = (typeof source === 'string' ? source : Object.values(source).join('\n')).toLowerCase()
  return terms.filter(({ term }) => text.includes(term.toLowerCase()))
}
