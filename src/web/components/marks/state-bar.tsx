import { formatCount } from '../../format/numbers.ts'
import { t } from '../../i18n/t.ts'
import { layOutSegments } from '../segments.ts'

/** How many strings are in each state. */
export interface StateCounts {
  readonly approved: number
  readonly translated: number
  readonly needs_review: number
  readonly untranslated: number
}

/** The progress of a locale or a file by state. Needs `BarPatterns` on the page. What is untranslated stays empty. */
export function StateBar({ counts }: { readonly counts: StateCounts }) {
  const { approved, translated, needs_review, untranslated } = counts
  const total = approved + translated + needs_review + untranslated
  const label = t('project.bar', {
    approved: formatCount(approved),
    translated: formatCount(translated),
    needs_review: formatCount(needs_review),
    untranslated: formatCount(untranslated),
  })
  const segments = layOutSegments(
    [
      { name: 'approved', count: approved },
      { name: 'translated', count: translated },
      { name: 'needs_review', count: needs_review },
      { name: 'untranslated', count: untranslated },
    ],
    total,
  )
  return (
    <svg class="outcome-bar" role="img" aria-label={label}>
      {segments
        .filter(({ name, width }) => name !== 'untranslated' && width > 0)
        .map(({ name, x, width }) => (
          <rect
            key={name}
            class={name}
            x={`${x}%`}
            width={`${width}%`}
            height="100%"
            fill={name === 'needs_review' ? 'url(#bar-dots)' : undefined}
          />
        ))}
    </svg>
  )
}
