import { TOOLS } from '../tools/registry.ts'

const TOOL_NAME = new RegExp(`\\b(?:${TOOLS.map(({ name }) => name).join('|')})\\b`)

/** What of a fix is told to people on a page, sentence by sentence: what names a tool is of no use to them. */
export function webErrorMessage(fix: string | undefined): string | undefined {
  const told = fix?.split(/(?<=\.) /).filter(sentence => !TOOL_NAME.test(sentence)) ?? []
  return told.length === 0 ? undefined : told.join(' ')
}
