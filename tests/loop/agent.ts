import type { Message, Syntax } from '../../src/l10n/message/message.ts'
import type { CallTool } from '../harness/surfaces.ts'
import { pseudo } from './pseudo.ts'

/** The result of an agent in one locale. */
export interface Report {
  readonly locale: string
  accepted: number
  repaired: number
  /** Published, and rejected: key → check IDs. */
  readonly refused: Map<string, readonly string[]>
  /** Not in the published file. */
  lacking: number
  /** Submitted to finish. */
  filled: number
}

interface Row {
  readonly id: string
  readonly key?: string
  readonly file?: string
  readonly src: string
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
  readonly context?: string
  readonly syntax?: Syntax
  readonly rev?: number
  readonly also?: number
}

interface Packet {
  readonly items: readonly Row[]
  readonly file?: string
  readonly syntax?: Syntax
  readonly forms?: Readonly<Record<string, { readonly required: readonly string[] }>>
  readonly left: number
  readonly next_cursor?: string
}

interface Answer {
  readonly accepted: number
  readonly repaired?: number
  readonly refused?: readonly { id: string; key: string; why: string; findings?: readonly { id: string }[] }[]
  readonly left: Readonly<Record<string, number>>
}

export type Texts = ReadonlyMap<string, ReadonlyMap<string, Message>>

const MAX_KEYS = 100
const PACKET = { limit: 200, max_bytes: 60_000 }

/** Answers every packet from published translations, then writes missing and rejected ones, until nothing is left. */
export async function localize(
  call: CallTool,
  project: string,
  locale: string,
  texts: Texts,
  syntaxOf: (file: string) => Syntax,
): Promise<Report> {
  const report: Report = { locale, accepted: 0, repaired: 0, refused: new Map(), lacking: 0, filled: 0 }
  const told = new Set<string>()
  const answer = async (packet: Packet): Promise<void> => {
    const items = packet.items.flatMap(row => {
      const place = `${row.file ?? packet.file ?? ''} ${keyOf(row)}`
      const value = texts.get(row.file ?? packet.file ?? '')?.get(keyOf(row))
      if (value === undefined || told.has(place)) return []
      told.add(place)
      return [{ id: row.id, src: row.src, ...revOf(row), ...valueOf(value) }]
    })
    if (items.length === 0) return
    const {
      accepted,
      repaired = 0,
      refused = [],
    } = (await call('submit_translations', {
      project,
      locale,
      items,
    })) as Answer
    report.accepted += accepted
    report.repaired += repaired
    for (const { key, why, findings } of refused) {
      report.refused.set(
        key,
        (findings ?? [{ id: why }]).map(({ id }) => id),
      )
    }
  }
  let cursor: string | undefined
  do {
    const packet = await work(call, { project, locale, ...PACKET, ...(cursor !== undefined && { cursor }) })
    await answer(packet)
    cursor = packet.next_cursor
  } while (cursor !== undefined)
  // A row stands for further strings with the same source. Their published texts may differ, so they get rows of their own by key.
  for (const [file, published] of texts) {
    const keys = [...published.keys()].filter(key => !told.has(`${file} ${key}`))
    for (let at = 0; at < keys.length; at += MAX_KEYS) {
      await answer(await work(call, { project, locale, file, keys: keys.slice(at, at + MAX_KEYS), ...PACKET }))
    }
  }
  const { left } = await work(call, { project, locale, ...PACKET })
  report.lacking = left - report.refused.size
  for (;;) {
    const packet = await work(call, { project, locale, ...PACKET })
    if (packet.items.length === 0) break
    const categories = packet.forms?.[locale]?.required ?? ['other']
    const items = packet.items.map(row => {
      const syntax = row.syntax ?? syntaxOf(row.file ?? packet.file ?? '')
      return {
        id: row.id,
        src: row.src,
        ...revOf(row),
        ...(row.also !== undefined && { also: row.also }),
        ...valueOf(pseudo(row.forms ?? row.text ?? '', syntax, categories)),
      }
    })
    const filled = (await call('submit_translations', { project, locale, items })) as Answer
    if (filled.refused !== undefined) throw new Error(`pseudo text was refused: ${JSON.stringify(filled.refused[0])}`)
    report.filled += filled.accepted
  }
  return report
}

const work = async (call: CallTool, args: Readonly<Record<string, unknown>>): Promise<Packet> =>
  (await call('get_work', args)) as Packet

/** A packet omits a key that equals the text. */
const keyOf = ({ key, text, forms }: Row): string => key ?? text ?? forms?.['one'] ?? ''

const revOf = ({ rev }: Row) => (rev === undefined ? {} : { rev })

const valueOf = (value: Message) => (typeof value === 'string' ? { text: value } : { forms: value })
