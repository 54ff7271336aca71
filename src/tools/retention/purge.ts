import type { PurgeItem } from '../../auth/expired-records.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { CollectionName } from '../../store/records/schema.ts'
import type { Transaction } from '../../store/store.ts'

const PAGE_OPTIONS = { limit: 1_000 }

/** All records of an organization. Its own record is last, so that an interrupted sweep finds it again. */
export async function* purgeOrganization({ id }: Frozen<AccountRecord>, tx: Transaction): AsyncGenerator<PurgeItem> {
  for (const project of await tx.projects.list('deleted', '')) {
    if (project.account_id === id) yield* purgeProject(project, tx)
  }
  for (const project of await tx.projects.list('account', id)) yield* purgeProject(project, tx)
  for (const table of ['memberships', 'invitations'] as const) {
    yield* purgePages(table, async () => (await tx[table].page('account', id, PAGE_OPTIONS)).items)
  }
  yield* purgePages('tokens', async () => (await tx.tokens.page('made_on', id, PAGE_OPTIONS)).items)
  yield* purgePages('memory_units', async () => (await tx.memory_units.page('account', id, PAGE_OPTIONS)).items)
  yield* purgeGuidance(id, tx)
  yield* purgeWebhooks(id, tx)
  yield* purgePages('engine_spends', () => tx.engine_spends.list('account', id))
  yield { table: 'accounts', id }
}

/** Tables whose records are found by their project. */
const PROJECT_TABLES = [
  'target_files',
  'comments',
  'staged_files',
  'run_parts',
  'run_spends',
  'runs',
  'review_verdicts',
  'review_parts',
  'reviews',
] as const

/** All records of a project, its own last. */
export async function* purgeProject({ id }: Frozen<ProjectRecord>, tx: Transaction): AsyncGenerator<PurgeItem> {
  const loadEntries = async (fileId: string) => (await tx.entries.page('file', fileId, PAGE_OPTIONS)).items
  for (const file of await tx.files.list('project', id)) {
    for (let page = await loadEntries(file.id); page.length > 0; page = await loadEntries(file.id)) {
      for (const entry of page) {
        yield* purgePages('translations', () => tx.translations.list('entry', entry.id))
        yield { table: 'entries', id: entry.id }
      }
    }
    yield* purgePages('branch_files', () => tx.branch_files.list('file', file.id))
    yield { table: 'files', id: file.id }
  }
  for (const table of PROJECT_TABLES) {
    yield* purgePages(table, async () => (await tx[table].page('project', id, PAGE_OPTIONS)).items)
  }
  yield* purgeWebhooks(id, tx)
  yield* purgePages('rechecks', () => tx.rechecks.list('owner', id))
  yield* purgeGuidance(id, tx)
  if ((await tx.histories.get(id)) !== undefined) yield { table: 'histories', id }
  yield { table: 'projects', id }
}

/** The webhooks of an account or a project, with their deliveries. */
async function* purgeWebhooks(id: string, tx: Transaction): AsyncGenerator<PurgeItem> {
  for (const webhook of await tx.webhooks.list('owner', id)) {
    for (const table of ['delivery_queue', 'deliveries'] as const) {
      yield* purgePages(table, async () => (await tx[table].page('webhook', webhook.id, PAGE_OPTIONS)).items)
    }
    yield { table: 'webhooks', id: webhook.id }
  }
}

/** The voice and the glossary of an account or a project. */
async function* purgeGuidance(id: string, tx: Transaction): AsyncGenerator<PurgeItem> {
  yield* purgePages('glossary_terms', async () => (await tx.glossary_terms.page('owner', id, PAGE_OPTIONS)).items)
  for (const table of ['voices', 'glossaries'] as const) {
    if ((await tx[table].get(id)) !== undefined) yield { table, id }
  }
}

/** Yields records page by page. Callers remove each before they read on. */
export async function* purgePages(
  table: CollectionName,
  next: () => Promise<readonly { readonly id: string }[]>,
): AsyncGenerator<PurgeItem> {
  for (let items = await next(); items.length > 0; items = await next()) {
    for (const { id } of items) yield { table, id }
  }
}
