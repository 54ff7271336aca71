interface JsonDataProps {
  readonly id: string
  readonly data: unknown
}

/** Data for the script of a page. In a script element nothing is an entity, so `<` is escaped as JSON escapes it. */
export function JsonData({ id, data }: JsonDataProps) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />
}
