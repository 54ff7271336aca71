import { TYPE } from '@formatjs/icu-messageformat-parser'
import { echo } from '../../../text/escape.ts'
import { type IcuAst, walkIcu } from '../../message/icu.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/tokenize.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { compareOccurrences } from '../occurrences/compare.ts'
import { countOccurrences } from './placeholders.ts'

/** Compares tags, Markdown links and code with the source. */
export const markup = defineCheck({
  id: 'markup',
  level: 'error',
  finds: 'Tags, Markdown links or code that differ from the source.',
  why: 'The page breaks, a link leads elsewhere, or rich text loses its component.',
  standard: 'HTML tags, FormatJS rich text, CommonMark links and code spans',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'A <b>bold</b> word',
      good: 'Ein <b>fettes</b> Wort',
      bad: 'Ein <b>fettes Wort',
    },
    {
      syntax: 'plain',
      locale: 'de',
      source: 'See [help](/help)',
      good: 'Siehe [Hilfe](/help)',
      bad: 'Siehe [Hilfe](/hilfe)',
    },
  ],
  find,
})

function* find(context: CheckContext): Generator<Fault> {
  const { icu, forms } = context
  if (icu?.tags === true) {
    yield* richText(context)
    // Each branch of a plural or select can have its own link, so only messages without branches are counted.
    if (context.source.computeOnce(() => hasBranches(icu.source), hasBranches)) return
    for (const form of forms) yield* verbatim(form)
  } else {
    for (const form of forms) {
      yield* tags(form)
      yield* verbatim(form)
    }
  }
}

function hasBranches(ast: IcuAst): boolean {
  for (const { type } of walkIcu(ast)) if (type === TYPE.plural || type === TYPE.select) return true
  return false
}

/** Rich-text tags of an ICU message, by name. */
function* richText(context: CheckContext): Generator<Fault> {
  const { source, target } = countOccurrences(context)
  for (const { why, key, ...rest } of compareOccurrences(source, target)) {
    if (!key.startsWith('<')) continue
    const open = echo(key)
    const close = open.replace('<', '</')
    const at = 'at' in rest ? { at: rest.at } : {}
    if (why === 'missing') yield error(`${open} is missing.`, `Put ${open}…${close} back around the same words.`)
    else if (why === 'unknown') {
      yield { ...error(`${open} is not in the source.`, `Remove ${open} and ${close}.`), ...at }
    } else {
      const fix = `Write ${open}…${close} as often as in the source.`
      yield { ...error(`${open} occurs more often than in the source.`, fix), ...at }
    }
  }
}

type Form = CheckContext['forms'][number]

function* tags({ source, target }: Form): Generator<Fault> {
  const wanted = source.computeOnce(listTags)
  const given = target.computeOnce(listTags)
  const differences = compareLabels(
    wanted,
    given,
    label => `Put ${label} back.`,
    label => `Remove ${label}.`,
  )
  let isDifferent = false
  for (const finding of differences) {
    isDifferent = true
    yield finding
  }
  if (isDifferent || source.computeOnce(findStrayTag) !== undefined) return
  const stray = target.computeOnce(findStrayTag)
  if (stray === undefined) return
  const fix = 'Open each tag before closing it, in the same order.'
  yield { ...error(`${echo(stray.raw)} is in the wrong place.`, fix), at: stray.start }
}

/** Compares Markdown link targets and code, if the source has any. */
function* verbatim({ source, target }: Form): Generator<Fault> {
  for (const { list, choice } of VERBATIM) {
    const wanted = source.computeOnce(list)
    if (wanted.length === 0) continue
    yield* compareLabels(
      wanted,
      target.computeOnce(list),
      text => `Put ${text} back.`,
      () => `Copy it from the source: ${source.computeOnce(choice)}.`,
    )
  }
}

interface Labelled {
  readonly token: Token
  readonly label: string
}

function listLinks({ markup: tokens }: ParsedText): readonly Labelled[] {
  return tokens.flatMap(token => (token.kind === 'link' ? [{ token, label: `[…${token.raw}` }] : []))
}

function listCodes({ markup: tokens }: ParsedText): readonly Labelled[] {
  return tokens.flatMap(token => (token.kind === 'code' ? [{ token, label: token.raw }] : []))
}

/** The first elements of the source, as a fix lists them. */
const MAX_NAMED = 20

const VERBATIM = [listLinks, listCodes].map(list => ({
  list,
  choice: (source: ParsedText): string =>
    source
      .computeOnce(list)
      .slice(0, MAX_NAMED)
      .map(({ label }) => echo(label))
      .join(' '),
}))

/**
 * The tags of a string, without words in angle brackets (`<your name>`): a tag closes, is closed, is self-closing, or is void in HTML.
 * Attributes may be translated.
 */
function listTags({ markup: tokens }: ParsedText): readonly Labelled[] {
  const all = tokens.filter(token => token.kind === 'tag')
  const closed = new Set(all.filter(({ raw }) => raw.startsWith('</')).map(({ name }) => name?.toLowerCase()))
  return all.flatMap(token => {
    const name = token.name?.toLowerCase() ?? ''
    if (token.raw.startsWith('</')) return [{ token, label: `</${name}>` }]
    if (VOID.has(name)) return [{ token, label: `<${name}>` }]
    if (token.raw.endsWith('/>')) return [{ token, label: `<${name}/>` }]
    return closed.has(name) ? [{ token, label: `<${name}>` }] : []
  })
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr'])

function* compareLabels(
  wanted: readonly Labelled[],
  given: readonly Labelled[],
  missingFix: (label: string) => string,
  extraFix: (label: string) => string,
): Generator<Fault> {
  const left = new Map<string, number>()
  for (const { label } of wanted) left.set(label, (left.get(label) ?? 0) + 1)
  for (const { token, label } of given) {
    const rest = left.get(label) ?? 0
    if (rest > 0) left.set(label, rest - 1)
    else {
      const shown = echo(label)
      yield { ...error(`${shown} occurs more often than in the source.`, extraFix(shown)), at: token.start }
    }
  }
  for (const [label, count] of left) {
    if (count > 0) yield error(`${echo(label)} is missing.`, missingFix(echo(label)))
  }
}

function findStrayTag(text: ParsedText): Token | undefined {
  const open: Labelled[] = []
  for (const tag of text.computeOnce(listTags)) {
    if (tag.label.startsWith('</')) {
      if (open.pop()?.label !== tag.label.replace('/', '')) return tag.token
    } else if (!tag.label.endsWith('/>') && !VOID.has(tag.label.slice(1, -1))) open.push(tag)
  }
  return open[0]?.token
}

const error = (message: string, fix: string): Fault => ({ message, fix })
