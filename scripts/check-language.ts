// npm run check:language: the rules of docs/glossary.md over the documents and over the texts of the source.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import plain from '@textlint/textlint-plugin-text'
import { RULES } from './language/rules.ts'
import { readStrings } from './language/strings.ts'

const kernel = new TextlintKernel()
const given = process.argv.slice(2)
const files =
  given.length > 0
    ? given
    : execFileSync('git', ['ls-files', '*.md', 'src'], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .filter(path => path !== 'docs/glossary.md')

let faults = 0
for (const path of files) {
  if (path.endsWith('.md')) {
    const { messages } = await kernel.lintText(readFileSync(path, 'utf8'), {
      ext: '.md',
      plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
      rules: RULES,
    })
    for (const { line, message } of messages) print(path, line, message)
  } else if (/\.tsx?$/.test(path)) {
    // One paragraph for each text, so that line 2n + 1 of the document is text n.
    const strings = readStrings(path)
    const { messages } = await kernel.lintText(strings.map(({ text }) => text).join('\n\n'), {
      ext: '.txt',
      plugins: [{ pluginId: 'text', plugin: plain.default }],
      rules: RULES,
    })
    for (const { line, message } of messages) print(path, strings[(line - 1) / 2]?.line ?? 1, message)
  }
}
if (faults > 0) console.error(`${faults} faults of language: see docs/glossary.md and CONTRIBUTING.md`)
process.exitCode = faults > 0 ? 1 : 0

function print(path: string, line: number, message: string): void {
  faults += 1
  console.log(`${path}:${line}: ${message}`)
}
