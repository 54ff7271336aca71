import type { z } from 'zod'
import type { AccountView } from '../../tools/people/account-shape.ts'
import { ButtonLink } from '../components/button.tsx'
import { Connect } from '../components/connect.tsx'

/** What the service is, for who is not signed in. */
export function Welcome({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <>
      <div class="intro">
        <h1>Translations by the agent in your editor</h1>
        <p>
          Dragoman keeps your source texts, translations, voice and terms. Your coding agent pushes what is new,
          translates what is missing, and pulls files in which only those lines changed.
        </p>
      </div>
      <div class="actions">
        <ButtonLink href="/login" look="primary">
          Sign in
        </ButtonLink>
      </div>
      <Connect baseUrl={baseUrl} />
    </>
  )
}

interface HomeProps {
  readonly baseUrl: string
  readonly name: string
  readonly accounts: readonly z.infer<typeof AccountView>[]
  readonly projects: readonly { readonly project: string; readonly status: string }[]
  readonly hasMore: boolean
}

/** What a person has here. */
export function Home({ baseUrl, name, accounts, projects, hasMore }: HomeProps) {
  return (
    <>
      <h1>Hello, {name}</h1>
      {projects.length === 0 ? (
        <section class="empty">
          <h2>No projects yet</h2>
          <p>
            Connect your agent, then tell it: <q>Set this repository up in Dragoman, from en into de.</q>
          </p>
        </section>
      ) : (
        <section class="card">
          <h2>Projects</h2>
          <ul class="rows">
            {projects.map(({ project, status }) => (
              <li key={project}>
                <div>
                  <span class="name">{project}</span>
                  <span class="hint">{status}</span>
                </div>
              </li>
            ))}
          </ul>
          {hasMore && <p class="hint">There are more: ask your agent for list_projects.</p>}
        </section>
      )}
      <section class="card">
        <h2>Accounts</h2>
        <ul class="rows">
          {accounts.map(({ account, kind, has_access, roles }) => (
            <li key={account}>
              <div>
                <span class="name">
                  {account}
                  {!has_access && <span class="badge warning">Reads only</span>}
                </span>
                <span class="hint">
                  {kind === 'personal' ? 'Personal' : 'Organization'}
                  {roles.length > 0 && `, ${roles.map(role => role.replaceAll('_', ' ')).join(', ')}`}
                </span>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <Connect baseUrl={baseUrl} />
    </>
  )
}
