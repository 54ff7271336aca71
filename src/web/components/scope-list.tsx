import type { OfferedScope } from '../../auth/oauth/authorize/consent.ts'
import { groupScopes } from '../../auth/policy/scope-groups.ts'
import type { Scope } from '../../auth/policy/scopes.ts'
import { scopeSentence } from '../format/scope-sentence.ts'
import { t } from '../i18n/t.ts'

interface ScopeChoiceProps {
  readonly offered: readonly OfferedScope[]
  /** Whether phones show read-only scopes in one line that can be opened. */
  readonly collapsesReads?: boolean
}

/** Checkboxes for scopes, with sentences that describe them. */
export function ScopeChoice({ offered, collapsesReads = false }: ScopeChoiceProps) {
  const groups = groupScopes(offered.map(({ scope }) => scope))
  return (
    <>
      {groups.map(({ group, scopes }) => {
        const some = offered.filter(({ scope }) => scopes.includes(scope))
        const boxes = (
          <fieldset class="checklist" key={group}>
            <legend>{t(`scopes.groups.${group}`)}</legend>
            {some.map(one => (
              <ScopeBox key={one.scope} offered={one} />
            ))}
          </fieldset>
        )
        if (!collapsesReads || group !== 'read') return boxes
        return (
          <details class="on-phones" key={group} open={some.some(({ isTicked }) => !isTicked)}>
            <summary>
              {t('scopes.selected', {
                group: t(`scopes.groups.${group}`),
                count: some.filter(({ isTicked }) => isTicked).length,
                total: some.length,
              })}
            </summary>
            {boxes}
          </details>
        )
      })}
    </>
  )
}

function ScopeBox({ offered: { scope, isTicked, isWanted, wasDenied } }: { readonly offered: OfferedScope }) {
  return (
    <label>
      <input type="checkbox" name="scope" value={scope} checked={isTicked} />
      <span>
        {scopeSentence(scope)} <code>{scope}</code>
        {isWanted && <span class="hint">{t('scopes.needed')}</span>}
        {wasDenied && <span class="hint">{t('scopes.denied')}</span>}
      </span>
    </label>
  )
}

export function ScopeSentences({ scopes }: { readonly scopes: readonly Scope[] }) {
  return (
    <>
      {groupScopes(scopes).map(({ group, scopes: some }) => (
        <section key={group}>
          <h3>{t(`scopes.groups.${group}`)}</h3>
          <ul>
            {some.map(scope => (
              <li key={scope}>
                {scopeSentence(scope)} <code>{scope}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
