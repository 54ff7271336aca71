import { z } from 'zod'
import { shown } from '../shown.ts'
import type { Frozen } from '../store/frozen.ts'
/** From where a credential was last used; absent while that is not known. */
export const UsedFrom = z.object({
  address: z.string().optional(),
  /** As the program calls itself: nobody has checked it. */
  user_agent: z.string().optional(),
})

type UsedFrom = z.infer<typeof UsedFrom>

/** The field for it, or none. */
export function usedFrom({ address, user_agent }: Frozen<UsedFrom>): { readonly last_used_from?: UsedFrom } {
  if (address === undefined && user_agent === undefined) return {}
  return {
    last_used_from: {
      ...(address !== undefined && { address }),
      ...(user_agent !== undefined && { user_agent: shown(user_agent) }),
    },
  }
}
