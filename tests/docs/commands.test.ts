import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeWith } from '../require.ts'
import { DOCUMENTS, listShellBlocks } from './blocks.ts'
import { openStage, WEBHOOK, WEBHOOK_BODY } from './stage.ts'

const documents = DOCUMENTS.filter(path => path !== 'README.md').flatMap(path => {
  const blocks = listShellBlocks(path).filter(({ reason }) => reason === undefined)
  return blocks.length === 0 ? [] : [{ path, blocks }]
})
const needsOpenssl = ({ blocks }: (typeof documents)[number]) => blocks.some(({ text }) => text.includes('openssl'))

const SIGNATURE = createHmac('sha256', Buffer.from(WEBHOOK.SECRET.slice('whsec_'.length), 'base64'))
  .update(`${WEBHOOK.WEBHOOK_ID}.${WEBHOOK.WEBHOOK_TIMESTAMP}.${WEBHOOK_BODY}`)
  .digest('base64')

/** What the commands of a document print, where success alone would prove little. */
const PRINTED: Readonly<Record<string, string>> = {
  'docs/command-line.md': 'stored\tde\t',
  'docs/rest.md': '"accepted":1',
  'docs/review.md': '"state":"returned"',
  'docs/runs.md': 'event: end',
  'docs/webhooks.md': `v1,${SIGNATURE}`,
}

async function runDocument({ path, blocks }: (typeof documents)[number]): Promise<void> {
  const stage = await openStage()
  try {
    if (blocks.some(({ text }) => text.includes('dragoman init'))) await rm(join(stage.folder, 'dragoman.json'))
    const output = await stage.runBlocks(blocks)
    for (const { place } of blocks) expect(output).toContain(`== ${place}\n`)
    expect(output).toContain(PRINTED[path] ?? '')
  } finally {
    await stage.close()
  }
}

describeWith('curl', 'the commands of the documents', () => {
  it.concurrent.each(documents.filter(document => !needsOpenssl(document)))('run as $path has them', runDocument)
})

describeWith('openssl', 'the commands of documents that verify signatures', () => {
  it.each(documents.filter(needsOpenssl))('run as $path has them', runDocument)
})
