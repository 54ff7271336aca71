import type { TokenView } from '../../tools/tokens/view.ts'
import { type Io, printJson } from '../io.ts'
import { type Column, printTable } from './table.ts'

const COLUMNS: readonly Column<TokenView>[] = [
  { name: 'id' },
  { name: 'name' },
  { name: 'account' },
  { name: 'prefix', format: ({ prefix }) => `${prefix}…` },
  { name: 'last_used_at', format: ({ last_used_at }) => toDay(last_used_at) },
  { name: 'expires_at', format: ({ expires_at }) => toDay(expires_at) },
]

const toDay = (date: string | null): string => date?.slice(0, 10) ?? 'never'

/** Prints active tokens. `quiet` prints their IDs. */
export function printTokens(
  io: Io,
  tokens: readonly TokenView[],
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): void {
  if (json) printJson(io, { tokens })
  else printTable(io, tokens, COLUMNS, { none: 'No active tokens.', quiet: quiet ? 'id' : undefined })
}
