/** A table whose cells cannot break it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * Puts a generated part between its markers: `<!-- generated:NAME -->` and `<!-- /generated:NAME -->`.
 * @throws Error when the text has no such markers.
 */
export function fillMarkers(text: string, name: string, part: string): string {
  const [open, close] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`]
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`The page lacks ${open} … ${close}: put both back`)
  return `${text.slice(0, from + open.length)}\n${part}\n${text.slice(to)}`
}
