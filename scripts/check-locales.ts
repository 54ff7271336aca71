// npm run check:locales: the messages of the pages, checked as Dragoman checks the files of any project.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../src/web/i18n/languages.ts'
import { findBroken, findFaults, findMissing, readCatalog, readGlossary } from './locales/catalog.ts'
import { EXCEPTIONS, INCOMPLETE } from './locales/exceptions.ts'
import { findUnusedKeys } from './locales/key-uses.ts'

const root = join(import.meta.dirname, '..')
const source = readCatalog(readLocale('en'), 'en')
const terms = readGlossary(join(root, 'locales/glossary.csv'))
const faults: string[] = [...findBroken(source)]

for (const locale of Object.keys(LANGUAGES).filter(tag => tag !== 'en')) {
  const target = readCatalog(readLocale(locale), locale, source.text)
  const missing = findMissing(source, target)
  if (missing.length > 0 && INCOMPLETE.includes(locale)) {
    console.log(`${locale}.json: ${missing.length} of ${source.messages.size} messages are not translated yet`)
  } else faults.push(...missing.map(key => `${locale}.json: ${key} is missing`))
  faults.push(...findFaults(source, target, { terms, exceptions: EXCEPTIONS }))
}
const modules = readdirSync(join(root, 'src/web'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path))
  .map(path => join(root, 'src/web', path))
faults.push(...findUnusedKeys(source.messages.keys(), modules).map(key => `en.json: no page uses ${key}`))

for (const fault of faults) console.log(fault)
if (faults.length > 0) console.error(`${faults.length} faults of messages: see docs/decisions/0061-pages.md`)
process.exitCode = faults.length > 0 ? 1 : 0

function readLocale(locale: string): string {
  return readFileSync(join(root, `locales/${locale}.json`), 'utf8')
}
