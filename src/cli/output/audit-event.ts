import type { AuditView } from '../../tools/audit/view.ts'
import type { Paint } from '../io.ts'

/** Formats an audit event as one line: time, user, credential and surface, action, target, account, changes. */
export function describeEvent(event: AuditView, colour: Paint): string {
  const { at, by, action, target, account, changes = {}, detail = {} } = event
  const time = `${at.slice(0, 19).replace('T', ' ')}Z`
  const facts = [
    ...Object.entries(changes).map(([field, { from, to }]) => `${field}: ${formatFact(from)} → ${formatFact(to)}`),
    ...Object.entries(detail).map(([name, fact]) => `${name}: ${formatFact(fact)}`),
  ]
  return [
    colour('dim', time),
    by ?? '-',
    colour('dim', formatCredential(event)),
    colour('bold', action),
    ...(target === '' ? [] : [target]),
    ...(account === undefined || target === account || target.startsWith(`${account}/`) ? [] : [`on ${account}`]),
    ...(facts.length === 0 ? [] : [facts.join(', ')]),
  ].join('  ')
}

function formatCredential({ through, surface, client }: AuditView): string {
  const credential = [through?.kind, through?.name, through?.prefix].filter(part => part !== undefined).join(' ')
  const program = client === undefined ? '' : `, ${client}`
  return `(${credential === '' ? '' : `${credential}, `}${surface}${program})`
}

/** `-` for null and empty strings. */
const formatFact = (fact: string | number | boolean | null): string =>
  fact === null || fact === '' ? '-' : String(fact)
