import { PROJECT, type TestApp } from '../l10n/test-app.ts'

/** Addresses of the home page and the pages of a project by name, with a review of all translations of a file and a batch of it in one locale. */
export async function listProjectPages({ call }: Pick<TestApp, 'call'>): Promise<Readonly<Record<string, string>>> {
  const { review } = await call<{ review: { readonly id: string; readonly total: number } }>('create_review', {
    project: PROJECT,
    since: '2020-01-01',
    file: 'part0/en.json',
  })
  // A fault of another review, which each text of this one is compared with.
  const other = await call<{ review: { readonly id: string } }>('create_review', {
    project: PROJECT,
    since: '2020-01-01',
    file: 'part0/en.json',
    locale: 'de',
  })
  await call('update_project_policy', { project: PROJECT, approve: 'anyone' })
  await call('decide_review', {
    project: PROJECT,
    review: other.review.id,
    verdicts: [{ n: 1, verdict: 'major', reason: 'meaning' }],
  })
  const { changes } = await call<{ changes: readonly { readonly batch: string }[] }>('list_changes', {
    project: PROJECT,
  })
  const [batch] = changes
  if (batch === undefined) throw new Error('the project has no batch')
  const path = `/p/${PROJECT}`
  return {
    home: '/',
    overview: path,
    reviews: `${path}/review`,
    [`review of ${review.total}`]: `${path}/review/${review.id}`,
    'question before Accept': `${path}/review/${review.id}?end=accept`,
    changes: `${path}/changes`,
    batch: `${path}/changes/${batch.batch}`,
    glossary: `${path}/glossary`,
    voice: `${path}/voice`,
    settings: `${path}/settings`,
    files: `${path}/files`,
  }
}
