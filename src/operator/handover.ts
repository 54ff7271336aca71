import { z } from 'zod'
import { defineOperatorCommand, type Holder } from './command.ts'

const Input = z.strictObject({ heir: z.string().regex(/^[0-9a-z-]+$/) })

/** The process that was asked to hand over the data folder. */
export interface HandoverAnswer {
  readonly process: Holder['kind']
  /** Set for a server, which does not hand over the folder. */
  readonly url?: string
}

/** Asks the holder to hand over the data folder to the server that waits under the ID `heir`. Responds before that happens. */
export const handOver = defineOperatorCommand(
  'hand over',
  Input,
  async ({ heir }, { services, holder }): Promise<HandoverAnswer> => {
    holder.yieldTo?.(heir)
    return { process: holder.kind, ...(holder.yieldTo === undefined && { url: services.baseUrl }) }
  },
)
