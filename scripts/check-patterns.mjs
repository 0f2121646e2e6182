import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'

// Every pattern in src is asked of recheck: could a text make it take more than linear time? One that could freezes the
// daemon, with everybody's messages in it. Literals are read from the sources. Patterns that are put together while running
// are recorded as they are made, and every place that makes one must have been seen.
//
// An answer takes a tenth of a second or more and stays true, so checked-patterns.txt lists the patterns that recheck found
// linear, by hash. Only new patterns are asked, and they must join the list: then a fresh clone asks nothing, and no busy
// machine changes an answer. `npx tsx scripts/check-patterns.mjs --write` updates the list.

/** Patterns that are not linear, or too long to be checked, and stay: each behind a limit on what it reads. Ten at most. */
const exceptions = [
  {
    file: 'src/gateway/choosing/answer-kinds.ts',
    begins: '/^(?:no|nope|nah|',
    reason: '"please don\'t" can be read as one refusal or as two words; plainAnswer reads 60 characters at most',
  },
  {
    file: 'src/gateway/choosing/small-talk.ts',
    begins: '/(?<![\\p{L}\\p{N}])(?:how are (?:you|things|u)',
    reason: 'hundreds of phrases, too many to be checked in time; isSmallTalk reads 120 characters at most',
  },
]
const MOST_EXCEPTIONS = 10
/** Fewer were not all of them: then something is wrong with how they are looked for. */
const FEWEST_PATTERNS = 800
const LONGEST_CHECK_MS = 20_000
const AT_ONCE = 2
const REAL_ATTACK_MS = 500

const root = fileURLToPath(new URL('..', import.meta.url))
const listFile = join(root, 'scripts/checked-patterns.txt')
const { version } = createRequire(import.meta.url)('recheck/package.json')
const tool = `recheck ${version}`

const { literals, sites } = readSources()
const { built, unseen } = await recordBuilt(sites)
const patterns = new Map([...built, ...literals])
const known = new Set(readList())
const problems = unseen.map((site) => `${site}: no example in test/support/pattern-examples.ts builds this pattern`)
if (patterns.size < FEWEST_PATTERNS) problems.push(`only ${patterns.size} patterns were found in src`)
if (exceptions.length > MOST_EXCEPTIONS) problems.push(`there are more than ${MOST_EXCEPTIONS} exceptions`)
for (const { file, begins } of exceptions.filter((one) => ![...patterns].some((pattern) => isCovered(one, pattern))))
  problems.push(`no exception is needed for ${begins} in ${file}`)

const fresh = [...patterns]
  .filter((pattern) => !exceptions.some((one) => isCovered(one, pattern)))
  .filter(([pattern]) => !known.has(hashOf(pattern)))
const linear = await checkAll(fresh)
const all = [...patterns.keys()].map(hashOf).filter((hash) => known.has(hash) || linear.has(hash))
if (process.argv.includes('--write')) writeList(all)
else if (linear.size > 0)
  problems.push(`${linear.size} new patterns are linear; list them: npx tsx scripts/check-patterns.mjs --write`)
for (const problem of problems) console.log(problem)
console.log(`${patterns.size} patterns, ${fresh.length} of them new, ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)

function isCovered({ file, begins }, [pattern, place]) {
  return place.startsWith(`${file}:`) && pattern.startsWith(begins)
}

/** The literals with the place they stand at, and the places that make a pattern while running. */
function readSources() {
  const literals = new Map()
  const sites = []
  for (const name of readdirSync(join(root, 'src'), { recursive: true })) {
    if (!/\.tsx?$/.test(name)) continue
    const file = join(root, 'src', name)
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
    const placeOf = (node) =>
      `${relative(root, file)}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) literals.set(node.text, placeOf(node))
      const isMade = ts.isNewExpression(node) || ts.isCallExpression(node)
      if (isMade && node.expression.getText(source) === 'RegExp') sites.push({ file, place: placeOf(node) })
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { literals, sites }
}

/** Loads the modules that make patterns, runs the examples, and keeps what they make with the place that made it. */
async function recordBuilt(sites) {
  const built = new Map()
  const seen = new Set()
  const record = (pattern) => {
    const caller = callerOf(new Error().stack ?? '')
    // Libraries have folders of this name, too; what they read is bounded where we call them.
    const frame = caller.includes('node_modules') ? null : /\/(src\/[^:)]+\.tsx?):(\d+)/.exec(caller)
    if (!frame) return
    built.set(String(pattern), `${frame[1]}:${frame[2]}`)
    seen.add(`${frame[1]}:${frame[2]}`)
  }
  const { RegExp: Original } = globalThis
  const recording = (make) => {
    const pattern = make()
    record(pattern)
    return pattern
  }
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, args) => recording(() => Reflect.construct(target, args)),
    apply: (target, self, args) => recording(() => Reflect.apply(target, self, args)),
  })
  for (const file of new Set(sites.map((site) => site.file))) await import(pathToFileURL(file).href)
  const { runPatternExamples } = await import('../test/support/pattern-examples.ts')
  runPatternExamples()
  globalThis.RegExp = Original
  return { built, unseen: sites.map(({ place }) => place).filter((place) => !seen.has(place)) }
}

/** The line of a stack that called `RegExp`: the first that is not in this file. */
function callerOf(stack) {
  return stack.split('\n').find((line) => line.startsWith('    at ') && !line.includes('check-patterns')) ?? ''
}

/** Asks recheck; the hashes of what it found linear. */
async function checkAll(fresh) {
  const linear = new Set()
  if (fresh.length === 0) return linear
  const { check } = await import('recheck')
  const waiting = [...fresh]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [pattern, place] = next
      const end = pattern.lastIndexOf('/')
      const found = await ask(check, pattern.slice(1, end), pattern.slice(end + 1))
      if (found.status === 'safe' || isRefuted(pattern, found)) linear.add(hashOf(pattern))
      else problems.push(`${place}: ${pattern} ${reasonOf(found)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return linear
}

/** On a busy machine an answer may take longer than usual. */
async function ask(check, source, flags) {
  const found = await check(source, flags, { timeout: LONGEST_CHECK_MS })
  return found.status === 'unknown' ? await check(source, flags, { timeout: 6 * LONGEST_CHECK_MS }) : found
}

/**
 * What recheck tries out it tries on an engine of its own, which takes longer over look-arounds than the one we run on. Only
 * a text that really takes long here counts; the ones it makes take seconds where they take more than linear time.
 */
function isRefuted(pattern, { checker, attack }) {
  if (checker !== 'fuzz' || !attack) return false
  try {
    runInNewContext(`${pattern}.test(text)`, { text: attack.string }, { timeout: REAL_ATTACK_MS })
    return true
  } catch {
    return false
  }
}

function reasonOf({ status, complexity, attack, error }) {
  if (status !== 'vulnerable') return `could not be checked (${error?.kind ?? status})`
  return `takes ${complexity?.summary ?? complexity?.type} time, for example on ${attack?.pattern}`
}

function hashOf(pattern) {
  return createHash('sha256').update(pattern).digest('hex').slice(0, 16)
}

/** What another version of the tool found says nothing. */
function readList() {
  const [head, ...hashes] = existsSync(listFile) ? readFileSync(listFile, 'utf8').split('\n') : []
  return head === tool ? hashes.filter(Boolean) : []
}

function writeList(hashes) {
  writeFileSync(listFile, `${[tool, ...new Set(hashes.toSorted())].join('\n')}\n`)
}
