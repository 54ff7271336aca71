import type { Template } from './template.ts'

/** Words, or what is kept between them. `index` names a kept part within its segment. */
export type Part =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'kept'; readonly raw: string; readonly index: number }

/** What an engine translates at once: a paragraph, or the text of a plural form. It has letters, and no white space at its ends. */
export type Segment = readonly Part[]

/** Renders a template with each segment as `translate` returns it. Segments of branches come before the one that contains them. */
export function renderTemplate(template: Template, translate: (segment: Segment) => string): string {
  let text = ''
  let open: Part[] = []
  const close = (): void => {
    text += renderSegment(open, translate)
    open = []
  }
  const keep = (raw: string): void => {
    open.push({ kind: 'kept', raw, index: open.length })
  }
  for (const node of template) {
    if (node.kind === 'words') open.push(node)
    else if (node.kind === 'kept') keep(node.raw)
    else if (node.kind === 'break') {
      close()
      text += node.raw
    } else {
      const branches = node.branches.map(
        ({ selector, template: inner, close: end }) => `${selector}${renderTemplate(inner, translate)}${end}`,
      )
      keep(`${node.head}${branches.join('')}${node.tail}`)
    }
  }
  close()
  return text
}

const LETTER = /\p{L}/u

function renderSegment(parts: readonly Part[], translate: (segment: Segment) => string): string {
  const [before, segment, after] = trimSegment(parts)
  if (!segment.some(part => part.kind === 'words' && LETTER.test(part.text))) return joinParts(parts)
  return before + translate(segment) + after
}

/** The text of parts, unchanged. */
export const joinParts = (parts: readonly Part[]): string =>
  parts.map(part => (part.kind === 'words' ? part.text : part.raw)).join('')

/** Divides parts into white space, the segment without it, and white space. */
function trimSegment(parts: readonly Part[]): readonly [before: string, segment: Segment, after: string] {
  const [first, last] = [parts[0], parts.at(-1)]
  const before = first?.kind === 'words' ? (/^\s*/.exec(first.text)?.[0] ?? '') : ''
  const after = last?.kind === 'words' ? last.text.slice(last.text.trimEnd().length) : ''
  const segment = parts.map(part => {
    if (part.kind === 'kept' || (part !== first && part !== last)) return part
    const start = part === first ? part.text.trimStart() : part.text
    return { ...part, text: part === last ? start.trimEnd() : start }
  })
  return [before, segment.filter(part => part.kind === 'kept' || part.text !== ''), after]
}

/** A segment with other words. */
export const mapWords = (segment: Segment, map: (text: string) => string): Segment =>
  segment.map(part => (part.kind === 'words' ? { ...part, text: map(part.text) } : part))

/** The kept part of a segment that a service wrote with this index. */
export const findKept = (source: Segment, index: string | undefined): Part | undefined =>
  source.find(part => part.kind === 'kept' && String(part.index) === index)

/** Adds words to the end of a segment that is being read. */
export function addWords(parts: Part[], text: string): void {
  const last = parts.at(-1)
  if (last?.kind === 'words') parts[parts.length - 1] = { kind: 'words', text: last.text + text }
  else parts.push({ kind: 'words', text })
}
