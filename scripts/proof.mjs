import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { catalogue } from './proof/catalogue.mjs'
import { renderPage } from './proof/page.mjs'
import { fetchTestPrograms } from './test-programs.mjs'

// `npm run proof` holds Skein to its promises at full size, one row of the catalogue after the other. What each row did
// goes into docs/proof/<version>.json at once, so the next call goes on where this one stopped: rows that were run at this
// commit are not run again. From that file docs/proof.md is written.

const usage = `npm run proof                 runs every row that was not run at this commit yet
npm run proof -- --list       says which rows there are, and which were run
npm run proof -- --only NAME  runs one row, also again; may be given several times
npm run proof -- --minutes N  begins no row after so many minutes
npm run proof -- --sample     runs each row in the size that it has in npm test, to say how much a test run covers
npm run proof -- --render     only writes docs/proof.md anew`

const ROW_TIMEOUT_MS = 60 * 60_000
const FAILURE_LENGTH = 300
const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const resultFile = join(root, 'docs/proof', `${version}.json`)
const say = (line) => console.log(`proof: ${line}`)

const flags = readFlags()
if (flags.help) console.log(usage)
else if (flags.list) list()
else if (flags.render) writePage()
else if (flags.sample) await sample()
else await prove()

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean' },
        list: { type: 'boolean' },
        render: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        minutes: { type: 'string' },
        sample: { type: 'boolean' },
      },
    })
    const unknown = values.only?.find((name) => !catalogue.some((row) => row.name === name))
    if (unknown !== undefined) throw new Error(`there is no row “${unknown}”; --list names them`)
    if (values.minutes !== undefined && !(Number(values.minutes) > 0)) throw new Error('--minutes needs a number')
    return values
  } catch ({ message }) {
    console.error(`${message}\n\n${usage}`)
    process.exit(2)
  }
}

async function prepare() {
  await Promise.all([ensureInstalled(root, say, { isForTests: true }), ...(await fetchTestPrograms(root))])
  await ensureBuilt(root, say)
}

async function prove() {
  await prepare()
  const code = codeVersion()
  const endsAt = Date.now() + Number(flags.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  let failed = 0
  for (const row of catalogue.filter(({ name }) => flags.only?.includes(name) ?? true)) {
    for (let part = 0; part < row.parts; part++) {
      if (flags.only === undefined && isDone(row, part, code)) continue
      if (Date.now() > endsAt) return say('the time is up; the same command goes on from here')
      say(`${row.name}${row.parts > 1 ? `, part ${part + 1} of ${row.parts}` : ''}: ${row.did}`)
      const result = { commit: code, ...(await runPart(row, part)) }
      if (result.outcome !== 'held') failed++
      say(
        `${row.name}: ${result.outcome}, ${result.passed} passed, ${result.failed} failed, ${result.skipped} left out (${result.seconds} s)`,
      )
      keep(row.name, part, result)
      writePage()
    }
  }
  process.exitCode = failed === 0 ? 0 : 1
}

/** How much of each row a run of npm test covers. */
async function sample() {
  await prepare()
  const code = codeVersion()
  const shares = sharesOfRuns()
  for (const row of catalogue.filter(({ name }) => flags.only?.includes(name) ?? true)) {
    if (flags.only === undefined && readResults().samples?.[row.name]?.commit === code) continue
    const { seconds, passed, failed, figures, files } = await runPart(row, 0, { isLong: false })
    const share = files.reduce((sum, { file, tests }) => sum + tests * (shares.get(file) ?? 0), 0) / (passed + failed)
    say(`${row.name}: ${passed} tests in ${seconds} s, of which a run takes ${Math.round(100 * share)} %`)
    const results = readResults()
    results.samples = { ...results.samples, [row.name]: { commit: code, seconds, passed, failed, share, figures } }
    write(results)
    writePage()
  }
}

/** In how many runs of npm test each file is: in all, or in every third (vitest.config.ts). */
function sharesOfRuns() {
  const shares = new Map()
  for (const third of ['0', '1', '2']) {
    const { stdout } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'],
      { cwd: root, encoding: 'utf8', env: { ...process.env, SKEIN_THIRD: third }, maxBuffer: 2 ** 26 },
    )
    for (const { file } of JSON.parse(stdout)) shares.set(file, (shares.get(file) ?? 0) + 1 / 3)
  }
  return shares
}

/** Runs the files of a row, at full size or in that of npm test. */
async function runPart(row, part, { isLong } = { isLong: true }) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-proof-'))
  const [report, figures, log] = ['report.json', 'figures.jsonl', 'log'].map((name) => join(folder, name))
  const seed = Math.floor(Math.random() * 2 ** 31)
  const began = Date.now()
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...row.files,
    ],
    {
      cwd: root,
      stdio: ['ignore', openSync(log, 'w'), openSync(log, 'a')],
      env: {
        ...process.env,
        SKEIN_SEED: String(seed),
        ...(isLong && { SKEIN_LONG: '1', SKEIN_PART: `${part + 1}/${row.parts}` }),
        SKEIN_FIGURES: figures,
      },
    },
  )
  const timer = setTimeout(() => child.kill(), ROW_TIMEOUT_MS)
  await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  const reported = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  const counted = reported && countTests(reported)
  const isLate = Date.now() - began >= ROW_TIMEOUT_MS
  const result = {
    date: new Date(began).toISOString().slice(0, 10),
    seconds: Math.round((Date.now() - began) / 1000),
    seed,
    machine: machine(),
    outcome: outcomeOf(counted),
    ...(counted ?? {
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [isLate ? 'it took longer than an hour' : 'the tests did not end'],
    }),
    figures: existsSync(figures) ? readLines(figures) : [],
  }
  if (result.outcome === 'failed') say(`what was printed is in ${log}`)
  else rmSync(folder, { recursive: true })
  if (isLong) return result
  const ran = ({ status }) => status === 'passed' || status === 'failed'
  const files = (reported?.testResults ?? []).map(({ name, assertionResults }) => ({
    file: name,
    tests: assertionResults.filter(ran).length,
  }))
  return { ...result, files }
}

function outcomeOf(counted) {
  if (!counted || counted.failed > 0) return 'failed'
  return counted.passed > 0 ? 'held' : 'left out'
}

function countTests({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const brokenFiles = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failures = tests
    .filter(({ status }) => status === 'failed')
    .map((test) => `${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
    failures: [...failures, ...brokenFiles.map((file) => firstLine(file.message))],
  }
}

/** Without the paths of this machine. */
function firstLine(text = '') {
  return text.replaceAll(root, '').replaceAll(tmpdir(), '').split('\n')[0].slice(0, FAILURE_LENGTH)
}

function readLines(file) {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** The last commit that changed anything but the results; marked if there are changes that are not committed. */
function codeVersion() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
  const code = ['--', '.', ':(exclude)docs/proof', ':(exclude)docs/proof.md']
  const commit = git('log', '-1', '--format=%h', '--abbrev=12', ...code)
  return git('status', '--porcelain', ...code) === '' ? commit : `${commit}, changed`
}

function machine() {
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${memoryGb} GB, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}`
}

function readResults() {
  return existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : { version, rows: {} }
}

function keep(name, part, result) {
  const results = readResults()
  const parts = results.rows[name] ?? []
  // Parts of another commit say nothing about this one.
  const current = parts.map((known) => (known?.commit === result.commit ? known : null))
  current[part] = result
  results.rows[name] = Array.from(current, (known) => known ?? null)
  write(results)
}

function write(results) {
  mkdirSync(join(root, 'docs/proof'), { recursive: true })
  writeFileSync(resultFile, `${JSON.stringify(results, undefined, 2)}\n`)
}

function isDone(row, part, code) {
  return readResults().rows[row.name]?.[part]?.commit === code
}

function list() {
  const { rows } = readResults()
  const code = codeVersion()
  for (const { name, did, parts } of catalogue) {
    const run = (rows[name] ?? []).filter((result) => result !== null)
    const current = run.filter(({ commit }) => commit === code).length
    const state = current === parts ? 'run' : run.length > 0 ? `run at ${run[0].commit}` : 'not run'
    console.log(`${name.padEnd(15)} ${(parts > 1 ? `${current} of ${parts} parts` : state).padEnd(24)} ${did}`)
  }
}

function writePage() {
  mkdirSync(join(root, 'docs/proof'), { recursive: true })
  for (const [file, text] of Object.entries(renderPage(catalogue, readResults(), readSoak())))
    writeFileSync(join(root, 'docs', file), text)
}

function readSoak() {
  const file = join(root, 'docs/proof/soak.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
