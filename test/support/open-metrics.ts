/** One line of OpenMetrics text that carries a value. */
export interface MetricSample {
  name: string
  labels: Record<string, string>
  value: number
}

const types = ['counter', 'gauge', 'histogram']
const suffixes: Record<string, string[]> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

/** Reads the text as strictly as the format is written: throws at whatever is not OpenMetrics. */
export function parseOpenMetrics(text: string): MetricSample[] {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.pop() !== '# EOF') throw new Error('does not end with # EOF')
  const families = new Map<string, { type?: string; samples: MetricSample[] }>()
  let current = ''
  for (const line of lines) {
    const meta = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line)
    if (meta) {
      const [, keyword, name = '', rest = ''] = meta
      if (name !== current && families.has(name)) throw new Error(`${name} stands in two places`)
      const family = families.get(name) ?? { samples: [] }
      families.set(name, family)
      current = name
      if (family.samples.length > 0) throw new Error(`${name}: ${keyword} after its values`)
      if (keyword === 'TYPE' && !types.includes(rest)) throw new Error(`${name}: no such type: ${rest}`)
      if (keyword === 'TYPE') family.type = rest
      if (keyword === 'HELP' && /(?<!\\)"/.test(rest)) throw new Error(`${name}: a quote in its help`)
      continue
    }
    const family = families.get(current)
    const sample = parseSample(line)
    const isOwn = suffixes[family?.type ?? '']?.some((suffix) => sample.name === current + suffix)
    if (!family || !isOwn) throw new Error(`not a value of ${current}: ${line}`)
    family.samples.push(sample)
  }
  const samples = [...families.values()].flatMap((family) => family.samples)
  const seen = samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels)]))
  if (new Set(seen).size < seen.length) throw new Error('a value is given twice')
  return samples
}

function parseSample(line: string): MetricSample {
  const [, name = '', inside, number = ''] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (name === '' || number === '' || Number.isNaN(value)) throw new Error(`not a line of OpenMetrics: ${line}`)
  const labels: Record<string, string> = {}
  let rest = inside ?? ''
  while (rest !== '') {
    const [whole = '', key = '', text = ''] = /^([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)/.exec(rest) ?? []
    if (whole === '') throw new Error(`wrong labels: ${line}`)
    labels[key] = text
    rest = rest.slice(whole.length)
  }
  return { name, labels, value }
}
