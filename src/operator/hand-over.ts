import { z } from 'zod'
import { type Holder, operatorCommand } from './command.ts'

const Input = z.strictObject({ heir: z.string().regex(/^[0-9a-z-]+$/) })

/** Who was asked to hand the data folder over. */
export interface Asked {
  readonly process: Holder['kind']
  /** Of a server, which hands nothing over. */
  readonly url?: string
}

/** Asks the holder to give the data folder to the server that waits for it under the id `heir`; the answer comes before that happens. */
export const handOver = operatorCommand('hand over', Input, async ({ heir }, { services, holder }): Promise<Asked> => {
  holder.cede?.(heir)
  return { process: holder.kind, ...(holder.cede === undefined && { url: services.baseUrl }) }
})
