import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import { escapeInvisible } from '../../text/escape.ts'
/** From where a credential was last used; absent while that is not known. */
export const LastUsedFrom = z.object({
  address: z.string().optional(),
  /** As the program calls itself: nobody has checked it. */
  user_agent: z.string().optional(),
})

type LastUsedFrom = z.infer<typeof LastUsedFrom>

/** The field for it, or none. */
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
