import { z } from 'zod'
import { findDoubtfulTexts } from '../tools/doubtful-texts/find-doubtful-texts.ts'
import { defineOperatorCommand } from './command.ts'

/** Lists translations that pulls deliver for another source than their string's; see `findDoubtfulTexts`. */
export const doubtfulTexts = defineOperatorCommand('doubtful texts', z.strictObject({}), (_input, { services }) =>
  findDoubtfulTexts(services.store.read),
)
