import type { OfferedScope } from '../../auth/oauth/authorize/consent.ts'
import { groupScopes, SCOPE_DESCRIPTIONS, type ScopeGroup } from '../../auth/policy/scope-groups.ts'
import type { Scope } from '../../auth/policy/scopes.ts'

const HEADINGS: Readonly<Record<ScopeGroup, string>> = {
  read: 'Read',
  write: 'Write',
  manage: 'Manage',
  delete: 'Delete',
}

/** Scopes to tick, as sentences, by what they can do. */
export function ScopeChoice({ offered }: { readonly offered: readonly OfferedScope[] }) {
  const groups = groupScopes(offered.map(({ scope }) => scope))
  return (
    <>
      {groups.map(({ group, scopes }) => (
        <fieldset class="checklist" key={group}>
          <legend>{HEADINGS[group]}</legend>
          {offered
            .filter(({ scope }) => scopes.includes(scope))
            .map(one => (
              <ScopeBox key={one.scope} offered={one} />
            ))}
        </fieldset>
      ))}
    </>
  )
}

function ScopeBox({ offered: { scope, isTicked, isWanted, wasDenied } }: { readonly offered: OfferedScope }) {
  return (
    <label>
      <input type="checkbox" name="scope" value={scope} checked={isTicked} />
      <span>
        {SCOPE_DESCRIPTIONS[scope]} <code>{scope}</code>
        {isWanted && <span class="hint">The app was refused this a moment ago.</span>}
        {wasDenied && <span class="hint">You said no to this before.</span>}
      </span>
    </label>
  )
}

/** Scopes as sentences. */
export function ScopeSentences({ scopes }: { readonly scopes: readonly Scope[] }) {
  return (
    <>
      {groupScopes(scopes).map(({ group, scopes: some }) => (
        <section key={group}>
          <h3>{HEADINGS[group]}</h3>
          <ul>
            {some.map(scope => (
              <li key={scope}>
                {SCOPE_DESCRIPTIONS[scope]} <code>{scope}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
