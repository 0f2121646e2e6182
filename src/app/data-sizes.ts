import { lstat, readdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { runChild } from '../lib/child.ts'
import type { Log } from '../lib/log.ts'
import { parseJson } from '../lib/text/json.ts'
import type { Clock } from '../lib/time/clock.ts'
import { sleep } from '../lib/time/timers.ts'
import type { LocalizedText } from '../messages/localized.ts'
import { sizeMessages } from '../messages/size-messages.ts'
import { bytesOf, storeFiles } from '../store/file/store-condition.ts'
import type { StoreSizes } from '../store/file/store-sizes.ts'

const partNames = [
  'messages',
  'index',
  'vectors',
  'assemblies',
  'steps',
  'other',
  'free',
  'wal',
  'files',
  'workspaces',
  'kept',
  'sessions',
  'backups',
  'upgradeCopies',
  'logs',
  'reserve',
  'rest',
] as const
export type DataPart = (typeof partNames)[number]

/** How much of the disk each part of the data folder takes, in bytes. */
export type DataSizes = Record<DataPart, number>

const folders: [part: DataPart, isPart: (path: string) => boolean][] = [
  ['kept', (path) => /^workspaces\/[^/]+\/\.kept\//.test(path)],
  ['workspaces', (path) => path.startsWith('workspaces/')],
  ['files', (path) => path.startsWith('files/')],
  ['sessions', (path) => path.startsWith('claude/')],
  ['upgradeCopies', (path) => /^backups\/before-[^/]+$/.test(path)],
  ['backups', (path) => path.startsWith('backups/')],
  ['reserve', (path) => path === 'ballast'],
]

/** Adds the sizes of all files. Works with or without a running daemon. */
export async function measureData(
  dataDir: string,
  storeSizes: StoreSizes,
  { log }: Pick<Config, 'log'>,
): Promise<DataSizes> {
  const sizes: DataSizes = { ...noSizes(), ...storeSizes }
  const store = storeFiles(dataDir)
  sizes.wal = bytesOf(store.log)
  for await (const { path, bytes } of filesBelow(dataDir)) {
    if (path === store.database || path === store.log) continue
    const inside = path.slice(dataDir.length + 1).replaceAll(sep, '/')
    const part = isLogFile(path, log.file) ? 'logs' : (folders.find(([, isPart]) => isPart(inside))?.[0] ?? 'rest')
    sizes[part] += bytes
  }
  // The log may be outside the data folder.
  if (log.file !== undefined && !log.file.startsWith(dataDir + sep))
    for await (const { path, bytes } of filesBelow(dirname(log.file)))
      if (isLogFile(path, log.file)) sizes.logs += bytes
  return sizes
}

function noSizes(): DataSizes {
  return Object.fromEntries(partNames.map((name) => [name, 0])) as DataSizes
}

function isLogFile(path: string, log: string | undefined): boolean {
  return log !== undefined && (path === log || path.startsWith(`${log}.`))
}

/** Links are not followed. What disappears meanwhile, or may not be read, counts nothing. */
async function* filesBelow(folder: string): AsyncGenerator<{ path: string; bytes: number }> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield { path, bytes: (await lstat(path).catch(() => undefined))?.size ?? 0 }
  }
}

export interface SizeLine {
  what: LocalizedText
  bytes: number
}

/** What takes up space, the largest first. */
export function listSizes(sizes: DataSizes): SizeLine[] {
  return partNames
    .filter((name) => sizes[name] > 0)
    .map((name) => ({ what: sizeMessages[name], bytes: sizes[name] }))
    .toSorted((a, b) => b.bytes - a.bytes)
}

export interface MeasuredSizes {
  at: Date
  parts: SizeLine[]
}

export interface DataSizesDeps {
  dataDir: string
  /** Undefined if there is none. */
  configFile: string | undefined
  env: NodeJS.ProcessEnv
  /** How this program is started again. */
  program: string[]
  clock: Clock
  log: Log
  firstMs?: number
}

const FIRST_MS = 60_000
const NEXT_MS = 86_400_000
const LIMITS = { timeoutMs: 3_600_000, maxBytes: 100_000 }
const answerSchema = z.record(z.enum(partNames), z.number())

/** Measures once a day in a process of its own, `skein status --sizes`, because reading a large store takes long. */
export function createDataSizes(deps: DataSizesDeps): {
  last(): MeasuredSizes | undefined
  run(signal: AbortSignal): Promise<void>
} {
  const { dataDir, configFile, env, program, clock, log, firstMs = FIRST_MS } = deps
  const complete = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const config = configFile === undefined ? [] : ['--config', configFile]
  const args = [...program, '--data', dataDir, ...config, '--json', 'status', '--sizes']
  let measured: MeasuredSizes | undefined
  return {
    last: () => measured,
    async run(signal) {
      for (let pauseMs = firstMs; ; pauseMs = NEXT_MS) {
        await sleep(pauseMs, signal)
        if (signal.aborted) return
        const { stdout, ...outcome } = await runChild({ file: process.execPath, args, env: complete }, LIMITS, signal)
        const sizes = answerSchema.safeParse(parseJson(stdout)).data
        if (sizes) measured = { at: clock.now(), parts: listSizes(sizes as DataSizes) }
        else if (!signal.aborted) log.warn(outcome, 'the sizes could not be measured')
      }
    },
  }
}
