import type { Part, Segment } from '../template/segments.ts'

/**
 * Writes a segment as HTML: kept parts are elements that are not translated. A service that loses the element still returns its unusual text, or is found to
 * have lost it.
 */
export const toHtml = (segment: Segment): string =>
  segment
    .map(part => (part.kind === 'words' ? escapeHtml(part.text) : `<span translate="no">⟦${part.index}⟧</span>`))
    .join('')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A kept part with or without its element, another tag, an entity, or words. */
const PIECE = /(?:<span[^>]*>\s*)?⟦\s*(\d+)\s*⟧(?:\s*<\/span\s*>)?|<[^>]*>|&(#?\w+);|[^<&⟦]+|[<&⟦]/giu

/** Reads the answer for a segment. Tags of the service's own are left out. */
export function fromHtml(source: Segment, html: string): Segment {
  const parts: Part[] = []
  for (const { 0: raw, 1: index, 2: entity } of html.matchAll(PIECE)) {
    if (index !== undefined) parts.push(findKept(source, index) ?? { kind: 'kept', raw, index: UNKNOWN })
    else if (entity !== undefined) addWords(parts, decodeEntity(entity) ?? raw)
    else if (!raw.startsWith('<') || raw === '<') addWords(parts, raw)
  }
  return parts
}

/** The index of a part that the source does not have. */
const UNKNOWN = -1

const findKept = (source: Segment, index: string): Part | undefined =>
  source.find(part => part.kind === 'kept' && String(part.index) === index)

function addWords(parts: Part[], text: string): void {
  const last = parts.at(-1)
  if (last?.kind === 'words') parts[parts.length - 1] = { kind: 'words', text: last.text + text }
  else parts.push({ kind: 'words', text })
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }

function decodeEntity(name: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  const code = hexadecimal === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hexadecimal, 16)
  if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
  return NAMED[name.toLowerCase()]
}
