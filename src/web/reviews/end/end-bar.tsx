import { t } from '../../i18n/t.ts'
import { Live } from '../head/proof.tsx'
import type { PageData } from '../model/page-data.ts'

const ENDS = ['accept', 'return', 'revert'] as const

/** The ends of a review, each with its consequence. A page with the exact consequence asks before it happens. */
export function EndBar({ data }: { readonly data: PageData }) {
  return (
    <form class="rv-ends" id="ends" method="get" action={data.path} aria-label={t('review.end.label')}>
      {ENDS.map(end => {
        const isBlocked = end === 'accept' && !data.canAccept
        return (
          <div key={end}>
            <button
              type="submit"
              class={`button${end === 'revert' ? ' danger' : end === 'accept' && !isBlocked ? ' primary' : ''}`}
              id={`end-${end}`}
              name="end"
              value={end}
              aria-describedby={`effect-${end}`}
              aria-disabled={isBlocked ? 'true' : undefined}
            >
              {t(`review.end.${end}.button`)}
            </button>
            <p id={`effect-${end}`}>
              {end === 'accept' && (
                <>
                  <b>
                    <Live name="end-missing" data={data} />
                  </b>{' '}
                </>
              )}
              <Live name={`end-${end}`} data={data} />
            </p>
          </div>
        )
      })}
    </form>
  )
}
