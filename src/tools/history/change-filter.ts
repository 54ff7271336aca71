import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { BatchRecord, ProjectRecord } from '../../store/records/localization.ts'
import type { Page, Reader } from '../../store/store.ts'
import { echo } from '../../text/escape.ts'
import { parseSince, parseUntil, timeRangeInput } from '../schemas/time-range.ts'

export type BatchView = Frozen<BatchRecord>

/** A parsed filter; absent fields match all changes. `user` is an id. */
export interface ChangeFilter {
  readonly project: string
  readonly batch?: BatchView | undefined
  readonly token?: string | undefined
  readonly client?: string | undefined
  readonly user?: string | undefined
  readonly kind?: BatchRecord['kind'] | undefined
  /** Inclusive instants. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

export const changeInput = {
  batch: z.string().min(1).max(40).optional(),
  token: z.string().min(1).max(40).optional(),
  client: z.string().min(1).max(100).optional(),
  person: z.string().min(1).max(60).optional(),
  ...timeRangeInput,
}

type ChangeFilterInput = z.output<z.ZodObject<typeof changeInput>> & { readonly kind?: BatchRecord['kind'] | undefined }

/** @throws AppError `invalid_input` for an invalid date, `not_found` for an unknown batch, token or user. */
export async function parseChangeFilter(
  given: ChangeFilterInput,
  project: Frozen<ProjectRecord>,
  read: Reader,
): Promise<ChangeFilter> {
  const batch = given.batch === undefined ? undefined : await read.batches.get(given.batch)
  if (given.batch !== undefined && batch?.project_id !== project.id) {
    throw new AppError('not_found', `The project has no batch ${given.batch}.`, {
      fix: 'Call list_changes for the batch ids.',
    })
  }
  const person = given.person?.toLowerCase()
  const user = person === undefined ? undefined : await read.users.by('handle', person)
  if (person !== undefined && !(user !== undefined && (await isKnownUser(user.id, project, read)))) {
    throw new AppError(
      'not_found',
      `The project has no member or change of ${echo(person)}, the person of this call.`,
      {
        fix: 'Give the handle of a member. list_changes shows the person of every change.',
      },
    )
  }
  if (given.token !== undefined && !(await isKnownToken(given.token, project, read))) {
    throw new AppError('not_found', `The project has no token or change of a token ${echo(given.token)}.`, {
      fix: 'Give the id of a token, not its name. list_changes shows it as token_id, list_tokens as id.',
    })
  }
  return {
    project: project.id,
    batch,
    token: given.token,
    client: given.client,
    user: user?.id,
    kind: given.kind,
    since: parseSince(given.since),
    until: parseUntil(given.until),
  }
}

/** Whether somebody is a member of the project's account, or changed the project. Others are unknown, so that the answer reveals no handles. */
async function isKnownUser(user: string, { id, account_id }: Frozen<ProjectRecord>, read: Reader): Promise<boolean> {
  if ((await read.accounts.get(account_id))?.owner_id === user) return true
  if ((await read.memberships.by('pair', compoundKey(account_id, user))) !== undefined) return true
  return (await read.batches.page('user', compoundKey(id, user), { limit: 1 })).items.length > 0
}

/** Whether a token is of the project's account or of a known user, or changed the project. */
async function isKnownToken(token: string, project: Frozen<ProjectRecord>, read: Reader): Promise<boolean> {
  const { items } = await read.batches.page('credential', compoundKey(project.id, `token:${token}`), { limit: 1 })
  if (items.length > 0) return true
  const known = await read.tokens.get(token)
  if (known === undefined) return false
  return known.account_id === project.account_id || isKnownUser(known.user_id, project, read)
}

/** Whether the filter names an author: a token, a client or a user. */
export const filtersByWriter = ({ token, client, user }: ChangeFilter): boolean =>
  token !== undefined || client !== undefined || user !== undefined

export function matchesFilter(filter: ChangeFilter, { id, project_id, origin, kind, at }: BatchView): boolean {
  const { batch, token, client, user, since, until } = filter
  return (
    project_id === filter.project &&
    (batch === undefined || batch.id === id) &&
    (token === undefined || origin.credential === `token:${token}`) &&
    (client === undefined || origin.client === client || origin.client?.startsWith(`${client}/`) === true) &&
    (user === undefined || origin.user_id === user) &&
    (filter.kind === undefined || filter.kind === kind) &&
    (since === undefined || at >= since) &&
    (until === undefined || at <= until)
  )
}

/** A page of candidate batches, newest first, from the narrowest index. Check each with `matchesFilter`. */
export async function pageBatches(
  { project, batch, token, client, user, since }: ChangeFilter,
  options: { readonly limit: number; readonly after?: string | undefined },
  read: Reader,
): Promise<Page<BatchView>> {
  if (batch !== undefined) return { items: [batch] }
  const page = await (token !== undefined
    ? read.batches.page('credential', compoundKey(project, `token:${token}`), options)
    : client?.includes('/')
      ? read.batches.page('client', compoundKey(project, client), options)
      : user !== undefined
        ? read.batches.page('user', compoundKey(project, user), options)
        : read.batches.page('project', project, options))
  const end = since === undefined ? -1 : page.items.findIndex(({ at }) => at < since)
  return end < 0 ? page : { items: page.items.slice(0, end) }
}
