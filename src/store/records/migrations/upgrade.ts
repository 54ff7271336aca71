import { fromShape1 } from './from-shape-1.ts'
import type { Migration, OldRecord } from './migration.ts'

interface Text {
  readonly src: string
  readonly rev: number
  readonly findings: readonly { readonly id: string; readonly message: string }[]
}

/**
 * Upgrades to shape 8. Ignored findings belong to the text in which somebody ignored them, a translation has the revision of its shown text, and a finding
 * the glossary term that it is about. Leases in memory replace reservations.
 */
function fromShape7(): Readonly<Record<string, (record: OldRecord) => unknown>> {
  const sources = new Map<unknown, unknown>()
  return {
    reservations: () => undefined,
    entries: entry => {
      sources.set(entry['id'], entry['src'])
      return entry
    },
    translations: ({ ignores, faulty: _unused, ...translation }) => {
      const own = sources.get(translation['entry_id'])
      const texts = translation['texts'] as readonly Text[]
      const ignored = (ignores as readonly unknown[]).length > 0 && { ignores }
      return {
        ...translation,
        shown: (texts.find(({ src }) => src === own) ?? texts[0])?.rev ?? 0,
        texts: texts.map(text => ({ ...text, ...ignored, findings: text.findings.map(withTerm) })),
      }
    },
  }
}

/** Findings of do-not-translate entries were told from those of terms by their message. */
const OF_ENTRY = 'This entry is not to be translated, and the text differs from its source.'

/** The term itself is unknown until the text is checked again. */
const withTerm = (finding: Text['findings'][number]): object =>
  ['do_not_translate', 'forbidden_term'].includes(finding.id) && finding.message !== OF_ENTRY
    ? { ...finding, term: '' }
    : finding

/** Upgrades to shape 10, which stores the lines of sources. Strings and texts of before are marked: nobody knows which earlier sources were of which string. */
const fromShape9 = (): Readonly<Record<string, (record: OldRecord) => unknown>> => ({
  branch_files: file => ({ ...file, items: (file['items'] as readonly object[]).map(withMark) }),
  entries: withMark,
  translations: translation => ({ ...translation, texts: (translation['texts'] as readonly object[]).map(withMark) }),
})

const withMark = (record: object): object => ({ ...record, unlined: true })

/** Upgrades to shape 6. A client that once sent a secret no longer has to. A used refresh token has a seed instead of the encrypted answer. */
const fromShape5 = (): Readonly<Record<string, (record: OldRecord) => unknown>> => ({
  families: ({ with_secret: _unused, ...family }) => family,
  refresh_tokens: ({ successor: _unused, ...token }) => token,
})

/** One migration per earlier shape version, oldest first. The first version is 1. */
export const MIGRATIONS: readonly Migration[] = [
  { from: 1, tables: fromShape1 },
  // Shape 3 adds collections for sign-in and for the authorization server, and optional fields.
  { from: 2, tables: () => ({}) },
  // Shape 4 adds invitations and optional fields.
  { from: 3, tables: () => ({}) },
  { from: 4, tables: fromShape4 },
  { from: 5, tables: fromShape5 },
  { from: 6, tables: fromShape6 },
  { from: 7, tables: fromShape7 },
  // Shape 9 adds collections for passkeys.
  { from: 8, tables: () => ({}) },
  { from: 9, tables: fromShape9 },
]

/** Collections that only earlier shapes have. */
export const FORMER_TABLES: ReadonlySet<string> = new Set(['refresh_tokens', 'reservations'])

/** Upgrades a record; undefined if the new shape does not have it. */
export type Upgrade = (table: string, record: { readonly id: string }) => { readonly id: string } | undefined

/** Finds the upgrade between two versions; undefined if there is none. */
export function findUpgrade(from: number, to: number, migrations: readonly Migration[]): Upgrade | undefined {
  const steps = migrations.filter(step => step.from >= from && step.from < to)
  if (steps.length !== to - from) return undefined
  const runs = steps.map(({ tables }) => tables())
  return (table, record) => {
    let now: unknown = record
    for (const changes of runs) {
      if (now === undefined) return undefined
      const change = changes[table]
      if (change !== undefined) now = change(now as OldRecord)
    }
    return now as { readonly id: string } | undefined
  }
}

/**
 * Upgrades to shape 7. A family has the hash of its refresh token, an access token the refresh token that was exchanged for it. Reuse of previously used
 * refresh tokens is no longer detected.
 */
function fromShape6(): Readonly<Record<string, (record: OldRecord) => unknown>> {
  const current = new Map<unknown, unknown>()
  return {
    refresh_tokens: token => {
      if (token['used_at'] === null) current.set(token['family_id'], token['hash'])
      return undefined
    },
    families: family => {
      const refresh = current.get(family['id'])
      return { ...family, ...(refresh !== undefined && { refresh }) }
    },
    access_tokens: ({ grant_id: _grant, user_id: _user, client_id: _client, ...token }) => ({
      ...token,
      kept_until: token['expires_at'],
    }),
  }
}

interface Version {
  readonly src: string
  readonly source: unknown
}

/**
 * Upgrades to shape 5. An entry has its own source, apart from those of other branches; untouched translations have no record; `batches` is a log. Older
 * sources and translations stay in their records until these are written again.
 */
function fromShape4(): Readonly<Record<string, (record: OldRecord) => unknown>> {
  const open = new Map<unknown, boolean>()
  return {
    entries: ({ versions, placeholders: _unused, ...entry }) => {
      const own = entry['src']
      const all = versions as readonly Version[]
      const others = all.filter(({ src }) => src !== own).map(({ src, source }) => ({ src, source }))
      open.set(entry['id'], entry['listed'] === true && entry['do_not_translate'] !== true)
      const source = all.find(({ src }) => src === own)?.source ?? ''
      return { ...entry, source, ...(others.length > 0 && { sources: others }) }
    },
    translations: unit => {
      const isEmpty = ['texts', 'suggestions', 'ignores'].every(
        field => (unit[field] as readonly unknown[]).length === 0,
      )
      const isUntouched = isEmpty && unit['rev'] === 0 && unit['locked'] !== true
      return isUntouched ? undefined : { ...unit, open: open.get(unit['entry_id']) === true }
    },
    target_files: ({ pulled_at: _unused, ...file }) => file,
  }
}
