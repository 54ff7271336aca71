import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The codes of languages that Apertium has released pairs for (ISO 639-3), by BCP 47 language. Old pairs have BCP 47 codes. */
const CODES: Readonly<Record<string, string>> = {
  af: 'afr',
  an: 'arg',
  ar: 'ara',
  ast: 'ast',
  be: 'bel',
  bg: 'bul',
  br: 'bre',
  bs: 'hbs',
  ca: 'cat',
  co: 'cos',
  crh: 'crh',
  cs: 'ces',
  cy: 'cym',
  da: 'dan',
  de: 'deu',
  en: 'eng',
  eo: 'epo',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fi: 'fin',
  fo: 'fao',
  fr: 'fra',
  frp: 'frp',
  ga: 'gle',
  gl: 'glg',
  hi: 'hin',
  hr: 'hbs',
  id: 'ind',
  is: 'isl',
  it: 'ita',
  kk: 'kaz',
  ky: 'kir',
  mk: 'mkd',
  ms: 'zlm',
  mt: 'mlt',
  nb: 'nob',
  nl: 'nld',
  nn: 'nno',
  no: 'nob',
  oc: 'oci',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sc: 'srd',
  scn: 'scn',
  se: 'sme',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
  szl: 'szl',
  tr: 'tur',
  tt: 'tat',
  uk: 'ukr',
  ur: 'urd',
}

/** The folder with a file for each installed pair, beside the program, or in the data folder that the environment names. */
export function findModesFolder(program: string, dataFolder: string | undefined): string {
  return join(dataFolder ?? join(dirname(realpathSync(program)), '..', 'share', 'apertium'), 'modes')
}

/** The installed pairs, such as `eng-spa`. */
export function listModes(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.mode'))
    .map(name => name.slice(0, -'.mode'.length))
    .sort()
}

/** The installed pair for two locales. A pair for the region of the target is preferred. */
export function findMode(folder: string, sourceLocale: string, locale: string): string | undefined {
  const targets = namesOf(locale).flatMap(name => [...withVariant(name, locale), name])
  return namesOf(sourceLocale)
    .flatMap(source => targets.map(target => `${source}-${target}`))
    .find(mode => existsSync(join(folder, `${mode}.mode`)))
}

/** Apertium writes Serbian in Latin letters. */
function namesOf(locale: string): readonly string[] {
  const { language, script } = new Intl.Locale(locale)
  if (language === 'sr') return script === 'Latn' ? ['hbs_SR', 'hbs', 'sh'] : []
  // Otherwise the usual script of the language is what Apertium writes.
  if (script !== undefined && script !== new Intl.Locale(language).maximize().script) return []
  const code = CODES[language]
  return code === undefined ? [] : [...new Set([code, language])]
}

function withVariant(name: string, locale: string): readonly string[] {
  const { region } = new Intl.Locale(locale)
  const variant = locale.split('-').find(part => part === 'valencia' || part === 'aranes')
  return [variant, region].filter(part => part !== undefined).map(part => `${name}_${part}`)
}
