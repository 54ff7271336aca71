import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { BatchRecord } from '../../store/records/localization.ts'
import type { Page, Reader } from '../../store/store.ts'
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

/** The input fields that filter changes. */
export const changeInput = {
  batch: z.string().max(40).optional(),
  token: z.string().max(40).optional(),
  client: z.string().max(100).optional(),
  person: z.string().max(60).optional(),
  ...timeRangeInput,
}

type ChangeFilterInput = z.output<z.ZodObject<typeof changeInput>> & { readonly kind?: BatchRecord['kind'] | undefined }

/** @throws AppError `invalid_input` for an invalid date, `not_found` for an unknown batch. */
export async function parseChangeFilter(
  given: ChangeFilterInput,
  project: string,
  read: Reader,
): Promise<ChangeFilter> {
  const batch = given.batch === undefined ? undefined : await read.batches.get(given.batch)
  if (given.batch !== undefined && batch?.project_id !== project) {
    throw new AppError('not_found', `The project has no batch ${given.batch}.`, {
      fix: 'Call list_changes for the batch ids.',
    })
  }
  const person = given.person?.toLowerCase()
  const user = person === undefined ? undefined : await read.users.by('handle', person)
  return {
    project,
    batch,
    token: given.token,
    client: given.client,
    // An unknown user matches nothing, like a user without changes: the answer reveals no handles.
    user: person === undefined ? undefined : (user?.id ?? 'nobody'),
    kind: given.kind,
    since: parseSince(given.since),
    until: parseUntil(given.until),
  }
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
