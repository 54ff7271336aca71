import type { EngineBatch, Usage } from '../l10n/engines/engine.ts'
import { messageUnits } from '../l10n/message/message.ts'

/** The usage of a request to machine translation: the characters of its source strings. */
export const estimateCharacters = ({ items }: Pick<EngineBatch, 'items'>): Usage => ({
  requests: 1,
  input_tokens: 0,
  output_tokens: 0,
  characters: items.reduce((sum, { source }) => sum + messageUnits(source), 0),
})
