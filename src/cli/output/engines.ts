import type { ChangedEngine, EngineList, SpendRow } from '../../operator/accounts/engines.ts'
import { formatDollars } from '../../tools/runs/format-dollars.ts'
import { alignRows } from './table.ts'

/** Formats the engines of the server, and what accounts spent on them. */
export function describeEngines({ month, engines, accounts }: EngineList): string {
  const rows = engines.map(({ engine, kind, model = '', paid, priced }) => [
    engine,
    kind,
    model,
    paid ? `paid${priced ? '' : ', no prices'}` : 'free',
  ])
  const spends = accounts.map(row => [
    row.account,
    row.engine,
    describeState(row),
    formatDollars(row.spent),
    describeBudget(row),
  ])
  return [
    ...alignRows([['ENGINE', 'KIND', 'MODEL', 'COST'], ...rows]),
    '',
    ...(spends.length === 0
      ? [`No account has a paid engine, or spent money in ${month}.`]
      : alignRows([['ACCOUNT', 'ENGINE', 'STATE', `SPENT IN ${month}`, 'BUDGET A MONTH'], ...spends])),
  ].join('\n')
}

const describeState = ({ enabled, missing }: SpendRow): string => {
  if (missing === true) return 'not configured'
  return enabled ? 'enabled' : 'off'
}

const describeBudget = ({ budget }: SpendRow): string => (budget === undefined ? '' : formatDollars(budget))

/** Formats an engine of an account after a change. */
export function describeChangedEngine({ account, engine, budget, before, changed }: ChangedEngine): string {
  if (budget === null) {
    return changed ? `${account} can't use ${engine} anymore.` : `${engine} was already off for ${account}.`
  }
  const amount = `${formatDollars(budget)} a month`
  if (!changed) return `${account} could already use ${engine} for ${amount}.`
  return `${account} can use ${engine} for ${amount}${before === null ? '' : `, before: ${formatDollars(before)}`}.`
}
