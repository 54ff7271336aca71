import { Time } from '../format/time.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import type { FoundTerms, GlossaryPlace } from './load-glossary.ts'
import { glossaryPath } from './paths.ts'

interface VersionListProps {
  readonly request: PageRequest
  readonly place: GlossaryPlace
  readonly version: number
  readonly versions: FoundTerms['versions']
}

/** The newest versions of a glossary. */
export function VersionList({ request, place, version, versions }: VersionListProps) {
  if (versions.length === 0) return null
  return (
    <aside class="panel versions" aria-labelledby="versions-heading">
      <header>
        <h2 id="versions-heading">{t('glossary.versions.title')}</h2>
      </header>
      <ol>
        {versions.map(one => (
          <li key={one.version}>
            <a href={glossaryPath(place, `versions/${one.version}`)}>
              {t('glossary.versions.name', { version: one.version })}
            </a>
            {one.version === version && <span class="badge">{t('glossary.versions.current')}</span>}
            <span class="hint">
              <bdi class="who">{one.by}</bdi> · <Time at={one.at} now={request.services.now()} />
            </span>
            {one.note !== undefined && (
              <span class="hint clamped">
                <bdi>{one.note}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </aside>
  )
}
