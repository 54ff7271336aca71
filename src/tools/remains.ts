import type { Waste } from '../auth/expired.ts'
import type { Frozen } from '../store/frozen.ts'
import type { AccountRecord } from '../store/records/identity.ts'
import type { ProjectRecord } from '../store/records/localization.ts'
import type { CollectionName } from '../store/records.ts'
import type { Transaction } from '../store/store.ts'

const PAGE = { limit: 1_000 }

/** Everything of an organization, itself at last, so that a sweep that was cut short finds it again. */
export async function* remainsOfOrganization({ id }: Frozen<AccountRecord>, tx: Transaction): AsyncGenerator<Waste> {
  for (const project of await tx.projects.list('deleted', '')) {
    if (project.account_id === id) yield* remainsOfProject(project, tx)
  }
  for (const project of await tx.projects.list('account', id)) yield* remainsOfProject(project, tx)
  for (const table of ['memberships', 'invitations'] as const) {
    yield* pages(table, async () => (await tx[table].page('account', id, PAGE)).items)
  }
  yield* pages('tokens', async () => (await tx.tokens.page('made_on', id, PAGE)).items)
  yield* guidanceOf(id, tx)
  yield { table: 'accounts', id }
}

/** Everything of a project, itself at last. */
export async function* remainsOfProject({ id }: Frozen<ProjectRecord>, tx: Transaction): AsyncGenerator<Waste> {
  const entriesOf = async (fileId: string) => (await tx.entries.page('file', fileId, PAGE)).items
  for (const file of await tx.files.list('project', id)) {
    for (let page = await entriesOf(file.id); page.length > 0; page = await entriesOf(file.id)) {
      for (const entry of page) {
        yield* pages('translations', () => tx.translations.list('entry', entry.id))
        yield { table: 'entries', id: entry.id }
      }
    }
    yield* pages('branch_files', () => tx.branch_files.list('file', file.id))
    yield { table: 'files', id: file.id }
  }
  for (const table of ['target_files', 'comments', 'reservations', 'staged_files'] as const) {
    yield* pages(table, async () => (await tx[table].page('project', id, PAGE)).items)
  }
  yield* guidanceOf(id, tx)
  if ((await tx.histories.get(id)) !== undefined) yield { table: 'histories', id }
  yield { table: 'projects', id }
}

/** The voice and the glossary of an account or a project. */
async function* guidanceOf(id: string, tx: Transaction): AsyncGenerator<Waste> {
  yield* pages('glossary_terms', async () => (await tx.glossary_terms.page('owner', id, PAGE)).items)
  for (const table of ['voices', 'glossaries'] as const) {
    if ((await tx[table].get(id)) !== undefined) yield { table, id }
  }
}

/** Page after page of what is to go: whoever reads on has removed what it was given. */
export async function* pages(
  table: CollectionName,
  next: () => Promise<readonly { readonly id: string }[]>,
): AsyncGenerator<Waste> {
  for (let items = await next(); items.length > 0; items = await next()) {
    for (const { id } of items) yield { table, id }
  }
}
