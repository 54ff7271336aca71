import { z } from 'zod'

/** A name that never has a comma, so that one query parameter can list several: `ids=e1,e2`. */
export const CommaFree = z.string().regex(/^[^,]*$/, 'one name without a comma')
