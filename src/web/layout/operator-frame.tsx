import type { ComponentChildren } from 'preact'
import type { Visit } from '../requests/visit.ts'
import { SectionNav } from './section-nav.tsx'

interface FrameProps {
  readonly visit: Visit
  /** The page that is shown. */
  readonly here: 'accounts' | 'audit'
  readonly children: ComponentChildren
}

const PAGES = [
  { page: 'accounts', href: '/operator', text: 'Accounts' },
  { page: 'audit', href: '/operator/audit', text: 'Audit log' },
] as const

/** Around the pages of those who operate the service. */
export function OperatorFrame({ visit, here, children }: FrameProps) {
  return (
    <>
      <div class="frame">
        <h1>Operate this service</h1>
        <SectionNav visit={visit} label="Pages of operators" links={PAGES} here={here} />
      </div>
      {children}
    </>
  )
}
