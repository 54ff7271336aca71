import { memoize } from '../../memoize.ts'
import type { Fault } from '../define-check.ts'
import type { LabelFault } from './labels.ts'

/** BCP 47 tags of a source and its translation. */
export interface Locales {
  readonly source: string
  readonly target: string
}

type LostFault = Fault & Pick<LabelFault, 'lost'>

/**
 * Drops the differences between links to the same page in the locales of source and target, such as `/en/help` or `/help` and `/de/help`. Where only the heading
 * differs (`#install` and `#installieren`), the added link is a warning: headings get their anchors from their words.
 */
export function* acceptLocalLinks(differences: Iterable<LabelFault>, locales: Locales): Generator<LostFault> {
  const all = [...differences]
  if (all.length < 2) {
    for (const { added: _, ...fault } of all) yield fault
    return
  }
  const lost = all.flatMap(fault =>
    fault.lost === undefined ? [] : [{ fault, page: toPage(fault.lost, locales.source) }],
  )
  const open = new Map<string, LabelFault[]>()
  for (const { fault, page } of lost) open.set(page, [...(open.get(page) ?? []), fault])
  const settled = new Set<LabelFault>()
  const kept: LostFault[] = []
  for (const { added, ...fault } of all) {
    if (added === undefined) continue
    const match = open.get(toPage(added, locales.target))?.shift()
    if (match?.lost === undefined) kept.push(fault)
    else {
      settled.add(match)
      if (toPlace(added, locales.target) !== toPlace(match.lost, locales.source)) {
        kept.push({
          ...fault,
          level: 'warning',
          fix: 'Copy the part after # from the source, unless the heading has another one here.',
        })
      }
    }
  }
  yield* kept
  for (const { fault } of lost) if (!settled.has(fault)) yield fault
}

/** Most locales with a cached pattern. */
const MAX_LOCALES = 500

/** Matches the parts of a path that are a locale of the same language, each with the slash behind it. */
const findLocaleParts = memoize(MAX_LOCALES, locale => {
  const [language = ''] = locale.split('-')
  return new RegExp(`(?<=[/(=\`])${language}(?:[-_][a-z]{2,4}){0,2}(?:/|(?=[)#\`]|$))`, 'gi')
})

/** A link or path without the locale that it is in. */
const toPlace = (label: string, locale: string): string =>
  label.includes('/') ? label.replace(findLocaleParts(locale), '').replace(/\/(?=[)#`]|$)/g, '') : label

/** The page that a link leads to, without the heading. Code has no headings. */
const toPage = (label: string, locale: string): string =>
  toPlace(label, locale).replace(label.startsWith('`') ? /$^/ : /#[^)]+/, '#')
