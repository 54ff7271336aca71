import type { ComponentChildren } from 'preact'

interface PageHeadProps {
  /** Links to the pages above. */
  readonly path?: ComponentChildren
  readonly title: ComponentChildren
  readonly about?: ComponentChildren
  /** What is beside the title, such as buttons. */
  readonly children?: ComponentChildren
}

/** The head of a page of a project. */
export const PageHead = ({ path, title, about, children }: PageHeadProps) => (
  <div class="head">
    <div>
      {path}
      <h1>{title}</h1>
      {about !== undefined && <p class="meta">{about}</p>}
    </div>
    {children}
  </div>
)
