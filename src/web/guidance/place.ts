import type { z } from 'zod'
import { sessionPrincipal } from '../../auth/users/sessions.ts'
import type { VersionView } from '../../tools/guidance/versions.ts'
import { findWithheldReason } from '../../tools/guidance/withheld.ts'
import { t } from '../i18n/t.ts'
import { type LoadedProject, loadProject } from '../layout/load-project.ts'
import { PageError } from '../layout/page-error.ts'
import type { PageRequest, SignedInRequest } from '../requests/page-request.ts'

/** The glossary or the voice of a page: that of the project, or of its account. */
export interface GuidancePlace {
  readonly kind: 'glossary' | 'voice'
  readonly project: LoadedProject
  /** `acme` or `acme/app`. */
  readonly target: string
  readonly isOfAccount: boolean
  /** ID of the account or the project. */
  readonly ownerId: string
  /** Why the user may not change it; undefined if they may. */
  readonly withheld: string | undefined
  /** Whether the user may restore versions. */
  readonly mayRestore: boolean
}

/** The messages of each kind. */
export const WORDS = {
  glossary: {
    path: 'glossary.path',
    read_only: 'glossary.read_only',
    may_not: 'glossary.may_not',
    of: 'glossary.of',
    of_project: 'glossary.of_project',
    of_account: 'glossary.of_account',
    title: 'glossary.versions.title',
    current: 'glossary.versions.current',
  },
  voice: {
    path: 'voice.path',
    read_only: 'voice.read_only',
    may_not: 'voice.may_not',
    of: 'voice.of',
    of_project: 'voice.of_project',
    of_account: 'voice.of_account',
    title: 'voice.versions.title',
    current: 'voice.versions.current',
  },
} as const

export type Version = z.output<typeof VersionView>

/** Finds the glossary or the voice that the URL names. */
export async function loadPlace(request: SignedInRequest, kind: GuidancePlace['kind']): Promise<GuidancePlace> {
  const project = await loadProject(request, kind)
  const isOfAccount = request.query.get('of') === 'account'
  const { account, record, name } = project
  const caller = { principal: sessionPrincipal(request.signedIn), read: request.services.store.read }
  const target = { kind: 'account', account, name } as const
  return {
    kind,
    project,
    target: isOfAccount ? account.handle : name,
    isOfAccount,
    ownerId: isOfAccount ? account.id : record.id,
    withheld: await findWithheldReason(`${kind}:write`, target, caller),
    mayRestore: (await findWithheldReason(`${kind}:admin`, target, caller)) === undefined,
  }
}

/** A page of a glossary or a voice, such as `versions/3`. */
export function guidancePath(
  { kind, project, isOfAccount }: Pick<GuidancePlace, 'kind' | 'project' | 'isOfAccount'>,
  page = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ ...query, ...(isOfAccount && { of: 'account' }) })
  const path = `/p/${project.name}/${kind}${page === '' ? '' : `/${page}`}`
  return search.size === 0 ? path : `${path}?${search}`
}

const linkTo = (place: GuidancePlace) => ({ href: guidancePath(place), text: t(`${place.kind}.title`) })

/** @throws PageError `forbidden` */
export function assertMayWrite(place: GuidancePlace): void {
  const { kind, project, target, withheld } = place
  if (withheld === undefined) return
  const message = t(WORDS[kind].may_not, { name: target, why: withheld })
  throw new PageError('forbidden', message, { project: project.place, nextLink: linkTo(place) })
}

/** The error of an address that names nothing of a glossary or a voice. */
export const missingError = (place: GuidancePlace, message: string): PageError =>
  new PageError('not_found', message, { nextLink: linkTo(place) })

/**
 * Finds the version that the URL names among the newest ones.
 * @throws PageError `not_found`
 */
export function findVersion({ params }: PageRequest, place: GuidancePlace, versions: readonly Version[]): Version {
  const version = versions.find(one => String(one.version) === params['version'])
  if (version === undefined) throw missingError(place, t(`${place.kind}.versions.not_found`))
  return version
}

/** The version that a form showed; undefined if it does not say. */
export function readBaseVersion({ form }: PageRequest): number | undefined {
  const sent = form.get('base_version') ?? ''
  return /^\d{1,9}$/.test(sent) ? Number(sent) : undefined
}
