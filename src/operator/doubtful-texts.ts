import { z } from 'zod'
import { DESCRIBED, findDoubtfulTexts, MAX_DESCRIBED } from '../tools/doubtful-texts/find-doubtful-texts.ts'
import { defineOperatorCommand } from './command.ts'

/** Lists translations that pulls deliver for another source than their string's, the first ones or all; see `findDoubtfulTexts`. */
export const doubtfulTexts = defineOperatorCommand(
  'doubtful texts',
  z.strictObject({ all: z.boolean() }),
  ({ all }, { services }) => findDoubtfulTexts(services.store.read, { described: all ? MAX_DESCRIBED : DESCRIBED }),
)
