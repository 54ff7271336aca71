import type { RunView } from '../../src/tools/runs/view.ts'
import { startRuns } from '../../src/tools/runs/worker/start-runs.ts'
import { openTestApp, PROJECT } from '../l10n/test-app.ts'
import { simulateModel, structuredStrings } from './simulated-model.ts'

/** The shares of broken strings in a published study of 3,000 interface strings, for three models. */
const RATES = [0.057, 0.087, 0.301]

/** What a way of translating delivered. */
export interface Delivery {
  readonly strings: number
  readonly rate: number
  readonly repairRate: number
  /** Broken at the first attempt: what direct translation delivers. */
  readonly direct: number
  /** Broken although placeholders and tags were masked. */
  readonly masked: number
  /** Broken texts in the file that is pulled after a run. */
  readonly delivered: number
  /** Strings that the run left unresolved after two repairs. */
  readonly unresolved: number
  /** Requests and tokens of the run, against one attempt for each string. */
  readonly requests: number
  readonly extraTokens: number
}

/** Translates strings in a run over a model that breaks some of them, and looks at what a pull delivers. */
async function measureRepair(strings: number, rate: number, repairRate: number): Promise<Delivery> {
  const model = simulateModel({ seed: 7, rate, repairRate })
  const app = await openTestApp([model], ['es'])
  const job = startRuns(app.services)
  try {
    const content = JSON.stringify(structuredStrings(strings, 3))
    await app.call('push_source', { project: PROJECT, files: [{ path: 'locales/en.json', content }] })
    const { run } = await app.call<{ run: RunView }>('start_run', { project: PROJECT, engines: [model.id] })
    const ended = await waitForEnd(run.id, app)
    const { files } = await app.pull<{ files: readonly { readonly content: string }[] }>({
      project: PROJECT,
      locale: 'es',
    })
    const pulled = Object.values(JSON.parse(files[0]?.content ?? '') as Record<string, string>)
    if (pulled.length !== (ended.counts['translated'] ?? 0)) throw new Error('the pull lacks translations')
    const first = [...model.broken.values()]
    const single = ended.estimate.input_tokens ?? 0
    return {
      strings,
      rate,
      repairRate,
      direct: first.length,
      masked: first.filter(({ isMaskable }) => !isMaskable).length,
      delivered: pulled.filter(text => model.brokenTexts.has(text)).length,
      unresolved: ended.counts['unresolved'] ?? 0,
      requests: model.requests(),
      extraTokens: model.tokens() / (single + Math.ceil(single / 2)) - 1,
    }
  } finally {
    await job.stop()
    await app.close()
  }
}

async function waitForEnd(id: string, { call }: Awaited<ReturnType<typeof openTestApp>>): Promise<RunView> {
  for (;;) {
    const { runs } = await call<{ runs: readonly RunView[] }>('get_runs', { project: PROJECT, run: id, wait: 30 })
    const [run] = runs
    if (run === undefined) throw new Error('the run is gone')
    if (run.state !== 'pending' && run.state !== 'running') return run
  }
}

/** Prints what direct translation, masking, and block and repair deliver. */
export async function printRepair(quick: boolean): Promise<void> {
  const strings = quick ? 300 : 3_000
  console.log(
    `\n${strings} strings over a simulated model that breaks structures: broken texts delivered (goal 0), unresolved after two repairs (goal ≤ 0.5 %)`,
  )
  console.log(
    line('broken at first / at a repair', 'direct', 'masked', 'with repair', 'unresolved', 'requests', 'more tokens'),
  )
  for (const rate of RATES) {
    for (const repairRate of [rate / 3, rate]) {
      const found = await measureRepair(strings, rate, repairRate)
      const share = (count: number): string => `${count} (${((100 * count) / strings).toFixed(1)} %)`
      console.log(
        line(
          `${(100 * rate).toFixed(1)} % / ${(100 * repairRate).toFixed(1)} %`,
          share(found.direct),
          share(found.masked),
          share(found.delivered),
          share(found.unresolved),
          String(found.requests),
          `${(100 * found.extraTokens).toFixed(1)} %`,
        ),
      )
    }
  }
}

function line(label: string, ...cells: readonly string[]): string {
  return label.padEnd(34) + cells.map(cell => cell.padStart(16)).join('')
}
