import { Paging } from '../components/paging.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import type { WaitingSurvey } from './waiting.ts'
import { WaitingLine } from './waiting-card.tsx'

interface WaitingPageProps {
  readonly request: PageRequest
  readonly survey: WaitingSurvey
}

/** What waits in some projects of the user, and the way to the next ones. */
export function WaitingPage({ request, survey: { waiting, counted, next } }: WaitingPageProps) {
  return (
    <>
      <div class="intro">
        <h1>{t('home_waiting.title')}</h1>
        {(next !== undefined || request.query.has('cursor')) && <p>{t('home_waiting.part', { count: counted })}</p>}
      </div>
      <section class="card">
        {waiting.length === 0 ? (
          <p class="hint">{t('home_waiting.none')}</p>
        ) : (
          <ul class="waiting">
            {waiting.map(one => (
              <WaitingLine key={one.project} {...one} />
            ))}
          </ul>
        )}
        <Paging request={request} noun="projects" next={next} />
      </section>
    </>
  )
}
