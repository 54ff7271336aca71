import { requestPath, type Visit } from '../requests/visit.ts'

interface SectionNavProps<P extends string> {
  readonly visit: Visit
  readonly label: string
  readonly links: readonly { readonly page: P; readonly href: string; readonly text: string }[]
  readonly here: P
}

/** Links to the pages of a section; the current one is marked. */
export function SectionNav<P extends string>({ visit, label, links, here }: SectionNavProps<P>) {
  const path = requestPath(visit)
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
