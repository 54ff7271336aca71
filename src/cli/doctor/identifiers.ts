import { type Finding, fault, works } from './finding.ts'

/** Compares an identifier with what clients expect, character for character, as they do (RFC 8414 3.3, RFC 9728 3.3). */
export function compareIdentifier(check: string, found: unknown, expected: string, origin: string): Finding {
  if (found === expected) return works(check, `${expected}, as clients expect.`)
  const said = typeof found === 'string' ? found : JSON.stringify(found)
  return fault(
    check,
    `The server says ${said ?? 'nothing'}, and clients expect ${expected}: ${describeDifference(found, expected)}.`,
    `Set DRAGOMAN_BASE_URL=${origin} and start the server again, or give clients the address that the server says; a proxy must not change the document.`,
  )
}

function describeDifference(found: unknown, expected: string): string {
  if (typeof found !== 'string' || !URL.canParse(found)) return 'it is no address'
  if (found.replace(/\/+$/, '') === expected.replace(/\/+$/, '')) return 'the slash at its end'
  const [one, other] = [new URL(found), new URL(expected)]
  if (one.protocol !== other.protocol && one.hostname === other.hostname) {
    return `${one.protocol.slice(0, -1)} in place of ${other.protocol.slice(0, -1)}`
  }
  if (one.hostname !== other.hostname) return 'another host'
  if (one.port !== other.port) return 'another port'
  if (one.pathname !== other.pathname) return 'another path'
  return 'other characters'
}
