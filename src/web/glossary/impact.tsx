import { Notice } from '../components/notice.tsx'
import type { GuidancePlace } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import type { SavedTerms } from './load-glossary.ts'

/** What a change of terms would affect, before it is saved. */
export function Impact({ place, impact }: { readonly place: GuidancePlace; readonly impact: SavedTerms }) {
  const { revise, breaks } = impact
  const count = breaks?.count ?? 0
  const isCut = revise?.more === true || breaks?.more === true
  return (
    <Notice
      kind={count > 0 ? 'warning' : 'info'}
      title={t(isCut ? 'glossary.impact.at_least' : 'glossary.impact.title', { count: revise?.entries ?? 0 })}
      isFirst
    >
      <p>{t('glossary.impact.breaks', { count })}</p>
      {breaks !== undefined && breaks.first.length > 0 && (
        <ul>
          {breaks.first.map(({ project, id, key, locale, why }) => (
            <li key={`${id} ${locale}`}>
              <a href={`/p/${project ?? place.project.name}/strings/${id}?${new URLSearchParams({ locale })}`}>
                <code>{key}</code>
              </a>{' '}
              <code class="locale-code">{locale}</code> <span lang="en">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
