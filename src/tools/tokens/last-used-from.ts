import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import { escapeInvisible } from '../../text/escape.ts'

/** Where a credential was last used; absent if unknown. */
export const LastUsedFrom = z.object({
  address: z.string().optional(),
  /** As the program reports it, unverified. */
  user_agent: z.string().optional(),
})

type LastUsedFrom = z.infer<typeof LastUsedFrom>

/** The field `last_used_from`, or none. */
export function toLastUsedFrom({ address, user_agent }: Frozen<LastUsedFrom>): {
  readonly last_used_from?: LastUsedFrom
} {
  if (address === undefined && user_agent === undefined) return {}
  return {
    last_used_from: {
      ...(address !== undefined && { address }),
      ...(user_agent !== undefined && { user_agent: escapeInvisible(user_agent) }),
    },
  }
}
