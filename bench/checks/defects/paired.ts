import type { FileFamilies } from '../../../src/l10n/message/families.ts'
import type { Pair } from '../pair.ts'
import { toText } from './defect.ts'

interface Prepared {
  readonly source: string
  readonly good: string
  readonly bad: string
  /** Set if the file has other placeholders. */
  readonly families?: FileFamilies
}

/** A defect whose syntax few published files have: it is written into source and translation first. */
export interface PairedDefect {
  readonly id: string
  readonly prepare: (pair: Pair) => Prepared | undefined
}

const PRINTF: FileFamilies = { families: ['printf'], sure: 'certain', quotes: false }

/** A string of words without syntax of its own. */
const WORDS = /^[\p{L}\p{M}\p{N} ,.!?'’]+$/u

const onWords =
  (change: (source: string, target: string) => Prepared): PairedDefect['prepare'] =>
  ({ source, target, syntax }) => {
    const [from, to] = [toText(source), toText(target)]
    const isPlain = typeof source === 'string' && typeof target === 'string' && syntax !== 'icu'
    return isPlain && WORDS.test(from) && WORDS.test(to) && from !== to && from.length > 5 && to.length > 2
      ? change(from, to)
      : undefined
  }

const half = (text: string): number => {
  const space = text.indexOf(' ', text.length >> 1)
  return space < 0 ? text.length : space
}
const insertAtHalf = (text: string, part: string): string => text.slice(0, half(text)) + part + text.slice(half(text))

export const PAIRED_DEFECTS: readonly PairedDefect[] = [
  {
    id: 'accelerator & lost',
    prepare: onWords((source, target) => ({ source: `&${source}`, good: `&${target}`, bad: target })),
  },
  {
    id: 'accelerator _ lost',
    prepare: onWords((source, target) => ({ source: `_${source}`, good: `_${target}`, bad: target })),
  },
  {
    id: 'BBCode tag lost',
    prepare: onWords((source, target) => ({
      source: `[b]${source}[/b]`,
      good: `[b]${target}[/b]`,
      bad: `[b]${target}`,
    })),
  },
  {
    id: 'URL changed in words',
    prepare: onWords((source, target) => ({
      source: `${source} https://example.com/en/help`,
      good: `${target} https://example.com/en/help`,
      bad: `${target} https://example.com/en/helps`,
    })),
  },
  {
    id: 'email address changed in words',
    prepare: onWords((source, target) => ({
      source: `${source} help@example.com`,
      good: `${target} help@example.com`,
      bad: `${target} helps@example.com`,
    })),
  },
  {
    id: 'number changed in words',
    prepare: onWords((source, target) => ({
      source: `${source} 1,250`,
      good: `${target} 1.250`,
      bad: `${target} 1.350`,
    })),
  },
  {
    id: 'escaped newline lost in words',
    prepare: onWords((source, target) => ({
      source: `${source}\\n${source}`,
      good: `${target}\\n${target}`,
      bad: `${target} ${target}`,
    })),
  },
  {
    id: 'newline lost in words',
    prepare: onWords((source, target) => ({
      source: `${source}\n${source}`,
      good: `${target}\n${target}`,
      bad: `${target} ${target}`,
    })),
  },
  {
    id: 'bold mark misplaced',
    prepare: onWords((source, target) => ({ source: `**${source}**`, good: `**${target}**`, bad: `** ${target} **` })),
  },
  {
    id: 'entity broken in words',
    prepare: onWords((source, target) => ({
      source: insertAtHalf(source, '&nbsp;'),
      good: insertAtHalf(target, '&nbsp;'),
      bad: insertAtHalf(target, '&nbsp'),
    })),
  },
  {
    id: 'length modifier %ld changed',
    prepare: onWords((source, target) => ({
      source: `${source} %ld`,
      good: `${target} %ld`,
      bad: `${target} %d`,
      families: PRINTF,
    })),
  },
  {
    id: 'code changed',
    prepare: onWords((source, target) => ({
      source: `${source} \`src/main.ts\``,
      good: `${target} \`src/main.ts\``,
      bad: `${target} \`src/haupt.ts\``,
    })),
  },
  {
    id: 'open tag renamed',
    prepare: onWords((source, target) => ({
      source: `<html>${source}`,
      good: `<html>${target}`,
      bad: `<htmlx>${target}`,
    })),
  },
  {
    id: 'attribute without quotes',
    prepare: onWords((source, target) => ({
      source: `<a title="x">${source}</a>`,
      good: `<a title="x">${target}</a>`,
      bad: `<a title=x y>${target}</a>`,
    })),
  },
]
