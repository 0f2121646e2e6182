import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const sourceRoot = fileURLToPath(new URL('../..', import.meta.url))

/** A piece of a source file and what it is replaced by. */
export interface Replacement {
  file: string
  from: string
  to: string
}

export interface TestOutcome {
  file: string
  name: string
  outcome: 'passed' | 'failed' | 'left out'
  /** The first line of what it failed with. */
  failure: string
}

export interface TestRun {
  tests: TestOutcome[]
  /** What was printed, and why a file could not even be loaded. */
  output: string
}

/** The working tree in a folder of its own, whose sources a test may break. It shares the installed packages. */
export function createSabotagedCopy() {
  const dir = mkdtempSync(join(tmpdir(), 'skein-sabotage-'))
  const own = ['node_modules', '.git', '.cache', 'dist', 'dist-next', 'dist-before'].map((name) =>
    join(sourceRoot, name),
  )
  cpSync(sourceRoot, dir, { recursive: true, filter: (path) => !own.includes(path.replace(/\/$/, '')) })
  // Each package by itself, so that what Vitest and Vite keep in this folder stays in the copy.
  mkdirSync(join(dir, 'node_modules'))
  for (const name of readdirSync(join(sourceRoot, 'node_modules')))
    if (!/^\.(vite|vitest|experimental)/.test(name))
      symlinkSync(join(sourceRoot, 'node_modules', name), join(dir, 'node_modules', name))
  return {
    dir,
    /** Replaces these pieces while `during` runs. */
    async without<T>(replacements: Replacement[], during: () => Promise<T>): Promise<T> {
      const sound = new Map(replacements.map(({ file }) => [file, readFileSync(join(dir, file), 'utf8')]))
      try {
        for (const each of replacements) {
          const path = join(dir, each.file)
          writeFileSync(path, replaceOnce(readFileSync(path, 'utf8'), each))
        }
        return await during()
      } finally {
        for (const [file, text] of sound) writeFileSync(join(dir, file), text)
      }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** Throws unless the piece is there exactly once: a sabotage that changes nothing would prove nothing. */
export function replaceOnce(text: string, { file, from, to }: Replacement): string {
  const found = text.split(from).length - 1
  if (found !== 1) throw new Error(`${file} holds this ${found} times instead of once: ${from}`)
  if (from === to) throw new Error(`${file} would not change: ${from}`)
  return text.replace(from, () => to)
}

/**
 * Runs test files in a folder with its own Vitest. `build` is the program that they find built: that of the sound sources,
 * because the tests that are run here load the sources.
 */
export async function runTests(
  dir: string,
  files: string[],
  options: { names?: string[] | undefined; build: string; bail?: boolean; signal: AbortSignal },
): Promise<TestRun> {
  const report = join(mkdtempSync(join(tmpdir(), 'skein-report-')), 'report.json')
  const pattern = options.names?.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const args = ['run', '--reporter=json', `--outputFile.json=${report}`]
  if (options.bail) args.push('--bail=1')
  if (pattern !== undefined) args.push('-t', pattern)
  const program = join(dir, 'node_modules/vitest/vitest.mjs')
  const env = { ...innerEnv(), SKEIN_TEST_BUILD: options.build }
  const { output } = await runNode(dir, [program, ...args, ...files], env, options.signal)
  try {
    if (!existsSync(report)) return { tests: [], output }
    return readReport(dir, JSON.parse(readFileSync(report, 'utf8')) as Report, output)
  } finally {
    rmSync(join(report, '..'), { recursive: true })
  }
}

/** Nothing of the run around it: it is neither one of its workers, nor as large, nor counted. */
function innerEnv(): NodeJS.ProcessEnv {
  const outer = /^(VITEST|SKEIN_(LONG|QUICK|THIRD|PART|SEED|FIGURES|TIMES))/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)))
}

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

function readReport(dir: string, { testResults }: Report, output: string): TestRun {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages: [failure = ''] }) => ({
      file: relative(dir, name),
      name: fullName,
      outcome:
        status === 'passed' ? ('passed' as const) : status === 'failed' ? ('failed' as const) : ('left out' as const),
      failure: failure.split('\n')[0] ?? '',
    })),
  )
  return { tests, output: [...testResults.map(({ message }) => message), output].filter(Boolean).join('\n') }
}

/** What the compiler says about the sources in a folder; empty if they compile. */
export async function typeErrors(dir: string, signal: AbortSignal): Promise<string> {
  const tsc = join(sourceRoot, 'node_modules/typescript-7/bin/tsc')
  const { code, output } = await runNode(dir, [tsc, '-p', 'tsconfig.build.json', '--noEmit'], process.env, signal)
  return code === 0 ? '' : `${code}\n${output}`
}

async function runNode(
  cwd: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env, signal })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.on('error', () => {})
  const [code, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output: printed.join('') }
}
