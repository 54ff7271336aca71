import type { Scope } from '../../../src/auth/policy/scopes.ts'
import { openTestApp, type TestApp } from '../../http/test-app.ts'
import { connect } from '../oauth/granted.ts'
import { CALLERS, MEMBERS, NEIGHBOURS, ORGANIZATIONS, OTHERS, PUBLIC_ACCOUNTS } from './cells.ts'
import { SPEC_SCOPES } from './table.ts'

export const CREDENTIALS = ['account token', 'OAuth'] as const
export type CredentialKind = (typeof CREDENTIALS)[number]

/** The testApp of the matrix: users and organizations, each account with a project, and credentials with one scope or all others. */
export interface Stage {
  readonly testApp: TestApp
  readonly credential: (wish: Wish) => string
  /** The ID of an account token of this user, which no call of the matrix uses. */
  readonly idle: (handle: string) => string
  readonly setAccess: (access: { own: boolean; owning: boolean }) => Promise<void>
  readonly close: () => Promise<void>
}

export interface Wish {
  readonly kind: CredentialKind
  readonly caller: string
  readonly scope: string
  readonly hasScope: boolean
}

const nameOf = ({ kind, caller, scope, hasScope }: Wish): string => `${kind} ${caller} ${scope} ${hasScope}`

export async function openStage(): Promise<Stage> {
  const deps = await openTestApp()
  const { world } = deps
  const people = [...Object.keys(MEMBERS), ...OTHERS]
  for (const organization of ORGANIZATIONS) await world.organization(organization, MEMBERS)
  for (const handle of people) await (await world.user(handle)).call('create_project', project(handle))
  const ada = await world.user('ada')
  for (const organization of ORGANIZATIONS) await ada.call('create_project', project(organization))
  for (const handle of PUBLIC_ACCOUNTS) await world.setAccount(handle, { public: true })

  const idle = new Map(
    await Promise.all(people.map(async handle => [handle, (await deps.token(handle, ['project:read'])).id] as const)),
  )
  const values = new Map(
    await Promise.all(
      wishes().map(async wish => {
        const { kind, caller, scope, hasScope } = wish
        const scopes = SPEC_SCOPES.filter(one => (one === scope) === hasScope) as Scope[]
        const made =
          kind === 'OAuth' ? await connect(deps.services, caller, { scopes }) : await deps.token(caller, scopes)
        return [nameOf(wish), made.token] as const
      }),
    ),
  )
  return {
    testApp: deps,
    credential: wish => known(values, nameOf(wish)),
    idle: handle => known(idle, handle),
    // Only calls of other users name resources of a neighbor or an organization.
    setAccess: async ({ own, owning }) => {
      for (const caller of CALLERS) await world.setAccount(caller, { has_access: own })
      for (const owner of [...ORGANIZATIONS, ...NEIGHBOURS]) await world.setAccount(owner, { has_access: owning })
    },
    close: deps.close,
  }
}

const project = (account: string) => ({ project: `${account}/app`, source_locale: 'en', target_locales: ['de'] })

const wishes = (): readonly Wish[] =>
  CREDENTIALS.flatMap(kind =>
    CALLERS.flatMap(caller =>
      SPEC_SCOPES.flatMap(scope => [true, false].map(hasScope => ({ kind, caller, scope, hasScope }))),
    ),
  )

function known(map: ReadonlyMap<string, string>, name: string): string {
  const value = map.get(name)
  if (value === undefined) throw new Error(`the stage has no ${name}`)
  return value
}
