/** Shortens a file to the length that mutations use, after an end tag of the second level, so that it stays well-formed. */
export function cutXml(text: string, endTag: string): string {
  const end = text.lastIndexOf('</')
  const cut = text.lastIndexOf(endTag, Math.min(end, 19_000)) + endTag.length
  return `${text.slice(0, cut)}\n${text.slice(end)}`
}
