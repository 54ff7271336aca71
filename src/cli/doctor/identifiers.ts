import { type Finding, fault, works } from './finding.ts'

/** Compares an identifier with the one that clients expect, character by character, as they do (RFC 8414 3.3, RFC 9728 3.3). */
export function compareIdentifier(check: string, found: unknown, expected: string, origin: string): Finding {
  if (found === expected) return works(check, `${expected}, as clients expect.`)
  const text = typeof found === 'string' ? found : JSON.stringify(found)
  return fault(
    check,
    `The server returns ${text ?? 'nothing'}. Clients expect ${expected} (${describeDifference(found, expected)}).`,
    `Set DRAGOMAN_BASE_URL=${origin} and restart the server, or use the server's address in clients. A proxy must not change the document.`,
  )
}

function describeDifference(found: unknown, expected: string): string {
  if (typeof found !== 'string' || !URL.canParse(found)) return 'not a URL'
  if (found.replace(/\/+$/, '') === expected.replace(/\/+$/, '')) return 'slash at the end'
  const [one, other] = [new URL(found), new URL(expected)]
  if (one.protocol !== other.protocol && one.hostname === other.hostname) {
    return `${one.protocol.slice(0, -1)} instead of ${other.protocol.slice(0, -1)}`
  }
  if (one.hostname !== other.hostname) return 'different host'
  if (one.port !== other.port) return 'different port'
  if (one.pathname !== other.pathname) return 'different path'
  return 'different characters'
}
