import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { readConfig } from '../../config/load.ts'
import { defaultPaths } from '../../config/paths.ts'
import { reasonOf } from '../../domain/errors.ts'
import type { AnyText } from '../../messages/localized.ts'
import { openReadOnly } from '../../store/database.ts'
import { compareSchema } from '../../store/file/migrate.ts'
import type { Stall } from '../../tasks/health/stall-watch.ts'
import type { ClockJump } from '../../tasks/health/timekeeper.ts'
import type { BrainTrouble } from '../../tasks/reports/overview.ts'
import type { ReportedRunner } from '../../tasks/reports/runner-report.ts'
import { createMachine, type Machine } from './machine.ts'

export interface DoctorOptions {
  /** Undefined means the default file, which may not exist. */
  configFile: string | undefined
  dataDir: string
  env: NodeJS.ProcessEnv
  /** The version of this program. */
  version: string
  /** What the running daemon says about itself; undefined if none runs. */
  daemon(): Promise<RunningDaemon | undefined>
  machine?: Partial<Machine>
}

/** A part of its overview. A daemon of another version may know less. */
export interface RunningDaemon {
  pid: number
  version?: string
  brain: { name: string; banner?: AnyText; trouble?: BrainTrouble }
  safeMode?: boolean
  clockJump?: ClockJump
  worstStall?: Stall
  runners?: ReportedRunner[]
}

/** What the checks look at. They see the configuration as the file is now, which may differ from what is running. */
export interface Subject extends Required<Omit<DoctorOptions, 'machine' | 'configFile'>> {
  /** The file, whether or not it exists. */
  configPath: string
  config: Config | undefined
  /** Why the configuration cannot be read. */
  configProblem: AnyText | undefined
  /** Whether models run in this installation. False for a daemon that has runners for that. */
  runsModels: boolean
  store: StoreState
  machine: Machine
  /** For checks that look at several answers to the same question: it is asked once. */
  once<T>(question: string, ask: () => Promise<T>): Promise<T>
}

export type StoreState =
  | { status: 'missing'; file: string }
  /** `older`: the next start upgrades it. */
  | { status: 'ready' | 'older' | 'newer'; file: string }
  | { status: 'unreadable'; file: string; why: AnyText }

/** Reads the configuration and the version of the store. Neither has to be sound. */
export function openSubject({ configFile, machine, ...options }: DoctorOptions): Subject {
  const answers = new Map<string, Promise<unknown>>()
  const found = tryConfig(configFile, options)
  return {
    ...options,
    ...found,
    runsModels: found.config?.runners.url === undefined || existsSync(join(options.dataDir, 'runner', 'runner.json')),
    configPath: configFile ?? defaultPaths(options.env).config,
    store: stateOfStore(join(options.dataDir, 'skein.db')),
    machine: { ...createMachine(), ...machine },
    once<T>(question: string, ask: () => Promise<T>) {
      const known = answers.get(question) ?? ask()
      answers.set(question, known)
      return known as Promise<T>
    },
  }
}

function tryConfig(
  configFile: string | undefined,
  { dataDir, env }: Pick<DoctorOptions, 'dataDir' | 'env'>,
): Pick<Subject, 'config' | 'configProblem'> {
  try {
    return { config: readConfig({ configFile, dataDir }, env), configProblem: undefined }
  } catch (error) {
    return { config: undefined, configProblem: reasonOf(error) }
  }
}

function stateOfStore(file: string): StoreState {
  if (!existsSync(file)) return { status: 'missing', file }
  try {
    const db = openReadOnly(file)
    try {
      return { status: compareSchema(db), file }
    } finally {
      db.close()
    }
  } catch (error) {
    return { status: 'unreadable', file, why: reasonOf(error) }
  }
}
