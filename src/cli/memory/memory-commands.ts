import { relative, resolve } from 'node:path'
import { z } from 'zod'
import { withToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import { openFileAccess } from '../files/file-access.ts'
import { printAnswer } from '../io.ts'
import type { Machine } from '../machine.ts'
import { findCommandProject } from '../repository/command-project.ts'
import type { ProjectOptions } from '../repository/project-options.ts'

export interface MemoryOptions extends ProjectOptions {
  readonly file: string
  /** `--root` */
  readonly root?: string
  readonly json?: boolean
}

type Context = Pick<CliContext, 'io'>

/** `memory import` */
export async function importMemory(
  machine: Machine,
  { dryRun = false, ...options }: MemoryOptions & { readonly dryRun?: boolean },
  context: Context,
): Promise<number> {
  const files = [{ path: toPath(machine, options) }]
  return call(machine, 'import_memory', { files, dry_run: dryRun }, options, context)
}

/** `memory export` */
export async function exportMemory(
  machine: Machine,
  { locale, onlyProject, ...options }: MemoryOptions & { readonly locale?: string; readonly onlyProject?: boolean },
  context: Context,
): Promise<number> {
  const args = { path: toPath(machine, options), locale, only_project: onlyProject }
  return call(machine, 'export_memory', args, options, context)
}

/** The path from the root, as tools name files. */
const toPath = ({ workingFolder }: Machine, { file, root = '' }: MemoryOptions): string =>
  relative(resolve(workingFolder, root), resolve(workingFolder, file)).replaceAll('\\', '/')

async function call(
  machine: Machine,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  { root, json = false, ...options }: MemoryOptions,
  { io }: Context,
): Promise<number> {
  const { project, server } = await findCommandProject(machine, options)
  const files = await openFileAccess(machine, { root, stderr: io.stderr })
  return withToolCaller(machine, { files, server, io }, async caller => {
    const answer = await caller.call(tool, { project, ...args }, Answer)
    return printAnswer(io, json, answer, () => describe(answer))
  })
}

const Count = z.number().optional()
const Answer = z.looseObject({
  added: Count,
  changed: Count,
  unchanged: Count,
  older: Count,
  units: Count,
  locales: z.record(z.string(), z.number()).optional(),
  next: z.string().optional(),
})
type Answer = z.output<typeof Answer>

const COUNTS = ['added', 'changed', 'unchanged', 'older', 'units'] as const

function describe(answer: Answer): string {
  const counts = COUNTS.flatMap(name => {
    const count = answer[name]
    return count === undefined ? [] : [`${name}: ${count.toLocaleString('en')}`]
  })
  const locales = Object.entries(answer.locales ?? {}).map(
    ([locale, count]) => `${locale}: ${count.toLocaleString('en')}`,
  )
  return [counts.join(', '), locales.join(', '), answer.next ?? ''].filter(line => line !== '').join('\n')
}
