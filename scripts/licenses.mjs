import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licenses that let everybody bundle and redistribute the code if the text of the license comes with it. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']
/** Packages with no file for their license: the file that has its text, and after what. */
const STATED_ELSEWHERE = {
  format: { license: 'MIT', file: 'Readme.md', after: 'License\n=======\n' },
  'pg-types': { license: 'MIT', file: 'README.md', after: '## license\n' },
  pgpass: { license: 'MIT', file: 'README.md', after: '## License\n' },
}

/**
 * Writes `THIRD-PARTY-LICENSES.txt`: the libraries of a bundle, with the texts of their licenses. `inputs` are the files of the bundle.
 * @throws Error if a library has no license, no text of it, or a license that is not allowed.
 */
export function writeLicenses(inputs, folder) {
  const libraries = findPackages(Object.keys(inputs)).map(readLibrary)
  const faults = libraries.filter(({ license }) => !ALLOWED.includes(license))
  if (faults.length > 0) {
    const list = faults.map(({ name, license }) => `${name} (${license})`).join(', ')
    throw new Error(`the license of these libraries is not in scripts/licenses.mjs: ${list}`)
  }
  // The text of Apache-2.0 names nobody: a library without a copy has the same.
  const apache = libraries.find(
    ({ license, text }) => license === 'Apache-2.0' && text?.includes('END OF TERMS AND CONDITIONS'),
  )?.text
  const byText = new Map()
  for (const { name, license, text = license === 'Apache-2.0' ? apache : undefined } of libraries) {
    if (text === undefined) throw new Error(`${name} has no text of its license`)
    byText.set(text, [...(byText.get(text) ?? []), `${name} (${license})`])
  }
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  const line = `\n${'-'.repeat(80)}\n\n`
  const head = 'Dragoman contains these libraries. The text of its license follows each library.\n'
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), [head, ...parts].join(line))
}

/** The folders of the packages that files belong to. */
function findPackages(paths) {
  const folders = paths.map(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
  return [...new Set(folders.filter(folder => folder !== undefined))].toSorted((one, other) => (one < other ? -1 : 1))
}

function readLibrary(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const read = file => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
  const stated = STATED_ELSEWHERE[name]
  if (stated !== undefined) {
    const text = read(stated.file).split(stated.after)[1]?.trim()
    return { name: `${name} ${version}`, license: stated.license, text }
  }
  const files = readdirSync(folder).filter(file => /^(?:licen[cs]e|copying|notice)/i.test(file))
  return { name: `${name} ${version}`, license, text: files.length > 0 ? files.map(read).join('\n\n') : undefined }
}
