import type { ComponentChildren } from 'preact'
import { requestPath, useRequest } from '../requests/page-request.ts'

interface SectionNavProps<P extends string> {
  readonly label: string
  readonly links: readonly { readonly page: P; readonly href: string; readonly text: string }[]
  readonly here: P
}

interface SectionFrameProps<P extends string> extends SectionNavProps<P> {
  /** The title of the section. */
  readonly children: ComponentChildren
}

/** The head of a section's pages: its title, and below it the links to its pages. */
export function SectionFrame<P extends string>({ children, ...nav }: SectionFrameProps<P>) {
  return (
    <div class="frame">
      {children}
      <SectionNav {...nav} />
    </div>
  )
}

/** Links to the pages of a section; the current one is marked. */
function SectionNav<P extends string>({ label, links, here }: SectionNavProps<P>) {
  const path = requestPath(useRequest())
  return (
    <nav class="sections" aria-label={label}>
      {links.map(({ page, href, text }) => (
        <a key={page} href={href} aria-current={page !== here ? undefined : path === href ? 'page' : 'true'}>
          {text}
        </a>
      ))}
    </nav>
  )
}
