import type { ComponentChildren } from 'preact'
import { Notice } from '../components/notice.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Time } from '../format/time.tsx'
import { t } from '../i18n/t.ts'
import { type GuidancePlace, guidancePath, type Version, WORDS } from './place.ts'

interface PlaceProps {
  readonly place: GuidancePlace
}

/** The way back from a page below the glossary or the voice. */
export function Crumbs({ place }: PlaceProps) {
  return (
    <nav class="meta" aria-label={t(WORDS[place.kind].path)}>
      <a href={guidancePath(place)}>{t(`${place.kind}.title`)}</a>
      <span aria-hidden="true">/</span>
      <bdi>{place.target}</bdi>
    </nav>
  )
}

/** Why the user can only read; nothing for those who may write. */
export function ReadOnlyNotice({ place: { kind, withheld } }: PlaceProps) {
  if (withheld === undefined) return null
  return (
    <Notice kind="info" title={t(WORDS[kind].read_only)}>
      <p lang="en">{withheld}</p>
    </Notice>
  )
}

/** The glossary or voice of the project, which includes that of its account, or the account's alone. */
export function OwnerTabs({ place: { kind, project, isOfAccount } }: PlaceProps) {
  return (
    <nav class="tabset" aria-label={t(WORDS[kind].of)}>
      {[false, true].map(isOf => (
        <a
          key={String(isOf)}
          href={guidancePath({ kind, project, isOfAccount: isOf })}
          aria-current={isOf === isOfAccount ? 'true' : undefined}
        >
          {isOf
            ? t(WORDS[kind].of_account, { name: project.account.handle })
            : t(WORDS[kind].of_project, { name: project.name })}
        </a>
      ))}
    </nav>
  )
}

interface VersionListProps extends PlaceProps {
  /** The present one. */
  readonly version: number
  readonly versions: readonly Version[]
}

/** The newest versions. */
export function VersionList({ place, version, versions }: VersionListProps) {
  if (versions.length === 0) return null
  const { kind } = place
  const Panel = kind === 'glossary' ? 'aside' : 'section'
  return (
    <Panel class="panel versions" aria-labelledby="versions-heading">
      <header>
        <h2 id="versions-heading">{t(WORDS[kind].title)}</h2>
      </header>
      <ol>
        {versions.map(one => (
          <li key={one.version}>
            <a href={guidancePath(place, `versions/${one.version}`)}>
              {t(`${kind}.versions.name`, { version: one.version })}
            </a>
            {one.version === version && <span class="badge">{t(WORDS[kind].current)}</span>}
            <span class="hint">
              <bdi class="who">{one.by}</bdi> · <Time at={one.at} />
            </span>
            {one.note !== undefined && (
              <span class="hint clamped">
                <bdi>{one.note}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

interface VersionHeadProps extends PlaceProps {
  readonly version: Version
  /** The form that restores it. */
  readonly children: ComponentChildren
}

/** The head of the page of a version: who saved it, when and why. */
export function VersionHead({ place, version, children }: VersionHeadProps) {
  return (
    <>
      <PageHead
        path={<Crumbs place={place} />}
        title={t(`${place.kind}.versions.name`, { version: version.version })}
        about={
          <>
            <bdi class="who">{version.by}</bdi>
            <Time at={version.at} />
          </>
        }
      >
        {children}
      </PageHead>
      {version.note !== undefined && (
        <p class="text" dir="auto">
          {version.note}
        </p>
      )}
    </>
  )
}
