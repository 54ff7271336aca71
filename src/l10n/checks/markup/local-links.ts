import { groupBy } from '../../groups.ts'
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
 * Drops the differences between links to the same page in the locales of source and target, such as `/en/help` or `/help` and `/de/help`, or a host with `en.` or
 * without a locale and one with `de.`. Where only the heading differs (`#install` and `#installieren`), the added link is a warning: headings get their anchors
 * from their words. So it is for another page of a host with `de.`: pages of such sites have names of their own.
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
  const open = groupBy(lost, ({ page }) => page)
  const settled = new Set<LabelFault>()
  const kept: LostFault[] = []
  for (const { added, ...fault } of all) {
    if (added === undefined) continue
    const match = open.get(toPage(added, locales.target))?.find(one => !settled.has(one.fault))?.fault
    if (match?.lost !== undefined) {
      settled.add(match)
      if (toPlace(added, locales.target) !== toPlace(match.lost, locales.source)) {
        kept.push({
          ...fault,
          level: 'warning',
          fix: 'Copy the part after # from the source, unless the heading has another one here.',
        })
      }
      continue
    }
    const site = findLocalSite(added, locales.target)
    const page = lost.find(one => !settled.has(one.fault) && isOnSite(one.page, site))
    if (page === undefined) kept.push(fault)
    else {
      settled.add(page.fault)
      kept.push({ ...fault, level: 'warning', fix: 'Copy it from the source, unless the page has this address here.' })
    }
  }
  yield* kept
  for (const { fault } of lost) if (!settled.has(fault)) yield fault
}

/** The start of a link to a host of the locale, without the locale: `href=https://a.example/` of `href=https://de.a.example/x`. */
function findLocalSite(label: string, locale: string): string | undefined {
  const host = HOST.exec(label)?.[0] ?? ''
  const site = host.replace(findLocaleParts(locale), '')
  return site === host ? undefined : site
}

const isOnSite = (page: string, site: string | undefined): boolean =>
  site !== undefined && (page.startsWith(site) || page === site.slice(0, -1))

const HOST = /^.{0,20}:\/\/[^/]{1,253}\//

/** Most locales with a cached pattern. */
const MAX_LOCALES = 500

/** Matches the parts of a path and the first part of a host that are a locale of the same language, each with the slash or dot behind it. */
const findLocaleParts = memoize(MAX_LOCALES, locale => {
  const [language = ''] = locale.split('-')
  return new RegExp(
    `(?<=[/(=\`])${language}(?:[-_][a-z]{2,4}){0,2}(?:/|(?=[)#\`]|$)|(?<=//[\\w-]+)\\.(?=[\\w-]+\\.))`,
    'gi',
  )
})

/** A link or path without the locale that it is in. */
const toPlace = (label: string, locale: string): string =>
  label.includes('/') ? label.replace(findLocaleParts(locale), '').replace(/\/(?=[)#`]|$)/g, '') : label

/** The page that a link leads to, without the heading. Code has no headings. */
const toPage = (label: string, locale: string): string =>
  toPlace(label, locale).replace(label.startsWith('`') ? /$^/ : /#[^)]+/, '#')
