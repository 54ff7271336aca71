import type { ComponentChildren } from 'preact'
import { t } from '../i18n/t.ts'
import { SectionFrame } from './section-nav.tsx'

interface FrameProps {
  /** The current page. */
  readonly here: 'accounts' | 'audit'
  readonly children: ComponentChildren
}

const listPages = () =>
  [
    { page: 'accounts', href: '/operator', text: t('layout.operator.accounts') },
    { page: 'audit', href: '/operator/audit', text: t('layout.operator.audit') },
  ] as const

/** The heading and navigation of the operator pages. */
export function OperatorFrame({ here, children }: FrameProps) {
  return (
    <>
      <SectionFrame label={t('layout.operator.title')} links={listPages()} here={here}>
        <h1>{t('layout.operator.title')}</h1>
      </SectionFrame>
      {children}
    </>
  )
}
