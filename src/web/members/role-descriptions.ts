import type { InvitationView } from '../../tools/invitations/view.ts'

/** What somebody may do who is invited as this. */
export const ROLE_DESCRIPTIONS: Readonly<Record<InvitationView['role'], string>> = {
  member: 'Works in its projects: translations and voice.',
  admin: 'Works in its projects, and manages its members, tokens, terms and settings.',
}
