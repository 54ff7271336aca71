import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { groupBy } from './checks/group-by.ts'
import { type Attempt, measureDefects } from './checks/measure-defects.ts'
import { measurePublished } from './checks/measure-published.ts'
import { measureTime } from './checks/measure-time.ts'
import { countRefused, hasMsgfmt } from './checks/msgfmt.ts'
import type { Pair } from './checks/pair.ts'
import { printChecks, printDefects } from './checks/print.ts'
import { RATES, type Rates } from './checks/rates.ts'
import { CORPUS, hasCorpus, readCorpus } from './checks/read-corpus.ts'

/**
 * What the checks find in published translations, and of defects that are put into them. `--quick` takes few pairs and proves that everything runs.
 * `--alarms <check>` prints findings of a check in published pairs, `--missed <defect>` prints defects without a finding, and `--unreviewed` prints refused
 * pairs that bench/checks/refused.json does not have. `--record` writes bench/checks/rates.json.
 */
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
const quick = process.argv.includes('--quick')
const SEED = 15
/** Each 40th pair. */
const QUICK_STEP = 40
const MAX_DEFECTS = quick ? 3 : 300
const MAX_PRINTED = 40

if (hasCorpus()) run()
else console.log(`skipped: there is no corpus at ${CORPUS}. Set DRAGOMAN_CORPUS to its folder.`)

function run(): void {
  const all = readCorpus()
  const pairs = quick ? all.filter((_, at) => at % QUICK_STEP === 0) : all
  const alarms = option('--alarms')
  const missed = option('--missed')
  const samples: string[] = []
  const published = measurePublished(pairs, (pair, { id, level, message }) => {
    if (id === alarms) samples.push(`${level} ${describePair(pair)}\n  ${message}`)
  })
  const { formats, refused } = published
  console.log(
    `${pairs.length} pairs: ${Object.entries(formats)
      .map(([format, count]) => `${format} ${count}`)
      .join(', ')}`,
  )

  const verdicts: Readonly<Record<string, string>> = JSON.parse(readFileSync('bench/checks/refused.json', 'utf8'))
  const wrong = refused.filter(pair => verdicts[toName(pair)] === 'wrong').length
  const unreviewed = refused.filter(pair => verdicts[toName(pair)] === undefined)
  const perMille = ((wrong / pairs.length) * 1000).toFixed(2)
  console.log(
    `refused: ${refused.length} pairs, ${wrong} of them wrongly (${perMille} ‰, target ≤ 0.3 ‰), ${unreviewed.length} not reviewed`,
  )
  if (process.argv.includes('--unreviewed'))
    for (const pair of unreviewed) console.log(`${toName(pair)} ${pair.key}\n  ${describePair(pair)}`)

  const times = measureTime(pairs, quick ? 1 : 3)
  console.log(
    `all checks of a text: ${times.median.toFixed(1)} µs at the median (target ≤ 60), ${times.p99.toFixed(0)} µs at the 99th percentile`,
  )
  printChecks(published, times)

  const po: Attempt[] = []
  const detections = measureDefects(published.good, MAX_DEFECTS, SEED, attempt => {
    if (attempt.bad.format === 'po') po.push(attempt)
    if (attempt.defect === missed && attempt.findings.length === 0) samples.push(describePair(attempt.bad))
  })
  printDefects(detections, measureMsgfmt(po))
  if (hasMsgfmt()) {
    const ofPo = pairs.filter(({ format }) => format === 'po')
    console.log(`\nmsgfmt --check-format refuses ${countRefused(ofPo)} of ${ofPo.length} published PO pairs`)
  } else console.log('\nmsgfmt is not installed: no comparison')
  for (const sample of samples.slice(0, MAX_PRINTED)) console.log(sample)

  if (!process.argv.includes('--record')) return
  const { checks } = published
  const rates: Rates = {
    seed: SEED,
    pairs: pairs.length,
    formats,
    refused: refused.length,
    wronglyRefused: wrong,
    checks,
    defects: detections,
  }
  writeFileSync(RATES, `${JSON.stringify(rates, null, 2)}\n`)
  console.log(`wrote ${RATES}: run npm run generate`)
}

/** How many of the defects in PO pairs msgfmt refuses, and of how many, by defect. */
function measureMsgfmt(attempts: readonly Attempt[]): ReadonlyMap<string, readonly [number, number]> {
  if (!hasMsgfmt()) return new Map()
  const groups = groupBy(attempts, ({ defect }) => defect)
  return new Map([...groups].map(([id, of]) => [id, [countRefused(of.map(({ bad }) => bad)), of.length]]))
}

/** File, locale and a hash of the key: a gettext key is the published text itself. */
function toName({ file, key, locale }: Pair): string {
  return `${file} ${locale} ${createHash('sha256').update(key).digest('hex').slice(0, 12)}`
}

function describePair({ format, locale, source, target }: Pair): string {
  return `${format} ${locale} ${JSON.stringify(source)}\n  ${JSON.stringify(target)}`
}
