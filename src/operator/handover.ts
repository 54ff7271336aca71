import { z } from 'zod'
import { defineOperatorCommand, type Holder } from './command.ts'

const Input = z.strictObject({ heir: z.string().regex(/^[0-9a-z-]+$/) })

/** Who was asked to hand the data folder over. */
export interface HandoverAnswer {
  readonly process: Holder['kind']
  /** Of a server, which hands nothing over. */
  readonly url?: string
}

/** Asks the holder to give the data folder to the server that waits for it under the id `heir`; the answer comes before that happens. */
export const handOver = defineOperatorCommand(
  'hand over',
  Input,
  async ({ heir }, { services, holder }): Promise<HandoverAnswer> => {
    holder.cede?.(heir)
    return { process: holder.kind, ...(holder.cede === undefined && { url: services.baseUrl }) }
  },
)
