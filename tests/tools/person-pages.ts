import { AppError } from '../../src/errors.ts'

/** Advice that leaves something to a user. */
const LEAVES_TO_USER =
  /\b(?:an?|another|your|ask the) (?:user|person|reviewer)\b(?<!sign in as another user)(?! requested| to start the process)|\busers (?:decide|on)\b/i

/** Fields that say what to do; the others state facts. */
const ADVICE = new Set(['fix', 'next', 'decide', 'ask'])

/**
 * Checks that an answer that leaves something to a user has the page where that user does it.
 * @throws Error with the advice.
 */
export function assertNamesPage(tool: string, answer: unknown, baseUrl: string): void {
  const shown = answer instanceof AppError ? { fix: answer.fix } : answer
  if (JSON.stringify(shown)?.includes(`${baseUrl}/`)) return
  const advice = listAdvice(shown).find(text => LEAVES_TO_USER.test(text))
  if (advice !== undefined) throw new Error(`the answer of ${tool} names no page: ${advice}`)
}

function listAdvice(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'string' ? (ADVICE.has(name) ? [value] : []) : listAdvice(value),
  )
}
