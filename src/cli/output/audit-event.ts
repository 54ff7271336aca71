import type { AuditView } from '../../tools/audit/view.ts'
import type { Paint } from '../io.ts'

/** An event as one line for a person: when, who, through what, what, on what, and what is known beside that. */
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

/** What was nothing, or an empty text. */
const formatFact = (fact: string | number | boolean | null): string =>
  fact === null || fact === '' ? '-' : String(fact)
