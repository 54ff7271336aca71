import { setTimeout as sleep } from 'node:timers/promises'
import { callByRest } from '../../harness/rest-call.ts'
import { callUntilGone, fileOf, PROJECT, Sent, textOf } from './callers.ts'
import { chances } from './chance.ts'
import { newToken, serveIn } from './serving.ts'

export interface ServiceTally {
  readonly rounds: number
  readonly answered: number
  /** In words: acknowledged effects that are missing, and partial ones. */
  readonly faults: readonly string[]
}

/** Starts the service on one folder, calls it concurrently and kills it, repeatedly, and checks the answered effects in the next one. */
export async function killService(dataDir: string, seed: number, rounds: number): Promise<ServiceTally> {
  const chance = chances(seed)
  const sent = new Sent()
  const faults: string[] = []
  let token = ''
  for (let round = 1; round <= rounds; round++) {
    const service = await serveIn(dataDir)
    try {
      if (round === 1) token = await begin(service.url, dataDir)
      faults.push(...(await compare({ url: service.url, token, sent, files: [round - 1] })))
      const [most, delay] = [sent.answers + 6 + chance() * 75, chance() * 60]
      let killed: Promise<void> | undefined
      await callUntilGone({ url: service.url, token, round, sent }, () => {
        if (sent.answers >= most) killed ??= sleep(delay).then(() => service.kill('SIGKILL'))
      })
      await killed
    } finally {
      await service.kill('SIGKILL')
    }
  }
  const service = await serveIn(dataDir)
  const files = Array.from({ length: rounds }, (_, at) => at + 1)
  faults.push(...(await compare({ url: service.url, token, sent, files })))
  await service.kill('SIGTERM')
  return { rounds, answered: sent.answers, faults }
}

async function begin(url: string, dataDir: string): Promise<string> {
  const token = await newToken(dataDir)
  await callByRest(url, token, 'create_project', { project: PROJECT, source_locale: 'en', target_locales: ['de'] })
  return token
}

interface Asked {
  readonly url: string
  readonly token: string
  readonly sent: Sent
  /** The rounds whose files are checked. */
  readonly files: readonly number[]
}

async function compare({ url, token, sent, files }: Asked): Promise<readonly string[]> {
  const names = await tokenNames(url, token)
  const tokens = Array.from(sent.tokens).flatMap(([name, promise]) => {
    if (promise === 'made' && !names.has(name)) return [`token ${name} was made and is not there`]
    return promise === 'revoked' && names.has(name) ? [`token ${name} was revoked and is there`] : []
  })
  const texts: string[] = []
  for (const file of files.map(fileOf)) {
    const submissions = sent.submissions.filter(one => one.file === file)
    if (submissions.length === 0) continue
    const pulled = await callByRest(url, token, 'pull_translations', { project: PROJECT, locale: 'de', path: file })
    const [translated] = (pulled as { files: readonly { content: string }[] }).files
    const there = JSON.parse(translated?.content ?? '') as Readonly<Record<string, string>>
    for (const { keys, isAnswered } of submissions) {
      const found = keys.filter(key => there[key] === textOf(key)).length
      if (isAnswered && found < keys.length) texts.push(`${file}: ${keys.join(' ')} were accepted; ${found} are there`)
      if (!isAnswered && found % keys.length !== 0) texts.push(`${file}: ${found} of ${keys.join(' ')} are there`)
    }
  }
  return [...tokens, ...texts]
}

async function tokenNames(url: string, token: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = (await callByRest(url, token, 'list_tokens', { limit: 200, ...(cursor && { cursor }) })) as {
      readonly tokens: readonly { readonly name: string }[]
      readonly next_cursor?: string
    }
    for (const { name } of page.tokens) names.add(name)
    cursor = page.next_cursor
  }
  return names
}
