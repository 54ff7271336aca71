import { TYPE } from '@formatjs/icu-messageformat-parser'
import { walkIcu } from '../icu.ts'
import { markupTokens, type Token } from '../tokenize.ts'
import type { Finding } from './check.ts'
import { compareOccurrences } from './compare.ts'
import type { CheckContext, Form } from './context.ts'
import { occurrencesOf } from './placeholders.ts'

/** Tags, Markdown links and code are what they are in the source. */
export function markup(context: CheckContext): Finding[] {
  const { icu } = context
  if (icu?.tags === true) {
    // The branches of a plural or select may each have a link of their own: only a message without them is counted.
    const isPlain = ![...walkIcu(icu.source)].some(({ type }) => type === TYPE.plural || type === TYPE.select)
    return [...richText(context), ...(isPlain ? context.forms.flatMap(verbatim) : [])]
  }
  return context.forms.flatMap(form => [...tags(form), ...verbatim(form)])
}

/** Rich-text tags of an ICU message, by name. */
function richText(context: CheckContext): Finding[] {
  const { source, target } = occurrencesOf(context)
  return compareOccurrences(source, target)
    .filter(({ key }) => key.startsWith('<'))
    .map(({ why, key, ...rest }) => {
      const close = key.replace('<', '</')
      const at = 'at' in rest ? { at: rest.at } : {}
      if (why === 'missing') return error(`${key} is missing.`, `Put ${key}…${close} back around the same words.`)
      if (why === 'unknown') return { ...error(`${key} is not in the source.`, `Remove ${key} and ${close}.`), ...at }
      return {
        ...error(`${key} stands more often than in the source.`, `Write ${key}…${close} as often as the source.`),
        ...at,
      }
    })
}

function tags({ source, target }: Form): Finding[] {
  const wanted = tagsOf(source)
  const given = tagsOf(target)
  const findings = difference(
    wanted,
    given,
    label => `Put ${label} back.`,
    label => `Remove ${label}.`,
  )
  if (findings.length > 0 || !isBalanced(wanted)) return findings
  const stray = strayTag(given)
  if (stray === undefined) return []
  const fix = 'Open each tag before closing it, in the same order.'
  return [{ ...error(`${stray.raw} stands in the wrong place.`, fix), at: stray.start }]
}

/** Of what stands in the source, as many as a fix names. */
const MOST_NAMED = 20

/** Markdown link targets and code, where the source has them. */
function verbatim({ source, target }: Form): Finding[] {
  return (['link', 'code'] as const).flatMap(kind => {
    const wanted = markupTokens(source).filter(token => token.kind === kind)
    if (wanted.length === 0) return []
    const given = markupTokens(target).filter(token => token.kind === kind)
    const label = (token: Token): Labelled => ({ token, label: kind === 'link' ? `[…${token.raw}` : token.raw })
    const choice = wanted.slice(0, MOST_NAMED).map(token => label(token).label)
    const nearest = `Copy it from the source: ${choice.join(' ')}.`
    return difference(
      wanted.map(label),
      given.map(label),
      text => `Put ${text} back.`,
      () => nearest,
    )
  })
}

interface Labelled {
  readonly token: Token
  readonly label: string
}

/**
 * The tags of a text, without those that are words in angle brackets (`<your name>`): a tag closes, is closed, closes itself, or is void in HTML.
 * Attributes may be translated.
 */
function tagsOf(text: string): Labelled[] {
  const all = markupTokens(text).filter(token => token.kind === 'tag')
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

function difference(
  wanted: readonly Labelled[],
  given: readonly Labelled[],
  missingFix: (label: string) => string,
  extraFix: (label: string) => string,
): Finding[] {
  const left = new Map<string, number>()
  for (const { label } of wanted) left.set(label, (left.get(label) ?? 0) + 1)
  const findings: Finding[] = []
  for (const { token, label } of given) {
    const rest = left.get(label) ?? 0
    if (rest === 0)
      findings.push({ ...error(`${label} is not in the source so often.`, extraFix(label)), at: token.start })
    else left.set(label, rest - 1)
  }
  for (const [label, count] of left) if (count > 0) findings.push(error(`${label} is missing.`, missingFix(label)))
  return findings
}

const isBalanced = (tokens: readonly Labelled[]): boolean => strayTag(tokens) === undefined

function strayTag(tokens: readonly Labelled[]): Token | undefined {
  const open: Labelled[] = []
  for (const tag of tokens) {
    if (tag.label.startsWith('</')) {
      if (open.pop()?.label !== tag.label.replace('/', '')) return tag.token
    } else if (!tag.label.endsWith('/>') && !VOID.has(tag.label.slice(1, -1))) open.push(tag)
  }
  return open[0]?.token
}

const error = (message: string, fix: string): Finding => ({ id: 'markup', level: 'error', message, fix })
