import type { CollectionName, LogName } from '../store/records/schema.ts'

const NOUNS: Readonly<Record<CollectionName | LogName, readonly [one: string, many: string]>> = {
  users: ['user', 'users'],
  accounts: ['account', 'accounts'],
  memberships: ['membership', 'memberships'],
  invitations: ['invitation', 'invitations'],
  tokens: ['account token', 'account tokens'],
  audit: ['audit event', 'audit events'],
  identities: ['sign-in method', 'sign-in methods'],
  sessions: ['session', 'sessions'],
  login_links: ['sign-in link', 'sign-in links'],
  sign_ins: ['sign-in in progress', 'sign-ins in progress'],
  passkeys: ['passkey', 'passkeys'],
  passkey_challenges: ['passkey challenge', 'passkey challenges'],
  clients: ['OAuth client', 'OAuth clients'],
  interactions: ['OAuth request', 'OAuth requests'],
  grants: ['grant', 'grants'],
  codes: ['authorization code', 'authorization codes'],
  families: ['token family', 'token families'],
  access_tokens: ['access token', 'access tokens'],
  device_codes: ['device code', 'device codes'],
  projects: ['project', 'projects'],
  histories: ['project history', 'project histories'],
  files: ['source file', 'source files'],
  branch_files: ['file on a branch', 'files on branches'],
  entries: ['source string', 'source strings'],
  translations: ['translation', 'translations'],
  target_files: ['translated file', 'translated files'],
  comments: ['comment', 'comments'],
  memory_units: ['imported memory unit', 'imported memory units'],
  staged_files: ['uploaded file', 'uploaded files'],
  replays: ['idempotency key', 'idempotency keys'],
  rechecks: ['request to check again', 'requests to check again'],
  check_versions: ['version of the checks', 'versions of the checks'],
  runs: ['run', 'runs'],
  run_parts: ['part of a run', 'parts of runs'],
  reviews: ['review', 'reviews'],
  review_parts: ['part of a review', 'parts of reviews'],
  review_verdicts: ['verdict of a review', 'verdicts of reviews'],
  webhooks: ['webhook', 'webhooks'],
  deliveries: ['webhook delivery', 'webhook deliveries'],
  delivery_queue: ['delivery that waits', 'deliveries that wait'],
  run_spends: ['spend of a run', 'spends of runs'],
  engine_spends: ['monthly spend', 'monthly spends'],
  batches: ['batch', 'batches'],
  sources: ['source version', 'source versions'],
  revisions: ['revision', 'revisions'],
  voices: ['voice', 'voices'],
  glossaries: ['glossary', 'glossaries'],
  glossary_terms: ['glossary term', 'glossary terms'],
  voice_versions: ['voice version', 'voice versions'],
  glossary_versions: ['glossary version', 'glossary versions'],
}

/** The numbers of records that a store holds, for readers: `1 user, 1,200 source strings`; empty for none. */
export const formatRecordCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .flatMap(([table, count]) => (count === 0 ? [] : [`${count.toLocaleString('en')} ${toNoun(table, count)}`]))
    .join(', ')

function toNoun(table: string, count: number): string {
  const nouns = Object.hasOwn(NOUNS, table) ? NOUNS[table as keyof typeof NOUNS] : undefined
  return nouns?.[count === 1 ? 0 : 1] ?? table.replaceAll('_', ' ')
}
