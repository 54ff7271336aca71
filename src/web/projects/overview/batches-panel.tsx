import { tellCounts } from '../../changes/words.tsx'
import { Face } from '../../components/marks/face.tsx'
import { Time } from '../../format/time.tsx'
import { unitListFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { projectPath, projectTabPath } from '../../layout/project-place.ts'
import type { RecentBatch } from './read-overview.ts'

interface BatchesPanelProps {
  readonly project: LoadedProject
  readonly batches: readonly RecentBatch[]
  readonly now: Date
}

/** The last batches of changes. */
export function BatchesPanel({ project, batches, now }: BatchesPanelProps) {
  return (
    <section class="panel batches" aria-labelledby="batches-title">
      <header>
        <h2 id="batches-title">{t('overview.batches.title')}</h2>
        <a href={projectTabPath(project.place, 'changes')}>{t('overview.batches.all')}</a>
      </header>
      <ul class="batch-rows">
        {batches.map(({ batch, at, kind, by, counts, note }) => (
          <li key={batch}>
            <a class="note" href={`${projectPath(project.name)}/changes/${batch}`}>
              <bdi>{note ?? t(`overview.batches.${kind}`)}</bdi>
            </a>
            <span class="author quiet">
              <Face name={by.person ?? by.kind} isAgent={by.kind !== 'human'} />
              <bdi>{describeAuthor(by)}</bdi>
            </span>
            <span class="counts quiet num">{unitListFormat().format(tellCounts({ kind, counts }))}</span>
            <span class="when quiet">
              <Time at={at} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeAuthor({ kind, person, client }: RecentBatch['by']): string {
  const isAgent = kind !== 'human'
  if (person === undefined) return isAgent ? t('overview.batches.agent') : t('overview.batches.user')
  return client === undefined || !isAgent ? person : t('overview.batches.via', { person, client })
}
