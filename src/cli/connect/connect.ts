import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { PACKAGE_ROOT } from '../../package-root.ts'
import { quote } from '../../text/quote.ts'
import type { CliContext } from '../context.ts'
import { printJson } from '../io.ts'
import type { Machine } from '../machine.ts'
import { findRepository } from '../repository/project-file.ts'
import { chooseServer } from '../sign-in/choose-server.ts'
import { displayPath, FORMATS, findClientFile, SERVER_NAME, scopesOf } from './client-file.ts'
import { CLIENTS } from './client-list.ts'
import { type Client, type FileClient, isFileClient, type Place, type Scope } from './clients.ts'
import { readConfigFile, writeConfigFile } from './config-file.ts'
import type { EntryPlace } from './edit/config-format.ts'
import { createEntry, hasFields, mcpAddress, showEntry, type Target } from './entry.ts'
import { installSkill, listSkill, removeSkill } from './skill.ts'

export interface ConnectOptions {
  readonly url?: string
  readonly stdio?: boolean
  readonly scope?: Scope
  readonly skill?: boolean
  readonly print?: boolean
  readonly remove?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

/** The folder of the skill in this package. */
const SKILL = join(PACKAGE_ROOT, 'skills', SERVER_NAME)

/** What `connect` does, and where. */
interface Task {
  readonly client: FileClient
  readonly scope: Scope
  readonly place: Place
  readonly target: Target
  readonly options: ConnectOptions
  readonly machine: Machine
  readonly context: CliContext
  /** A path as the user reads it. */
  readonly show: (path: string) => string
}

/** What happened to one file. */
interface Outcome {
  readonly action: 'added' | 'replaced' | 'removed' | 'unchanged'
  /** The path as the user reads it. */
  readonly path: string
}

/** Connects a client with a server, shows how, or undoes it; returns the exit code. */
export async function connect(
  machine: Machine,
  id: string,
  options: ConnectOptions,
  context: CliContext,
): Promise<number> {
  const client = findClient(id)
  const repository = await findRepository(machine.workingFolder)
  const place = placeOf(machine, context, repository?.root)
  const server = await chooseServer(machine, options.url)
  const isStdio = options.stdio === true
  const target = { server, program: isStdio ? context.programWords : undefined }
  if (!isFileClient(client) || (client.steps !== undefined && !isStdio && options.remove !== true)) {
    return printSteps(client, server, options, context)
  }
  const scope = options.scope ?? scopesOf(client)[0] ?? 'user'
  const show = (path: string): string => displayPath(path, machine.workingFolder, place)
  const task = { client, scope, place, target, options, machine, context, show }
  if (options.print === true) return printEntry(task)
  await assertOwnFiles(task)
  const skill = options.skill === true ? await changeSkill(task) : undefined
  const outcome = await changeServer(task)
  report(task, outcome, skill)
  return 0
}

/** Where clients look for their files. */
export const placeOf = (machine: Machine, { env }: CliContext, root = machine.workingFolder): Place => ({
  home: env['HOME'] ?? machine.homeFolder,
  root,
  platform: process.platform,
  env,
})

function findClient(id: string): Client {
  const found = CLIENTS.find(client => client.id === id)
  if (found !== undefined) return found
  throw new AppError('not_found', `Client "${id}" not found.`, {
    fix: dragoman => `List them with ${dragoman('connect')}.`,
  })
}

const entryPlace = ({ section }: FileClient, file: string): EntryPlace => ({ section, name: SERVER_NAME, file })

async function printEntry({ client, scope, place, target, context: { io }, show }: Task): Promise<number> {
  const path = client.files[scope]?.(place) ?? (await findClientFile(client, place, scope))
  io.stderr.write(`In ${show(path)}:\n`)
  io.stdout.write(FORMATS[client.format].add('', entryPlace(client, path), createEntry(client, target)))
  return 0
}

/** Checks that no file of the repository is a link out of it. In the home folder, links are those of its owner. */
async function assertOwnFiles({ client, scope, place, options, show }: Task): Promise<void> {
  if (scope !== 'project') return
  await assertInside(place.root, await findClientFile(client, place, scope), show)
  const folder = options.skill === true ? client.skills?.project?.(place) : undefined
  if (folder === undefined) return
  for (const path of await listSkill(SKILL)) await assertInside(place.root, join(folder, SERVER_NAME, path), show)
}

async function changeServer({ client, scope, place, target, options, machine, show }: Task): Promise<Outcome> {
  const found = await findClientFile(client, place, scope)
  const path = show(found)
  const file = await readConfigFile(found)
  const format = FORMATS[client.format]
  const at = entryPlace(client, path)
  const text = file.text ?? ''
  const existing = text.trim() === '' ? undefined : format.read(text, at)
  const write = (changed: string): Promise<void> =>
    writeConfigFile(file, changed, {
      newMode: scope === 'user' ? 0o600 : 0o644,
      keep: [place.home, place.root],
      newId: machine.newId,
    })
  if (options.remove === true) {
    if (existing === undefined) return { action: 'unchanged', path }
    await write(format.remove(text, at))
    return { action: 'removed', path }
  }
  const entry = createEntry(client, target)
  if (existing === undefined) {
    await write(format.add(text, at, entry))
    return { action: 'added', path }
  }
  if (hasFields(existing, entry)) return { action: 'unchanged', path }
  if (options.force !== true) {
    throw new AppError(
      'conflict',
      `"${SERVER_NAME}" in ${path} is different:\n  - ${showEntry(existing)}\n  + ${showEntry(entry)}`,
      { fix: 'Add --force to replace it.' },
    )
  }
  await write(format.replace(text, at, entry))
  return { action: 'replaced', path }
}

async function changeSkill({ client, scope, place, options, show }: Task): Promise<Outcome> {
  const folder = client.skills?.[scope]?.(place)
  if (folder === undefined) {
    throw new AppError('invalid_input', `${client.name} has no folder for skills that Dragoman knows.`, {
      fix: 'Leave out --skill.',
    })
  }
  const target = join(folder, SERVER_NAME)
  const isRemoval = options.remove === true
  const isChanged = await (isRemoval ? removeSkill : installSkill)(SKILL, target, options.force === true)
  return { action: !isChanged ? 'unchanged' : isRemoval ? 'removed' : 'added', path: show(target) }
}

const VERBS = { added: 'Added', replaced: 'Replaced', removed: 'Removed' } as const

function report(task: Task, { action, path }: Outcome, skill: Outcome | undefined): void {
  const { client, scope, target, options, context } = task
  const address = target.program === undefined ? mcpAddress(target.server) : `stdio, ${target.server}`
  const flags = [
    ...(scope === scopesOf(client)[0] ? [] : [`--scope ${scope}`]),
    ...(options.skill === true ? ['--skill'] : []),
  ]
  const undo = context.command(['connect', client.id, ...flags, '--remove'].join(' '))
  const signIn =
    target.program === undefined ? client.signIn : `To sign in, run ${context.command(`login ${target.server}`)}.`
  if (options.json === true) {
    const common = { client: client.id, scope, action, path, ...(skill !== undefined && { skill }) }
    printJson(
      context.io,
      options.remove === true ? common : { ...common, server: target.server, sign_in: signIn, undo },
    )
    return
  }
  const isRemoval = options.remove === true
  const where = `${isRemoval && action === 'removed' ? 'from' : action === 'replaced' ? 'in' : 'to'} ${path}`
  const lines =
    action === 'unchanged'
      ? [`"${SERVER_NAME}" is ${isRemoval ? 'not' : 'already'} in ${path}. Nothing was changed.`]
      : [`${VERBS[action]} "${SERVER_NAME}" ${where}${isRemoval ? '.' : ` (${address}). ${signIn}`}`]
  if (skill !== undefined) lines.push(describeSkill(skill, isRemoval))
  if (!isRemoval) lines.push(`Undo: ${undo}`)
  context.io.stdout.write(`${lines.join('\n')}\n`)
}

function describeSkill({ action, path }: Outcome, isRemoval: boolean): string {
  if (action === 'unchanged') return `The skill is ${isRemoval ? 'not' : 'already'} in ${path}.`
  return isRemoval ? `Removed the skill from ${path}.` : `Added the skill to ${path}.`
}

/** The exit code where the user has to do the rest. */
const EXIT_UNDONE = 1

/** Prints what the user has to do in a client that no file connects. Says so, unless only `--print` was asked for. */
function printSteps(client: Client, server: string, options: ConnectOptions, { io }: CliContext): number {
  const { json = false, remove = false, print = false } = options
  const steps = remove
    ? [`Remove "${SERVER_NAME}" in the settings of ${client.name}.`]
    : (client.steps?.(mcpAddress(server)) ?? [])
  if (json) printJson(io, { client: client.id, written: false, steps })
  else io.stdout.write(`${steps.map((step, at) => `${at + 1}. ${step}`).join('\n')}\n`)
  if (print) return 0
  if (!json) io.stderr.write(`Nothing was changed: ${client.name} has no file for this. Follow the steps above.\n`)
  return EXIT_UNDONE
}

/**
 * Checks that a file of a repository, which need not exist, is in it: a link of a repository that somebody cloned could lead anywhere.
 * @throws AppError `conflict`
 */
async function assertInside(root: string, path: string, show: (path: string) => string): Promise<void> {
  const [folder, real] = await Promise.all([realpath(root), findRealPath(path, show)])
  if (real.startsWith(folder + sep)) return
  throw new AppError('conflict', `${quote(show(path))} leads out of the repository, to ${quote(real)}.`, {
    fix: 'Replace the symbolic link by a file or folder of the repository, or use --scope user. Nothing was changed.',
  })
}

/** The path of a file without links, also of one that does not exist yet. */
async function findRealPath(path: string, show: (path: string) => string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ELOOP') throw loopError(show(path), error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
  }
  // A link that leads to no file: writing would create it there.
  const target = await readlink(path).catch(() => undefined)
  if (target !== undefined) return findRealPath(resolve(dirname(path), target), show)
  return join(await findRealPath(dirname(path), show), basename(path))
}

const loopError = (path: string, cause: unknown): AppError =>
  new AppError('conflict', `${quote(path)} is a symbolic link that leads back to itself.`, {
    fix: 'Delete the link. Nothing was changed.',
    cause,
  })
