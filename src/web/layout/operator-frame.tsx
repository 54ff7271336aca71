import type { ComponentChildren } from 'preact'
import type { Visit } from '../requests/visit.ts'
import { SectionFrame } from './section-nav.tsx'

interface FrameProps {
  readonly visit: Visit
  /** The current page. */
  readonly here: 'accounts' | 'audit'
  readonly children: ComponentChildren
}

const PAGES = [
  { page: 'accounts', href: '/operator', text: 'Accounts' },
  { page: 'audit', href: '/operator/audit', text: 'Audit log' },
] as const

/** The heading and navigation of the operator pages. */
export function OperatorFrame({ visit, here, children }: FrameProps) {
  return (
    <>
      <SectionFrame visit={visit} label="Operator" links={PAGES} here={here}>
        <h1>Operator</h1>
      </SectionFrame>
      {children}
    </>
  )
}
