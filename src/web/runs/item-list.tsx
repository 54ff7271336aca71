import { ToolText } from '../components/tool-text.tsx'
import { checkName, languageOf, translateFinding } from '../findings/translate.ts'
import { currentLanguage } from '../i18n/current.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { OutcomeMark } from './marks.tsx'
import type { RunItem } from './read-runs.ts'
import type { Outcome } from './words.ts'

interface ItemListProps {
  readonly project: LoadedProject
  /** The branch of the run, unless it is the main branch. */
  readonly branch: string | undefined
  readonly items: readonly RunItem[]
  /** Names the list for `run.js`. */
  readonly id?: string
}

/** Translations of a run, with their outcomes. */
export function ItemList({ project, branch, items, id }: ItemListProps) {
  return (
    <ul class="items" id={id}>
      {items.map(item => (
        <li key={`${item.id} ${item.locale}`} data-item={id && `${item.id} ${item.locale}`}>
          <Item item={item} href={stringHref(project, branch, item)} />
        </li>
      ))}
    </ul>
  )
}

/** The page of a translation; undefined for readers who can't see it. */
function stringHref({ name, isOutsider }: LoadedProject, branch: string | undefined, { id, locale }: RunItem) {
  if (isOutsider || id === '') return undefined
  const query = new URLSearchParams({ locale, ...(branch !== undefined && { branch }) })
  return `/p/${name}/strings/${id}?${query}`
}

function Item({ item, href }: { readonly item: RunItem; readonly href: string | undefined }) {
  const { key, locale, outcome, message, findings, engine } = item
  const name = key === '' ? t('runs.item.deleted') : key
  return (
    <>
      <OutcomeMark outcome={outcome} isBrief />
      <span class="item-key">
        {href === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          <a href={href}>
            <bdi>{name}</bdi>
          </a>
        )}
      </span>
      <span class="item-place">
        <span class="locale-code">{locale}</span>
        {engine !== undefined && <bdi>{engine}</bdi>}
      </span>
      {(message !== undefined || findings.length > 0) && (
        <div class="item-why">
          {findings.length === 0 && message !== undefined && (
            <p>
              <ToolText>{message}</ToolText>
            </p>
          )}
          {findings.map((finding, at) => (
            <Finding key={at} {...finding} />
          ))}
        </div>
      )}
    </>
  )
}

function Finding({ id, ...finding }: RunItem['findings'][number]) {
  const { message, fix, ...own } = translateFinding(finding)
  return (
    <p {...languageOf(own)}>
      {message} {fix !== undefined && <span class="quiet">{fix}</span>}{' '}
      <span class="locale-code" lang={currentLanguage()}>
        {checkName(id)}
      </span>
    </p>
  )
}

const LIVE_OUTCOMES: readonly Outcome[] = ['unresolved', 'skipped']

/** Rows that `run.js` fills in with failures of an open run. */
export function ItemTemplates({ project }: { readonly project: LoadedProject }) {
  return (
    <>
      {LIVE_OUTCOMES.map(outcome => (
        <template key={outcome} data-outcome={outcome}>
          <li>
            <OutcomeMark outcome={outcome} isBrief />
            <span class="item-key">
              {project.isOutsider ? (
                <bdi />
              ) : (
                <a>
                  <bdi />
                </a>
              )}
            </span>
            <span class="item-place">
              <span class="locale-code" />
            </span>
            <div class="item-why">
              <p lang="en" dir="auto" />
            </div>
          </li>
        </template>
      ))}
    </>
  )
}
