import { z } from 'zod'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Voice } from '../../l10n/voice/voice.ts'
import { VersionView } from '../../tools/guidance/versions.ts'
import { findWithheldReason } from '../../tools/guidance/withheld.ts'
import { getVoice } from '../../tools/voice/get-voice.ts'
import { loadVoice } from '../../tools/voice/versions.ts'
import { type LoadedProject, loadProject } from '../layout/load-project.ts'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest } from '../requests/page-request.ts'

/** The voice of a page: that of the project, or of its account. */
export interface VoicePlace {
  readonly project: LoadedProject
  /** `acme` or `acme/app`. */
  readonly target: string
  readonly isOfAccount: boolean
  /** ID of the account or the project. */
  readonly ownerId: string
  readonly version: number
  readonly voice: Voice
  /** The voice that a project's extends; undefined for an account. */
  readonly base: Voice | undefined
  /** The newest versions; none for readers of a public project. */
  readonly versions: readonly z.output<typeof VersionView>[]
  /** Why the user may not change it; undefined if they may. */
  readonly withheld: string | undefined
  /** Whether the user may restore versions. */
  readonly mayRestore: boolean
}

const Found = z.object({ version: z.number(), versions: z.array(VersionView).default([]) })

/** Reads the voice that the URL names. The tool decides who may; a long voice is read from the store as a whole. */
export async function loadVoicePlace(request: PageRequest, signedIn: SignedIn): Promise<VoicePlace> {
  const project = await loadProject(request, signedIn, 'voice')
  const isOfAccount = request.query.get('of') === 'account'
  const { account, record, name } = project
  const { read } = request.services.store
  const caller = { principal: sessionPrincipal(signedIn), read }
  const target = isOfAccount ? account.handle : name
  const { versions } = await callTool(request, signedIn, { tool: getVoice, input: { target }, shape: Found })
  const ownerId = isOfAccount ? account.id : record.id
  const { version, voice } = await loadVoice(ownerId, read)
  const place = { kind: 'account', account, name } as const
  return {
    project,
    target,
    isOfAccount,
    ownerId,
    version,
    voice,
    base: isOfAccount ? undefined : (await loadVoice(account.id, read)).voice,
    versions,
    withheld: await findWithheldReason('voice:write', place, caller),
    mayRestore: (await findWithheldReason('voice:admin', place, caller)) === undefined,
  }
}

/** A page of a voice, such as `versions/3`. */
export function voicePath(
  { project, isOfAccount }: Pick<VoicePlace, 'project' | 'isOfAccount'>,
  page = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ ...query, ...(isOfAccount && { of: 'account' }) })
  const path = `/p/${project.name}/voice${page === '' ? '' : `/${page}`}`
  return search.size === 0 ? path : `${path}?${search}`
}
