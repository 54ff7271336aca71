import { ILLEGAL } from '../../formats/xml/characters.ts'
import { escapeAttribute, escapeText } from '../../formats/xml/references.ts'
import { type TmxUnit, toTmxDate } from './unit.ts'

export interface TmxHeader {
  /** The source locale of all units; absent if they have several. */
  readonly sourceLocale?: string
  /** Version of Dragoman. */
  readonly version: string
  /** ISO 8601. */
  readonly createdAt: string
}

/** UTF-16 code units of a chunk, at least. */
const CHUNK = 65_536

/**
 * Yields a TMX 1.4 file in chunks. Units that follow each other with the same source, place and context share a `<tu>`; the order is that of `units`. Characters
 * that XML cannot contain (control characters, lone surrogates, U+FFFE and U+FFFF) are left out.
 */
export async function* writeTmx(
  header: TmxHeader,
  units: AsyncIterable<TmxUnit> | Iterable<TmxUnit>,
): AsyncGenerator<string> {
  let chunk = renderHeader(header)
  let group: TmxUnit[] = []
  for await (const unit of units) {
    if (group.length > 0 && !belongsTo(group, unit)) {
      chunk += renderGroup(group)
      group = []
      if (chunk.length >= CHUNK) {
        yield chunk
        chunk = ''
      }
    }
    group.push(unit)
  }
  if (group.length > 0) chunk += renderGroup(group)
  yield `${chunk}  </body>\n</tmx>\n`
}

const SHARED = ['project', 'file', 'key', 'previous', 'next'] as const

/** Whether a unit is another translation of the source of a group. */
function belongsTo(group: readonly TmxUnit[], unit: TmxUnit): boolean {
  const [first] = group
  return (
    first !== undefined &&
    first.sourceLocale === unit.sourceLocale &&
    first.source === unit.source &&
    SHARED.every(name => first[name] === unit[name]) &&
    !group.some(({ targetLocale }) => targetLocale === unit.targetLocale)
  )
}

function renderHeader({ sourceLocale, version, createdAt }: TmxHeader): string {
  const attributes = [
    ['creationtool', 'Dragoman'],
    ['creationtoolversion', version],
    ['segtype', 'block'],
    ['o-tmf', 'Dragoman'],
    ['adminlang', 'en'],
    ['srclang', sourceLocale ?? '*all*'],
    ['datatype', 'plaintext'],
    ...toDates({ createdAt }),
  ] as const
  return `<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n  <header${renderAttributes(attributes)}/>\n  <body>\n`
}

function renderGroup(group: readonly TmxUnit[]): string {
  const [first] = group
  if (first === undefined) return ''
  const properties = SHARED.flatMap(name => {
    const value = first[name]
    return value === undefined ? [] : [`      <prop type="x-${name}">${renderText(value)}</prop>\n`]
  })
  const source = `      <tuv xml:lang="${attribute(first.sourceLocale)}">\n${renderSegment(first.source)}      </tuv>\n`
  const start = `    <tu srclang="${attribute(first.sourceLocale)}">\n${properties.join('')}`
  return `${start}${source}${group.map(renderTarget).join('')}    </tu>\n`
}

function renderTarget(unit: TmxUnit): string {
  const attributes = [['xml:lang', unit.targetLocale], ...toDates(unit)] as const
  const note = unit.note === undefined ? '' : `        <note>${renderText(unit.note)}</note>\n`
  return `      <tuv${renderAttributes(attributes)}>\n${note}${renderSegment(unit.target)}      </tuv>\n`
}

const renderSegment = (text: string): string => `        <seg>${renderText(text)}</seg>\n`

function toDates({ createdAt, changedAt }: Pick<TmxUnit, 'createdAt' | 'changedAt'>): (readonly [string, string])[] {
  const dates = [
    ['creationdate', createdAt],
    ['changedate', changedAt],
  ] as const
  return dates.flatMap(([name, iso]) => {
    const date = iso === undefined ? undefined : toTmxDate(iso)
    return date === undefined ? [] : [[name, date] as const]
  })
}

const renderAttributes = (attributes: readonly (readonly [string, string])[]): string =>
  attributes.map(([name, value]) => ` ${name}="${attribute(value)}"`).join('')

const TARGET = { eol: '\n', entities: new Set<string>() } as const

const ALL_ILLEGAL = new RegExp(ILLEGAL, 'gu')

const renderText = (text: string): string => escapeText(text.replace(ALL_ILLEGAL, ''), TARGET)

const attribute = (value: string): string => escapeAttribute(value.replace(ALL_ILLEGAL, ''), '"', TARGET)
