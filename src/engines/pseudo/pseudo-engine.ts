import {
  type Engine,
  type EngineAnswer,
  type EngineBatch,
  type EngineItem,
  NO_USAGE,
} from '../../l10n/engines/engine.ts'
import type { Message } from '../../l10n/message/message.ts'
import { mapWords, type Segment } from '../template/segments.ts'
import { translateItems } from '../template/translate-items.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The same letters with marks that are easy to read as the plain ones. */
const ACCENTED = 'áƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'

/** Puts accents on all letters of the Latin alphabet. */
const addAccents = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, letter => ACCENTED.charAt(LETTERS.indexOf(letter)))

const FILLER = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Words that make a text with this many letters about a third longer; without accents, so that they are easy to tell apart. */
function createPadding(letters: number): string {
  const length = Math.ceil(letters * 0.35)
  let padding = ''
  for (let at = 0; padding.length < length; at += 1) padding += ` ${FILLER[at % FILLER.length]}`
  return padding.slice(0, Math.max(2, length)).trimEnd()
}

const PSEUDO = 'pseudo'

type MapSegment = (segment: Segment) => Segment

/** How a pseudo-locale changes texts, and those with a maximum length that would be too long. */
interface PseudoLocale {
  readonly usual: MapSegment
  readonly short: MapSegment
}

/** The pseudo-locales of CLDR and Android: accents and longer texts, and text in right-to-left order. */
const LOCALES: Readonly<Record<string, PseudoLocale>> = {
  'en-XA': { usual: lengthen, short: accent },
  'ar-XB': { usual: reverse, short: segment => segment },
}

/**
 * Pseudo-localization: shows strings that are not translatable, cut off, or laid out for one direction. It supports no real locale, so that its texts reach no
 * user.
 */
export function createPseudoEngine(): Engine {
  return {
    id: PSEUDO,
    kind: 'pseudo',
    isPaid: false,
    prices: { input: 0, output: 0, characters: 0 },
    concurrency: 4,
    batchSize: 200,
    canRevise: false,
    findUnsupported: (_, locale) =>
      Object.hasOwn(LOCALES, locale)
        ? undefined
        : `Engine ${PSEUDO} does not write ${locale}, only the pseudo-locales en-XA and ar-XB.`,
    estimate: () => NO_USAGE,
    translate: async batch => {
      const locale = LOCALES[batch.locale]
      return { answers: locale === undefined ? [] : await translateAll(batch, locale), usage: NO_USAGE }
    },
    test: async () => 'Pseudo-localization into en-XA and ar-XB works.',
  }
}

async function translateAll(batch: EngineBatch, { usual, short }: PseudoLocale): Promise<readonly EngineAnswer[]> {
  const translate = (items: readonly EngineItem[], map: MapSegment) =>
    translateItems({ ...batch, items }, async segments => segments.map(segment => map(segment)))
  const limits = new Map(batch.items.map(({ id, max }) => [id, max ?? Number.POSITIVE_INFINITY]))
  const answers = await translate(batch.items, usual)
  const fitting = new Set(
    answers.filter(({ id, value }) => lengthOf(value) <= (limits.get(id) ?? 0)).map(({ id }) => id),
  )
  const others = batch.items.filter(({ id }) => !fitting.has(id))
  return [...answers.filter(({ id }) => fitting.has(id)), ...(await translate(others, short))]
}

/** In UTF-16 code units: never fewer than graphemes. */
const lengthOf = (value: Message): number =>
  typeof value === 'string' ? value.length : Math.max(0, ...Object.values(value).map(text => text.length))

/** `[Šévé ţĥé ƒîļé one two]` */
function lengthen(segment: Segment): Segment {
  const letters = segment.reduce((sum, part) => sum + (part.kind === 'words' ? part.text.length : 0), 0)
  return [words('['), ...accent(segment), words(`${createPadding(letters)}]`)]
}

function accent(segment: Segment): Segment {
  return mapWords(segment, addAccents)
}

const [RLM, RLO, PDF] = ['\u200F', '\u202E', '\u202C']

/** Each word in right-to-left order, between marks as Android has them. */
function reverse(segment: Segment): Segment {
  return mapWords(segment, text => text.replaceAll(WORD, word => `${RLM}${RLO}${word}${PDF}${RLM}`))
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

const words = (text: string) => ({ kind: 'words', text }) as const
