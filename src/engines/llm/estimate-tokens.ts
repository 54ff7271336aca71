/** Characters that tokenizers of language models mostly give a token of their own: Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese. */
const DENSE = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g
/** Scripts with about two characters per token. */
const MEDIUM = /[\u0370-\u05ff\u0600-\u06ff\u0900-\u0dff\u10a0-\u10ff]/g

/**
 * Estimates the tokens of a text: one per dense character, one per two of other scripts than Latin, one per four of the rest. A rough
 * estimate without a tokenizer, for budgets before a request and for providers that report no usage.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0
  const medium = text.match(MEDIUM)?.length ?? 0
  return Math.ceil(dense + medium / 2 + (text.length - dense - medium) / 4)
}
