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
export function renderPage(catalogue, { version, rows }, soak) {
  const shown = catalogue.map((row) =>
    summarise(
      row,
      (rows[row.name] ?? []).filter((part) => part !== null),
    ),
  )
  const kills = shown.filter(({ tries, lost }) => tries > 0 && lost !== undefined)
  const curves = soak === undefined ? {} : curvesOf(soak)
  return {
    'proof.md': page(version, shown, Object.keys(curves)),
    ...(kills.length > 0 && {
      'proof/losses.svg': plotBars(
        'Tries, and what was lost or doubled',
        kills.map(({ name, tries, lost, doubled }) => ({ name, total: tries, marked: lost + (doubled ?? 0) })),
      ),
    }),
    ...curves,
  }
}

function summarise(row, parts) {
  const reports = parts.flatMap(({ figures }) => figures.map((report) => report.figures))
  const sum = (...keys) => {
    const values = reports.flatMap((figures) =>
      keys.flatMap((key) => (typeof figures[key] === 'number' ? [figures[key]] : [])),
    )
    return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0)
  }
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
    lost: sum('lost'),
    doubled: sum('doubled', 'effects twice'),
    stuck: sum('stuck'),
    noticed: sum('noticed'),
    worst: longest(reports),
  }
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

function page(version, rows, curves) {
  const run = rows.filter(({ run }) => run > 0)
  const failures = run.filter(({ outcome }) => outcome === 'FAILED')
  return `# Proof

What happened when the promises of [promises.md](promises.md) were tried at full size. \`npm run proof\` runs everything and writes this page; after a stop, the next call goes on from there. \`npm test\` runs the same tests in a small size.

Version ${version}. ${run.length} of ${rows.length} rows were run, ${failures.length} of them failed. “Lost” counts messages that were acknowledged; “doubled” counts messages, answers and effects that were there twice without a mark. Empty cells were not counted by that row; its tests judge it by other means.

| row | what was done | how often | lost | doubled | stuck | worst time | tests | result | minutes | commit |
|---|---|---|---|---|---|---|---|---|---|---|
${rows.map(tableRow).join('\n')}

Run one of them again with \`npm run proof -- --only NAME\`.

${rows.some(({ tries }) => tries > 0) ? '![Tries, and what was lost or doubled](proof/losses.svg)\n' : ''}${curves.map((file) => `\n![${file.replace(/^proof\/|\.svg$/g, '')} over a long run](${file})\n`).join('')}
## Where it was run

${[...new Set(run.flatMap(({ machines }) => machines))].map((machine) => `- ${machine}`).join('\n') || 'Nowhere yet.'}

## What failed

${failures.length === 0 ? 'Nothing.' : failures.map(({ name, failures: list }) => `- **${name}**: ${list.join('; ')}`).join('\n')}
`
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
    row.outcome,
    row.run === 0 ? '' : Math.ceil(row.seconds / 60),
    row.commits.join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

/** One picture for each thing that a long run measured. */
function curvesOf({ samples }) {
  const drawn = {
    rssMb: 'memory in MB',
    heapMb: 'heap in MB',
    descriptors: 'descriptors',
    storeMb: 'store in MB',
    costPerMessageMs: 'milliseconds per message',
  }
  return Object.fromEntries(
    Object.entries(drawn)
      .filter(([key]) => samples.some((sample) => typeof sample[key] === 'number'))
      .map(([key, title]) => [
        `proof/${title.split(' ')[0]}.svg`,
        plotCurve(
          title,
          samples.map((sample) => ({ x: sample.messages, y: sample[key] ?? 0 })),
        ),
      ]),
  )
}
