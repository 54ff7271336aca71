import type { InvitationView } from '../../tools/invitations/view.ts'

/** The permissions of each role in an organization. */
export const ROLE_DESCRIPTIONS: Readonly<Record<InvitationView['role'], string>> = {
  member: 'Can edit translations and voice.',
  admin: 'Can also manage members, tokens, glossary terms and settings.',
}
