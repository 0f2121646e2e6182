import { plotBars, plotCurve } from './plot.mjs'

/** What was tried so often, by the names that tests report. The first that a row has counts. */
const tried = ['kills', 'cuts', 'stores', 'stops', 'sends', 'effects', 'sent', 'defences']
const worst = [
  'receiving again after (p95)',
  'at rest after',
  'slowest stop',
  'answering again after',
  'answered after',
]

/** docs/proof.md and its pictures, by their names in docs/. */
export function renderPage(catalogue, { version, rows, samples = {} }, soak) {
  const shown = catalogue.map((row) =>
    summarise(
      row,
      (rows[row.name] ?? []).filter((part) => part !== null),
      samples[row.name],
    ),
  )
  const kills = shown.filter(({ tries, lost }) => tries > 0 && lost !== undefined)
  const curves = soak === undefined ? {} : drawLongRun(soak)
  return {
    'proof.md': page(version, shown, soak),
    ...(kills.length > 0 && {
      'proof/losses.svg': plotBars(
        'Tries, and what was lost or doubled',
        kills.map(({ name, tries, lost, doubled }) => ({ name, total: tries, marked: lost + (doubled ?? 0) })),
      ),
    }),
    ...curves,
  }
}

function summarise(row, parts, sample) {
  const reports = parts.flatMap(({ figures }) => figures.map((report) => report.figures))
  const sum = (...keys) => sumOf(reports, keys)
  const total = (key) => parts.reduce((count, part) => count + part[key], 0)
  const key = tried.find((name) => sum(name) !== undefined)
  return {
    ...row,
    run: parts.length,
    commits: [...new Set(parts.map(({ commit }) => commit))],
    machines: [...new Set(parts.map(({ machine }) => machine))],
    outcome: outcomeOf(row, parts),
    failures: parts.flatMap(({ failures }) => failures),
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    seconds: total('seconds'),
    tries: key === undefined ? 0 : sum(key),
    tried: key,
    ...(sample && {
      sample: {
        tests: sample.passed + sample.failed,
        share: sample.share,
        tries: sumOf(
          sample.figures.map(({ figures }) => figures),
          key === undefined ? [] : [key],
        ),
      },
    }),
    lost: sum('lost'),
    doubled: sum('doubled', 'effects twice'),
    stuck: sum('stuck'),
    noticed: sum('noticed'),
    worst: longest(reports),
  }
}

/** Undefined if no report has any of these. */
function sumOf(reports, keys) {
  const values = reports.flatMap((figures) =>
    keys.flatMap((key) => (typeof figures[key] === 'number' ? [figures[key]] : [])),
  )
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0)
}

function outcomeOf({ parts }, run) {
  if (run.length === 0) return 'not run'
  if (run.some(({ outcome }) => outcome === 'failed')) return 'FAILED'
  if (run.every(({ outcome }) => outcome === 'left out')) return 'left out'
  return run.length < parts ? `held in ${run.length} of ${parts} parts` : 'held'
}

/** The longest time that was reported, in its own words. */
function longest(reports) {
  const times = reports.flatMap((figures) =>
    worst.flatMap((name) =>
      name in figures ? [{ name, text: String(figures[name]), value: Number.parseFloat(figures[name]) }] : [],
    ),
  )
  const [first] = times.toSorted((a, b) => b.value - a.value)
  return first && `${first.name} ${first.text}`
}

function page(version, rows, soak) {
  const run = rows.filter(({ run }) => run > 0)
  const failures = run.filter(({ outcome }) => outcome === 'FAILED')
  return `# Proof

What happened when the promises of [promises.md](promises.md) were tried at full size. \`npm run proof\` runs everything and writes this page; after a stop, the next call goes on from there. \`npm test\` runs the same tests in a small size${describeSample(rows)}.

Version ${version}. ${run.length} of ${rows.length} rows were run, ${failures.length} of them failed. “Lost” counts messages that were acknowledged; “doubled” counts messages, answers and effects that were there twice without a mark. Empty cells were not counted by that row; its tests judge it by other means.

| row | what was done | how often | lost | doubled | stuck | worst time | tests | in \`npm test\` | result | minutes | commit |
|---|---|---|---|---|---|---|---|---|---|---|---|
${rows.map(tableRow).join('\n')}

Run one of them again with \`npm run proof -- --only NAME\`.

${rows.some(({ tries }) => tries > 0) ? '![Tries, and what was lost or doubled](proof/losses.svg)\n\n' : ''}${soak === undefined ? '' : describeLongRun(soak)}## Where it was run

${[...new Set(run.flatMap(({ machines }) => machines))].map((machine) => `- ${machine}`).join('\n') || 'Nowhere yet.'}

## What failed

${failures.length === 0 ? 'Nothing.' : failures.map(({ name, failures: list }) => `- **${name}**: ${list.join('; ')}`).join('\n')}
`
}

/** The share of a test run, over the rows of which both sizes were run. */
function describeSample(rows) {
  const known = rows.filter(({ sample, run, passed, failed }) => sample && run > 0 && passed + failed > 0)
  if (known.length === 0) return ''
  const total = (of) => known.reduce((sum, row) => sum + of(row), 0)
  const inRun = total(({ sample }) => sample.tests * sample.share)
  const all = total(({ passed, failed }) => passed + failed)
  const tries = total(({ sample }) => (sample.tries ?? 0) * sample.share)
  const share = Math.round((1000 * tries) / total((row) => row.tries)) / 10
  return `, the longest files by turns: on average ${Math.round(inRun)} tests of the ${all} below, and ${share} % of what is tried so often`
}

function sampleCell({ sample, tries }) {
  if (!sample) return ''
  const turns = sample.share > 0.99 ? '' : sample.share < 0.34 ? ', every third run' : ', some every third run'
  return `${sample.tests} tests${sample.tries === undefined ? '' : `, ${sample.tries} of ${tries} tries`}${turns}`
}

function tableRow(row) {
  const cells = [
    `\`${row.name}\``,
    row.did,
    row.tries > 0 ? `${row.tries} ${row.tried}${row.noticed === undefined ? '' : `, ${row.noticed} noticed`}` : '',
    row.lost ?? '',
    row.doubled ?? '',
    row.stuck ?? '',
    row.worst ?? '',
    row.run === 0
      ? ''
      : `${row.passed}${row.failed > 0 ? `, ${row.failed} failed` : ''}${row.skipped > 0 ? `, ${row.skipped} left out` : ''}`,
    sampleCell(row),
    row.outcome,
    row.run === 0 ? '' : Math.ceil(row.seconds / 60),
    row.commits.join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

/** What a long run measures, and the name of its picture. */
const measured = {
  rssMb: { title: 'Memory in MB', picture: 'memory' },
  heapMb: { title: 'Heap in use in MB', picture: 'heap' },
  descriptors: { title: 'Descriptors', picture: 'descriptors' },
  processes: { title: 'Processes', picture: 'processes' },
  storeMb: { title: 'Store in MB', picture: 'store' },
  walMb: { title: 'WAL in MB', picture: 'wal' },
  logMb: { title: 'Log in MB', picture: 'log' },
  costPerMessageMs: { title: 'Processor time per message in ms', picture: 'cost' },
  promptTokens: { title: 'Tokens of a prompt', picture: 'prompt' },
}

/** One picture for each thing that a long run measured. */
function drawLongRun({ samples }) {
  return Object.fromEntries(
    Object.entries(measured).map(([key, { title, picture }]) => [
      `proof/${picture}.svg`,
      plotCurve(
        title,
        samples.map((sample) => ({ x: sample.messages, y: sample[key] })),
      ),
    ]),
  )
}

/** Its figures are of the commit that it ran at, which may be an older one than that of the rows. */
function describeLongRun({
  commit,
  date,
  machine,
  messages,
  minutes,
  days,
  samples,
  slopes,
  ends,
  leftOut,
  ...counts
}) {
  const { cpu, cores, memoryGb, node } = machine
  const kinds = ['lost', 'doubled', 'stuck', 'misrouted', 'failed']
  const lines = Object.entries(measured).map(([key, { title, picture }]) => {
    const slope = slopes[key]
    const grows = slope === undefined ? '' : `${slope.perThousand.toFixed(3)} ± ${(2 * slope.error).toFixed(3)}`
    return `| [${title}](proof/${picture}.svg) | ${samples.at(-1)?.[key]} | ${grows} |`
  })
  return `## The long run

\`npm run soak\` sent ${messages} messages over the page, Telegram, Talk and mail in ${Math.round(minutes)} minutes, while ${days.toFixed(1)} days passed on the daemon's clock: ${ends.starts} starts, ${ends.kills} of them after a kill, ${ends.jobRuns} runs of jobs. ${kinds.map((kind) => `${counts[kind]} ${kind}`).join(', ')}. ${ends.repeated} answers were sent again with a mark.${leftOut.map((line) => ` Left out: ${line}.`).join('')} Commit ${commit}, ${date.slice(0, 10)}, ${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node.replace(/^v/, '')}.

| | at the end | per 1,000 messages in the second half |
|---|---|---|
${lines.join('\n')}

![Heap in use over the long run](proof/heap.svg)

`
}
