import { TOOLS } from '../../tools/registry.ts'

const TOOL_NAME = new RegExp(`\\b(?:${TOOLS.map(({ name }) => name).join('|')})\\b`)

/** The sentences of a fix that name no tool: a reader of a page has no use for tools. */
export function webErrorMessage(fix: string | undefined): string | undefined {
  const sentences = fix?.split(/(?<=\.) /).filter(sentence => !TOOL_NAME.test(sentence)) ?? []
  return sentences.length === 0 ? undefined : sentences.join(' ')
}
