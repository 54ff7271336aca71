import { type ComponentChildren, Fragment } from 'preact'
import { StateMark } from '../components/marks/state-mark.tsx'
import { rich, t } from '../i18n/t.ts'
import { type PageRequest, requestPath, useRequest } from '../requests/page-request.ts'
import { readFilters, toQuery } from './list/filters.ts'
import { localeName } from './locale-name.ts'
import { languageAttributes } from './message-text.tsx'
import type { StringView } from './read-string.ts'

/** Longest key in a heading: keys of gettext are whole texts. */
const MAX_KEY_UNITS = 160

/** Most locales that the head lists. */
const MAX_LOCALES = 6

/** The head of the page of a string: its file and key, and its locales. */
export function StringFrame({ string }: { readonly string: StringView }) {
  const request = useRequest()
  const { file, key, branch, locales } = string
  return (
    <div class="frame">
      <p class="hint">
        <code>{file}</code>
      </p>
      <div class="title">
        <h1 class="key">
          {splitKey(shortenKey(key)).map((part, at) => (
            <Fragment key={at}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </h1>
        {branch !== undefined && (
          <span class="badges">
            <span class="badge info">{rich('strings.filters.on_branch', { branch: <bdi>{branch}</bdi> })}</span>
          </span>
        )}
      </div>
      <nav class="sections" aria-label={t('strings.locales.nav')}>
        <a href={stringPath(request, string)} aria-current="page">
          {t('strings.others.all', { count: locales.length })}
        </a>
        {locales.length <= MAX_LOCALES &&
          locales.map(({ locale, state, isStale }) => (
            <a key={locale} href={stringPath(request, string, locale)}>
              <StateMark state={state} isStale={isStale} isBrief /> <LocaleLabel locale={locale} />
            </a>
          ))}
      </nav>
    </div>
  )
}

/** The name of a locale in its own language, and its code. */
export function LocaleLabel({ locale }: { readonly locale: string }): ComponentChildren {
  const name = localeName(locale)
  if (name === undefined) return <code>{locale}</code>
  return (
    <>
      <bdi {...languageAttributes(locale)}>{name}</bdi> <span class="locale-code">{locale}</span>
    </>
  )
}

interface LocaleListProps {
  readonly locales: readonly string[]
  readonly most: number
  /** The message for those that are left out. */
  readonly more: 'changes.more_locales' | 'review.head.more_locales' | 'runs.facts.more'
}

/** The first locales, and how many there are besides. */
export const LocaleList = ({ locales, most, more }: LocaleListProps) => (
  <>
    {locales.slice(0, most).map(locale => (
      <span key={locale}>
        <LocaleLabel locale={locale} />
      </span>
    ))}
    {locales.length > most && <span>{t(more, { count: locales.length - most })}</span>}
  </>
)

/** The address of a string's page, within the list that it was opened from. */
export function stringPath(
  request: Pick<PageRequest, 'incoming' | 'query'>,
  { branch }: Pick<StringView, 'branch'>,
  locale?: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const { branch: _named, ...filters } = readFilters(request)
  const order = request.query.get('order') === 'file' ? 'file' : undefined
  return (
    requestPath(request) + toQuery({ ...filters, ...(branch !== undefined && { branch }) }, { locale, order, ...more })
  )
}

/** The parts of a key between which a line may break. */
const splitKey = (key: string): readonly string[] => key.split(/(?<=[._/:-])/)

export const shortenKey = (key: string): string =>
  key.length <= MAX_KEY_UNITS ? key : `${key.slice(0, MAX_KEY_UNITS).replace(/[\uD800-\uDBFF]$/, '')}…`
