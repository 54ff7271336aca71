import type { ComponentChildren } from 'preact'

interface PanelProps {
  /** The ID of the heading. */
  readonly id: string
  readonly title: ComponentChildren
  readonly class?: string
  /** Beside the title. */
  readonly link?: ComponentChildren
  readonly children: ComponentChildren
}

/** A part of a page with a heading. */
export const Panel = ({ id, title, class: name, link, children }: PanelProps) => (
  <section class={name === undefined ? 'panel' : `panel ${name}`} aria-labelledby={id}>
    <header>
      <h2 id={id}>{title}</h2>
      {link}
    </header>
    {children}
  </section>
)
