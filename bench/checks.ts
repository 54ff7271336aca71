import { measureDefects } from './checks/measure-defects.ts'
import { measurePublished } from './checks/measure-published.ts'
import { CORPUS, hasCorpus, readCorpus } from './checks/read-corpus.ts'
import { appendFileSync, writeFileSync } from 'node:fs'

const quick = process.argv.includes('--quick')
const SEED = 15
const MOST = quick ? 3 : Number(process.env['MOST'] ?? 300)
if (!hasCorpus()) { console.log(`no corpus ${CORPUS}`); process.exit(0) }
let t = performance.now()
const lap = (s: string) => { console.log(s, ((performance.now() - t) / 1000).toFixed(1)); t = performance.now() }
const all = readCorpus()
lap('read')
const pairs = quick ? all.filter((_, i) => i % 50 === 0) : all
writeFileSync('/tmp/alarms.txt', ''); writeFileSync('/tmp/missed.txt', '')
let buf: string[] = []
const p = measurePublished(pairs, (pair, f) => buf.push(`${f.id} ${f.level} ${pair.format} ${pair.locale} | ${JSON.stringify(pair.source)} | ${JSON.stringify(pair.target)} | ${f.message} @${f.at}`))
appendFileSync('/tmp/alarms.txt', buf.join('\n'))
lap('published')
const times = p.times.toSorted((a, b) => a - b)
console.log(p.pairs, p.formats, 'refused', p.refused, (p.refused / p.pairs * 1000).toFixed(2), '‰ good', p.good.length, 'median', times[times.length >> 1], 'p99', times[Math.floor(times.length * .99)])
for (const [id, c] of Object.entries(p.checks)) console.log(id.padEnd(25), ...(['error', 'warning', 'info'] as const).map(l => `${(c[l] / p.pairs * 100).toFixed(3)}%`.padStart(10)))
buf = []
for (const d of measureDefects(p.good, MOST, SEED, a => { if (a.findings.length === 0) buf.push(`${a.defect} | ${a.bad.format} ${a.bad.locale} | ${JSON.stringify(a.bad.source)} | ${JSON.stringify(a.bad.target)} | good ${JSON.stringify(a.good.target)}`) }))
  console.log(d.id.padEnd(34), String(d.tried).padStart(7), `${(d.found / d.tried * 100).toFixed(1)}%`.padStart(8), JSON.stringify(d.levels), Object.entries(d.checks).toSorted((a, b) => b[1] - a[1]).slice(0, 4).map(([k, n]) => `${k} ${(n / d.tried * 100).toFixed(0)}%`).join(', '))
appendFileSync('/tmp/missed.txt', buf.join('\n'))
lap('defects')
