import { z } from 'zod'

/** An open invitation, as administrators and the invited person see it. Its link is shown once, when it is made. */
export const InvitationView = z.object({
  id: z.string(),
  organization: z.string(),
  role: z.enum(['member', 'admin']),
  /** Handle of the one person who may answer; absent = whoever has the link. */
  user: z.string().optional(),
  note: z.string().optional(),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
})

export type InvitationView = z.infer<typeof InvitationView>
