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
  let cursor: string | undefined
  do {
    const packet = await work(call, { project, locale, ...PACKET, ...(cursor !== undefined && { cursor }) })
    const items = packet.items.flatMap(row => {
      const value = texts.get(row.file ?? packet.file ?? '')?.get(keyOf(row))
      return value === undefined ? [] : [{ id: row.id, src: row.src, ...revOf(row), ...valueOf(value) }]
    })
    report.lacking += packet.items.length - items.length
    if (items.length > 0) {
      const answer = (await call('submit_translations', { project, locale, items })) as Answer
      report.accepted += answer.accepted
      report.repaired += answer.repaired ?? 0
      for (const { key, why, findings } of answer.refused ?? []) {
        report.refused.set(
          key,
          (findings ?? [{ id: why }]).map(({ id }) => id),
        )
      }
    }
    cursor = packet.next_cursor
  } while (cursor !== undefined)
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
        ...valueOf(pseudo(row.forms ?? row.text ?? '', syntax, categories)),
      }
    })
    const answer = (await call('submit_translations', { project, locale, items })) as Answer
    if (answer.refused !== undefined) throw new Error(`pseudo text was refused: ${JSON.stringify(answer.refused[0])}`)
    report.filled += answer.accepted
  }
  return report
}

const work = async (call: CallTool, args: Readonly<Record<string, unknown>>): Promise<Packet> =>
  (await call('get_work', args)) as Packet

/** A packet omits a key that equals the text. */
const keyOf = ({ key, text, forms }: Row): string => key ?? text ?? forms?.['one'] ?? ''

const revOf = ({ rev }: Row) => (rev === undefined ? {} : { rev })

const valueOf = (value: Message) => (typeof value === 'string' ? { text: value } : { forms: value })
