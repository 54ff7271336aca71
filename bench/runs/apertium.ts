import { readConfig } from '../../src/config.ts'
import { openEngines } from '../../src/engines/open-engines.ts'
import { sourceFile } from '../l10n/source.ts'
import { measureRun } from './measure-run.ts'

/** Prints how fast a run with Apertium translates, if it is installed. */
export async function measureApertium(quick: boolean): Promise<void> {
  const { engines: sources } = readConfig(process.env)
  const engines = await openEngines(sources, { now: () => new Date() })
  try {
    const engine = engines.find('apertium')
    if (engine === undefined || engine.findUnsupported('en', 'es') !== undefined) {
      console.log('\nApertium: not installed (Debian: apt-get install apertium apertium-eng-spa)')
      return
    }
    const strings = quick ? 200 : 4_000
    const files = [{ path: 'locales/en.json', content: sourceFile(strings) }]
    const { run, worked } = await measureRun({
      engine,
      locale: 'es',
      files,
      batchSize: 50,
      concurrency: 4,
      isReviewed: true,
    })
    const { words } = run.estimate
    console.log(
      `\nApertium en → es: ${strings} strings, ${words} words in ${worked.toFixed(0)} ms: ${((1000 * words) / worked).toFixed(0)} words a second through a run`,
    )
  } finally {
    await engines.close()
  }
}
