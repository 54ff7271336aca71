import type { Term } from '../../src/store/records/guidance.ts'
import type { CollectionName, Collections, LogName, Logs } from '../../src/store/records/schema.ts'
import type { Dump, DumpBatch } from '../../src/store/store.ts'
import { authorizationTables } from './authorization-samples.ts'
import { AT, event, hash, token, user } from './contract/samples.ts'
import { memoryTables } from './memory-samples.ts'
import { reviewTables } from './review-samples.ts'
import { runTables } from './run-samples.ts'
import { webhookTables } from './webhook-samples.ts'

type Records = { readonly [C in CollectionName]: readonly Collections[C]['record'][] } & {
  readonly [L in LogName]: readonly Logs[L]['record'][]
}

/** Texts that can break a line format, a string or a decoder. */
export const ODD_TEXTS = [
  'lone \uD800 surrogates \uDC00',
  'lines \u2028 and \u2029 and \r\n and \u0085',
  'nul \u0000 and escape \u001B and delete \u007F',
  'emoji 👩‍👩‍👧 and a mark \uFEFF and a hole \uFFFE',
  '{"end":true,"id":"x"}\n{"close":"users"}',
  '"\\u0000\\',
]

const origin = { kind: 'agent', user_id: 'ada', credential: 'token:t1' } as const
const src = hash('source')

const term = (text: string): Term => ({
  term: text,
  kind: 'normal',
  case_sensitive: false,
  translations: { de: { translation: text } },
})

/** At least one record of each table; `text` is in every field that a user or a file can set. */
export function everyTable(text: string): Records {
  const ids = { project_id: 'p1', file_id: 'f1', entry_id: 'e1' }
  const state = 'translated' as const
  const refused = { src, value: text, rev: 1, origin }
  const refusal = { kind: 'rejected' as const, comment: text, refused, origin, batch_id: 'b1', at: AT }
  const request = { ...refusal, answered_at: AT, earlier: [refusal] }
  const ignore = { finding: 'urls', reason: text, user_id: 'u1', at: AT, seen: [text], by_agent: true as const }
  const version = {
    src,
    value: text,
    state,
    rev: 1,
    origin,
    findings: [],
    ignores: [ignore],
    voice: '00000000',
    at: AT,
  }
  return {
    users: [user('ada', { name: text }), user('bob')],
    accounts: ['ada', 'bob'].map(id => ({
      id: `account-of-${id}`,
      handle: `handle-of-${id}`,
      name: text,
      kind: 'personal' as const,
      owner_id: id,
      has_access: true,
      public: false,
      created_at: AT,
    })),
    memberships: [{ id: 'm1', account_id: 'account-of-bob', user_id: 'ada', role: 'member', created_at: AT }],
    invitations: [
      {
        id: 'i1',
        hash: hash('invitation'),
        account_id: 'account-of-bob',
        role: 'admin',
        user_id: 'ada',
        note: text,
        invited_by: 'bob',
        created_at: AT,
        expires_at: AT,
        ended: { at: AT, as: 'declined', user_id: 'ada' },
      },
    ],
    tokens: [token('t1', { name: text, address: '203.0.113.4', user_agent: text }), token('t2', { revoked_at: AT })],
    ...authorizationTables(text),
    projects: [
      {
        id: 'p1',
        account_id: 'account-of-ada',
        slug: 'app',
        name: text,
        source_locale: 'en',
        target_locales: ['de'],
        fallbacks: { de: 'en' },
        main_branch: 'main',
        branches: [{ name: 'main', pushed_at: AT }],
        files: [],
        settings: {
          review: 'none',
          approve: 'people',
          four_eyes: false,
          agents_replace: false,
          export: 'translated',
          levels: {},
        },
        next_entry: 2,
        deleted_at: null,
        created_at: AT,
      },
    ],
    histories: [
      {
        id: 'p1',
        bytes: 500,
        days: [{ day: '2026-11-05', users: 3, agents: 40 }],
        active: { de: '2026-11-05T12:00:00.000Z' },
      },
    ],
    files: [{ id: 'f1', project_id: 'p1', path: text, format: 'json', options: { indent: 2 }, created_at: AT }],
    branch_files: [
      {
        id: 'bf1',
        project_id: 'p1',
        branch: 'main',
        file_id: 'f1',
        content: text,
        sha256: src,
        items: [{ key: text, entry_id: 'e1', src }],
        pushed_at: AT,
      },
    ],
    entries: [
      {
        id: 'e1',
        project_id: 'p1',
        file_id: 'f1',
        short: 'e1',
        key: text,
        src,
        source: { one: text, other: text },
        sources: [{ src: hash('another'), source: text }],
        added_note: { text, origin, at: AT },
        references: [],
        syntax: 'icu',
        do_not_translate: false,
        tags: [],
        order: '1',
        words: 1,
        listed: true,
        unused_since: null,
      },
    ],
    translations: [
      {
        id: 'tr1',
        ...ids,
        locale: 'de',
        state: 'translated',
        stale: null,
        shown: 1,
        locked: false,
        rev: 1,
        texts: [version],
        suggestions: [
          {
            id: 's1',
            value: text,
            src,
            origin,
            batch_id: 'b1',
            rev: 1,
            at: AT,
            conflict: true,
            branches: [text],
            answers: ['b1'],
            returned_by: 'b1',
          },
        ],
        decided: [{ id: 's2', value: text, src, origin, batch_id: 'b1', at: AT, decided_by: 'b1' }],
        settled_at: AT,
        request,
        other_requests: [request],
        order: '1',
        listed: true,
        open: true,
        work: false,
        words: 1,
      },
    ],
    target_files: [
      {
        id: 'tf1',
        project_id: 'p1',
        file_id: 'f1',
        locale: 'de',
        branch: 'main',
        path: 'de.json',
        content: text,
        sha256: src,
        imported_at: null,
      },
    ],
    batches: [
      {
        id: 'b1',
        project_id: 'p1',
        kind: 'submit',
        origin,
        entry_id: 'e1',
        note: text,
        counts: { accepted: 1 },
        locales: ['de'],
        at: AT,
      },
    ],
    comments: [
      {
        id: 'c1',
        project_id: 'p1',
        entry_id: 'e1',
        locale: 'de',
        kind: 'comment',
        text,
        origin,
        batch_id: 'b1',
        at: AT,
      },
    ],
    ...memoryTables(text),
    staged_files: [
      {
        id: 'sf1',
        project_id: 'p1',
        purpose: 'source',
        branch: 'main',
        path: text,
        user_id: 'ada',
        credential: 'stdio',
        content: text,
        sha256: src,
        size: 1,
        expires_at: AT,
      },
    ],
    replays: [{ id: 'rp1', call: src, arguments: src, answer: JSON.stringify(text), expires_at: AT }],
    ...runTables(text),
    ...reviewTables(text),
    ...webhookTables(text),
    rechecks: [
      {
        id: 'rc1',
        owner_id: 'p1',
        owner: 'project',
        scope: { kind: 'terms', glossary_id: 'p1', since: 1 },
        total: 2,
        done: 1,
        cursor: 'after the first',
        turns: 1,
        at: AT,
      },
      {
        id: 'rc2',
        owner_id: 'p1',
        owner: 'project',
        scope: { kind: 'files', file_ids: ['f1'] },
        done: 0,
        turns: 0,
        at: AT,
      },
      {
        id: 'rc4',
        owner_id: 'p1',
        owner: 'project',
        scope: { kind: 'equal', sources: ['abcd'], values: ['efgh'] },
        done: 0,
        turns: 0,
        at: AT,
      },
      { id: 'rc3', owner_id: 'server', owner: 'server', scope: { kind: 'all' }, done: 0, turns: 0, at: AT },
    ],
    check_versions: [{ id: 'checks', version: '1', at: AT }],
    voices: [{ id: 'p1', version: 1, voice: { tone: 'formal', guidelines: text }, updated_at: AT }],
    glossaries: [
      {
        id: 'p1',
        version: 1,
        policy: { agents_save: true, do_not_translate: 'error', forbidden_term: 'error' },
        updated_at: AT,
      },
    ],
    glossary_terms: [{ id: 'g1', owner_id: 'p1', ...term(text), version: 1 }],
    voice_versions: [
      { id: 'vv1', owner_id: 'p1', version: 1, voice: { tone: 'formal', guidelines: text }, origin, at: AT },
    ],
    glossary_versions: [
      { id: 'gv1', owner_id: 'p1', version: 1, changes: [{ before: null, after: term(text) }], origin, at: AT },
    ],
    audit: [event('a1', { target: text, changes: { name: { from: null, to: text } } }), event('a2')],
    sources: [{ id: 'so1', project_id: 'p1', entry_id: 'e1', src, source: { one: text, other: text }, at: AT }],
    revisions: [
      {
        id: 'r1',
        project_id: 'p1',
        entry_id: 'e1',
        locale: 'de',
        translation_id: 'tr1',
        rev: 1,
        src,
        value: text,
        state: 'translated',
        origin,
        request,
        batch_id: 'b1',
        at: AT,
      },
    ],
  }
}

/** A dump without an engine. */
export function dumpOf(records: Partial<Records>): { dump(): Promise<Dump & { readonly closed: boolean }> } {
  return {
    dump: async () => {
      let closed = false
      return {
        counts: Object.fromEntries(Object.entries(records).map(([table, list]) => [table, list.length])),
        async *batches() {
          for (const [table, list] of Object.entries(records)) {
            for (let at = 0; at < list.length; at += 1_000) {
              yield { table: table as DumpBatch['table'], records: list.slice(at, at + 1_000) }
            }
          }
        },
        close: () => {
          closed = true
        },
        get closed() {
          return closed
        },
      }
    },
  }
}
