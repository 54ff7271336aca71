/** The samples of a text in the format of Prometheus: `name{labels}` → value. */
export type Samples = ReadonlyMap<string, number>

/** Reads the metrics of a server. */
export async function readMetrics(url: string, token?: string): Promise<{ text: string; samples: Samples }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/metrics`, { headers })
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`)
  const text = await response.text()
  return { text, samples: parseSamples(text) }
}

/** The names of all metrics, as `# TYPE` lists them. */
export const metricNames = (text: string): readonly string[] =>
  [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)

function parseSamples(text: string): Samples {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map(line => {
      const space = line.lastIndexOf(' ')
      return [line.slice(0, space), Number(line.slice(space + 1))] as const
    }),
  )
}
