import { SaxesParser } from 'saxes'
import { xliff } from '../../../src/l10n/formats/xliff/format.ts'

/** A source file without units. */
export const EMPTY = '<xliff version="1.2"><file source-language="en" original="x"><body/></file></xliff>'

/** A file of XLIFF 1.2 with one unit, whose content is given. */
export const unit = (content: string, attributes = ''): string =>
  `<xliff version="1.2"><file source-language="en" original="a"><body><trans-unit id="1"${attributes}>${content}</trans-unit></body></file></xliff>`

export const readValues = (file: string, source = file): Record<string, unknown> =>
  Object.fromEntries(xliff.readTarget(file, 'de', source).map(({ key, value }) => [key, value]))

/** Lists the lines that a file has in addition to another one, then those that it lacks. */
export function diff(before: string, after: string): string[] {
  const [old, current] = [before, after].map(text => text.split(/\r?\n/))
  return [
    ...(current ?? []).filter(line => old?.includes(line) === false).map(line => `+${line.trim()}`),
    ...(old ?? []).filter(line => current?.includes(line) === false).map(line => `-${line.trim()}`),
  ]
}

/** Reads a file with another parser; returns the names of the children of each unit or segment. */
export function listChildren(file: string): string[] {
  const children: string[] = []
  const open: { readonly name: string; readonly names: string[] }[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    open.at(-1)?.names.push(name)
    open.push({ name, names: [] })
  })
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed !== undefined && /^(?:trans-unit|segment)$/.test(closed.name)) children.push(closed.names.join(' '))
  })
  parser.on('error', error => {
    throw error
  })
  parser.write(file.replace('\uFEFF', '')).close()
  return children
}
