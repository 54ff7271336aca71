type Args = Readonly<Record<string, unknown>>

/** One call, and its event. */
export interface Step {
  readonly tool: string
  readonly by: 'ada' | 'bob' | 'cleo'
  /** Its arguments, from the answers of earlier steps. */
  readonly args: (made: Readonly<Record<string, string>>) => Args
  /** The account whose log has the event. */
  readonly account: string
  /** The target in the event. */
  readonly target: (made: Readonly<Record<string, string>>) => string
  /** The fields whose old and new values are in the event. */
  readonly changes?: readonly string[]
  /** Parts of the answer that later steps need. */
  readonly keep?: (answer: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>
}

export const PROJECT = 'acme/app'
const inProject = { account: 'acme', target: () => PROJECT } as const
const inAcme = { account: 'acme', target: () => 'acme' } as const
const SOURCE = { path: 'locales/en.json', content: '{"a":"Apple","b":"Pear"}\n' }
const TMX = {
  path: 'memory.tmx',
  content:
    '<tmx version="1.4"><header srclang="en" datatype="plaintext" segtype="sentence" adminlang="en" creationtool="x" creationtoolversion="1" o-tmf="x"/><body><tu><tuv xml:lang="en"><seg>Apple</seg></tuv><tuv xml:lang="de"><seg>Apfel</seg></tuv></tu></body></tmx>',
}
/** Cannot be repeated by their nature. */
export const DONE_ONCE: readonly string[] = ['review_translations', 'revert_changes']

const batchOf = ({ batch }: Args) => ({ batch: String(batch) })

/** Every writing tool at least once, in an order in which each can do something. */
export const STEPS: readonly Step[] = [
  { tool: 'create_organization', by: 'ada', args: () => ({ organization: 'acme' }), ...inAcme },
  {
    tool: 'update_organization',
    by: 'ada',
    args: () => ({ organization: 'acme', name: 'Acme Inc.' }),
    changes: ['name'],
    ...inAcme,
  },
  {
    tool: 'set_organization_visibility',
    by: 'ada',
    args: () => ({ organization: 'acme', public: true }),
    changes: ['public'],
    ...inAcme,
  },
  {
    tool: 'invite_member',
    by: 'ada',
    args: () => ({ organization: 'acme', user: 'bob' }),
    keep: ({ id }) => ({ invitation: String(id) }),
    account: 'acme',
    target: made => made['invitation'] ?? '',
  },
  {
    tool: 'answer_invitation',
    by: 'bob',
    args: made => ({ invitation: made['invitation'], accept: true }),
    account: 'acme',
    target: made => made['invitation'] ?? '',
  },
  {
    tool: 'invite_member',
    by: 'ada',
    args: () => ({ organization: 'acme' }),
    keep: ({ id }) => ({ open: String(id) }),
    account: 'acme',
    target: made => made['open'] ?? '',
  },
  {
    tool: 'revoke_invitation',
    by: 'ada',
    args: made => ({ organization: 'acme', id: made['open'] }),
    account: 'acme',
    target: made => made['open'] ?? '',
  },
  {
    tool: 'update_member',
    by: 'ada',
    args: () => ({ organization: 'acme', user: 'bob', role: 'admin' }),
    account: 'acme',
    target: () => 'bob',
    changes: ['role'],
  },
  {
    tool: 'create_project',
    by: 'ada',
    args: () => ({ project: PROJECT, source_locale: 'en', target_locales: ['de'] }),
    ...inProject,
  },
  {
    tool: 'update_project',
    by: 'ada',
    args: () => ({ project: PROJECT, name: 'The app' }),
    changes: ['name'],
    ...inProject,
  },
  {
    tool: 'update_project_policy',
    by: 'ada',
    args: () => ({ project: PROJECT, approve: 'anyone' }),
    changes: ['approve'],
    ...inProject,
  },
  {
    tool: 'save_voice',
    by: 'ada',
    args: () => ({ target: PROJECT, voice: { tone: 'casual' } }),
    changes: ['version'],
    ...inProject,
  },
  {
    tool: 'restore_voice',
    by: 'ada',
    args: () => ({ target: PROJECT, version: 0 }),
    changes: ['version'],
    ...inProject,
  },
  {
    tool: 'import_memory',
    by: 'ada',
    args: () => ({ project: PROJECT, files: [TMX] }),
    keep: answer => ({ import: String(answer['import']) }),
    ...inProject,
  },
  {
    tool: 'delete_memory',
    by: 'ada',
    args: made => ({ project: PROJECT, import: made['import'] }),
    ...inProject,
  },
  {
    tool: 'save_glossary',
    by: 'ada',
    args: () => ({ target: PROJECT, upsert: [{ term: 'Acme', kind: 'do_not_translate' }] }),
    changes: ['version'],
    ...inProject,
  },
  {
    tool: 'restore_glossary',
    by: 'ada',
    args: () => ({ target: PROJECT, version: 0 }),
    changes: ['version'],
    ...inProject,
  },
  {
    tool: 'update_glossary_policy',
    by: 'ada',
    args: () => ({ target: PROJECT, forbidden_term: 'warning' }),
    changes: ['forbidden_term'],
    ...inProject,
  },
  { tool: 'push_source', by: 'ada', args: () => ({ project: PROJECT, files: [SOURCE] }), ...inProject },
  {
    tool: 'push_translations',
    by: 'ada',
    args: () => ({ project: PROJECT, files: [{ path: 'locales/de.json', content: '{"b":"Birne"}\n' }] }),
    ...inProject,
  },
  {
    tool: 'submit_translations',
    by: 'bob',
    args: made => ({ project: PROJECT, locale: 'de', items: [{ id: made['id'], src: made['src'], text: 'Apfel' }] }),
    keep: batchOf,
    ...inProject,
  },
  {
    tool: 'create_review',
    by: 'bob',
    args: made => ({ project: PROJECT, batch: made['batch'] }),
    keep: ({ review }) => ({ review: (review as { id: string }).id }),
    ...inProject,
  },
  {
    tool: 'decide_review',
    by: 'ada',
    args: made => ({ project: PROJECT, review: made['review'], verdicts: [{ n: 1, verdict: 'good' }] }),
    ...inProject,
  },
  {
    tool: 'review_translations',
    by: 'ada',
    args: made => ({ project: PROJECT, locale: 'de', items: [{ id: made['id'], action: 'approve' }] }),
    keep: batchOf,
    ...inProject,
  },
  {
    tool: 'annotate_entry',
    by: 'ada',
    args: made => ({ project: PROJECT, id: made['id'], comment: 'On the first page.' }),
    ...inProject,
  },
  {
    tool: 'revert_changes',
    by: 'ada',
    args: made => ({ project: PROJECT, batch: made['batch'] }),
    ...inProject,
  },
  {
    tool: 'start_run',
    by: 'bob',
    args: () => ({ project: PROJECT, engines: ['memory'] }),
    keep: ({ run }) => ({ run: (run as { id: string }).id }),
    ...inProject,
  },
  { tool: 'cancel_run', by: 'bob', args: made => ({ project: PROJECT, run: made['run'] }), ...inProject },
  {
    tool: 'save_webhook',
    by: 'ada',
    args: () => ({ target: PROJECT, url: 'https://example.org/hooks', events: ['run.finished'] }),
    keep: ({ id }) => ({ webhook: String(id) }),
    changes: ['url', 'events', 'description', 'enabled'],
    ...inProject,
  },
  {
    tool: 'ping_webhook',
    by: 'ada',
    args: made => ({ target: PROJECT, id: made['webhook'] }),
    keep: ({ delivery }) => ({ delivery: (delivery as { id: string }).id }),
    ...inProject,
  },
  {
    tool: 'repeat_delivery',
    by: 'ada',
    args: made => ({ target: PROJECT, id: made['webhook'], delivery: made['delivery'] }),
    ...inProject,
  },
  {
    tool: 'delete_webhook',
    by: 'ada',
    args: made => ({ target: PROJECT, id: made['webhook'] }),
    ...inProject,
  },
  {
    tool: 'push_source',
    by: 'ada',
    args: () => ({ project: PROJECT, branch: 'feature', files: [SOURCE] }),
    ...inProject,
  },
  { tool: 'delete_branch', by: 'ada', args: () => ({ project: PROJECT, branch: 'feature' }), ...inProject },
  {
    tool: 'delete_project',
    by: 'ada',
    args: () => ({ project: PROJECT, confirm: PROJECT }),
    changes: ['deleted_at'],
    ...inProject,
  },
  {
    tool: 'restore_project',
    by: 'ada',
    args: () => ({ project: PROJECT }),
    changes: ['deleted_at'],
    ...inProject,
  },
  {
    tool: 'create_token',
    by: 'bob',
    args: () => ({ name: 'ci', scopes: ['user:read'], account: 'acme' }),
    keep: ({ id }) => ({ token: String(id) }),
    account: 'acme',
    target: made => made['token'] ?? '',
  },
  {
    tool: 'update_token',
    by: 'bob',
    args: made => ({ id: made['token'], name: 'nightly', description: 'x'.repeat(300) }),
    account: 'acme',
    target: made => made['token'] ?? '',
    changes: ['name', 'description'],
  },
  {
    tool: 'revoke_organization_token',
    by: 'ada',
    args: made => ({ organization: 'acme', id: made['token'] }),
    account: 'acme',
    target: made => made['token'] ?? '',
  },
  {
    tool: 'create_token',
    by: 'ada',
    args: () => ({ name: 'laptop', scopes: ['user:read'] }),
    keep: ({ id }) => ({ token: String(id) }),
    account: 'ada',
    target: made => made['token'] ?? '',
  },
  {
    tool: 'revoke_token',
    by: 'ada',
    args: made => ({ id: made['token'] }),
    account: 'ada',
    target: made => made['token'] ?? '',
  },
  {
    tool: 'revoke_grant',
    by: 'ada',
    args: made => ({ id: made['grant'] }),
    account: 'ada',
    target: made => made['grant'] ?? '',
  },
  {
    tool: 'update_user',
    by: 'ada',
    args: () => ({ name: 'Ada', public: true }),
    account: 'ada',
    target: () => 'ada',
    changes: ['name', 'public'],
  },
  {
    tool: 'hand_over_organization',
    by: 'ada',
    args: () => ({ organization: 'acme', to: 'bob', confirm: 'acme' }),
    changes: ['owner'],
    ...inAcme,
  },
  {
    tool: 'leave_organization',
    by: 'ada',
    args: () => ({ organization: 'acme' }),
    account: 'acme',
    changes: ['role'],
    target: () => 'acme',
  },
  {
    tool: 'remove_member',
    by: 'bob',
    args: () => ({ organization: 'acme', user: 'cleo' }),
    account: 'acme',
    changes: ['role'],
    target: () => 'cleo',
  },
  {
    tool: 'delete_organization',
    by: 'bob',
    args: () => ({ organization: 'acme', confirm: 'acme' }),
    changes: ['deleted_at'],
    ...inAcme,
  },
  {
    tool: 'restore_organization',
    by: 'bob',
    args: () => ({ organization: 'acme' }),
    changes: ['deleted_at'],
    ...inAcme,
  },
]
