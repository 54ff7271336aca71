import type { ComponentChildren } from 'preact'

interface PanelProps {
  /** Unique on the page. */
  readonly id: string
  readonly title: ComponentChildren
  /** Beside the title. */
  readonly link?: ComponentChildren
  readonly children: ComponentChildren
}

/** A part of a page with a heading. */
export const Panel = ({ id, title, link, children }: PanelProps) => (
  <section class="panel" aria-labelledby={`${id}-heading`}>
    <header>
      <h2 id={`${id}-heading`}>{title}</h2>
      {link}
    </header>
    {children}
  </section>
)
