/** A hash of 32 bits (FNV-1a over UTF-16 units), for locks and indexes: not against people who look for equal ones. */
export function hashText32(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}
