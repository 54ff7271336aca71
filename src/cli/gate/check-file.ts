import type { CheckInput, Finding } from '../../l10n/checks/check.ts'
import { inspectText, parseSource } from '../../l10n/checks/check-text.ts'
import { compareShape } from '../../l10n/checks/import-forms.ts'
import { CHECKS } from '../../l10n/checks/registry.ts'
import type { SourceItem } from '../../l10n/files/read-files.ts'
import { getFormatRules, isErrorMessage } from '../../l10n/formats/check-rules.ts'
import type { TargetEntry } from '../../l10n/formats/format.ts'
import { formatById } from '../../l10n/formats/registry.ts'
import { addTo } from '../../l10n/groups.ts'
import { getEntryFamilies, readFamilies } from '../../l10n/message/families.ts'
import type { Message } from '../../l10n/message/message.ts'
import type { ParsedMessage } from '../../l10n/message/parsed-text.ts'
import { findEntrySyntax } from '../../l10n/message/patterns/find-pattern.ts'
import type { Neighbours, Pair } from './neighbours.ts'
import type { ProjectRules } from './project-rules.ts'
import type { SourceStrings, TargetStrings } from './strings.ts'

/** A finished translation with its source string. */
export interface Unit {
  readonly item: SourceItem
  readonly entry: TargetEntry
  readonly pair: Pair
}

/** A unit of a target file, to be checked. */
export interface UnitToCheck {
  readonly unit: Unit
  readonly file: TargetStrings
  readonly neighbours: Neighbours
}

/** Lists the finished translations of a target file, in the order of the source. */
export function listUnits({ source, entries }: TargetStrings): readonly Unit[] {
  return source.items.flatMap(item => {
    const entry = entries.get(item.key)
    if (entry === undefined || entry.state !== undefined) return []
    return [{ item, entry, pair: { src: item.src, source: item.value, target: entry.value } }]
  })
}

/** Checks whose findings are infos, which the gate does not report, unless the project gives them another level. */
const UNREPORTED = Object.fromEntries(
  CHECKS.filter(({ level }) => level === 'info').map(({ id }) => [id, 'off'] as const),
)

/** Runs all checks on translations of one source file, of any locales. Results are in input order. */
export function checkUnits(
  source: SourceStrings,
  units: readonly UnitToCheck[],
  rules: ProjectRules,
): readonly (readonly Finding[])[] {
  const families = readFamilies(source.options, rules.syntax !== undefined)
  const levels = { ...UNREPORTED, ...rules.levels }
  const ofFormat = getFormatRules(formatById(source.format))
  const toInput = ({ unit: { item, entry, pair }, file, neighbours }: UnitToCheck): CheckInput => {
    const { value, tags = [], maxLength, doNotTranslate } = item
    const { elsewhere, twins } = neighbours.find(pair)
    return {
      ...ofFormat,
      source: value,
      target: entry.value,
      sourceLocale: rules.sourceLocale,
      locale: file.locale,
      syntax: findEntrySyntax(item.syntax, rules.syntax, source.options.syntax),
      isTerm: source.format === 'fluent' && item.key.startsWith('-'),
      isErrorMessage: isErrorMessage(source.options.syntax, item.key),
      families: getEntryFamilies(tags, families),
      ordinal: tags.includes('ordinal'),
      maxLength,
      doNotTranslate,
      categories: file.categories,
      terms: rules.terms,
      levels,
      elsewhere,
      twins,
    }
  }
  const results: (readonly Finding[])[] = []
  // The tasks of one source string at a time: those of a whole repository would fill the memory.
  for (const places of groupBySource(units)) {
    let parsed: ParsedMessage | undefined
    for (const place of places) {
      const unit = units[place]
      if (unit === undefined) continue
      const shape = compareShape(unit.unit.item.value, unit.unit.entry.value)
      if (shape === undefined) {
        const input = toInput(unit)
        // Equal strings can be in different syntaxes.
        if (parsed?.syntax !== input.syntax || parsed.families !== input.families) parsed = parseSource(input)
        results[place] = inspectText(input, parsed)
      } else results[place] = [shape]
    }
  }
  return results
}

/** Groups the indexes of units by source string. */
function groupBySource(units: readonly UnitToCheck[]): Iterable<readonly number[]> {
  const groups = new Map<Message, number[]>()
  for (const [place, { unit }] of units.entries()) {
    addTo(groups, unit.item.value, place)
  }
  return groups.values()
}
