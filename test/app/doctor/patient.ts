import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { CheckId, Finding } from '../../../src/app/doctor/check.ts'
import { examine } from '../../../src/app/doctor/fixes.ts'
import type { Machine } from '../../../src/app/doctor/machine.ts'
import type { DoctorOptions, RunningDaemon } from '../../../src/app/doctor/subject.ts'
import { placeStore } from '../../support/template-store.ts'

/** An installation that is well until a test breaks it. */
export interface Patient {
  dir: string
  dataDir: string
  configFile: string
  /** With the store, the claude CLI and bwrap of this machine out of sight. */
  env: Record<string, string>
  machine: Partial<Machine>
  daemon: RunningDaemon | undefined
  /** Replaces the configuration. */
  configure(toml: string): void
  /** Puts a file into the folder of the test. */
  put(path: string, content?: string, mode?: number): string
  /** A program that prints this and ends with 0. */
  program(name: string, prints?: string): string
  sql(statement: string, ...values: unknown[]): void
  options(): DoctorOptions
  look(id: CheckId): Promise<Finding[]>
}

export const never = new AbortController().signal

export function createPatient(): Patient {
  const dir = mkdtempSync(join(tmpdir(), 'skein-doctor-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  chmodSync(placeStore(dataDir), 0o600)
  const configFile = join(dir, 'config.toml')
  const put: Patient['put'] = (path, content = '', mode = 0o600) => {
    const file = join(dir, path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, content)
    chmodSync(file, mode)
    return file
  }
  const patient: Patient = {
    dir,
    dataDir,
    configFile,
    env: { HOME: dir, PATH: join(dir, 'bin') },
    machine: {
      zone: 'Europe/Berlin',
      isClockSynchronised: async () => true,
      unit: async () => undefined,
    },
    daemon: undefined,
    configure: (toml) => void put('config.toml', toml),
    put,
    program: (name, prints = '') => put(join('bin', name), `#!/bin/sh\necho '${prints}'\n`, 0o755),
    sql(statement, ...values) {
      const db = new BetterSqlite3(join(dataDir, 'skein.db'))
      db.pragma('foreign_keys = OFF')
      db.prepare(statement).run(...values)
      db.close()
    },
    options: () => ({
      configFile,
      dataDir,
      env: patient.env,
      version: '1.2.3',
      machine: patient.machine,
      daemon: async () => patient.daemon,
    }),
    look: (id) => examine(patient.options(), never, new Set([id])),
  }
  patient.configure('timezone = "Europe/Berlin"\n')
  return patient
}

/** A deliberately broken installation, which a check must notice, and what heals it. */
export interface BrokenSetup {
  id: CheckId
  breaks(patient: Patient): void | Promise<void>
  /** What the printed next step says. Without it, the fix of the check must heal it. */
  heals?(patient: Patient): void | Promise<void>
  /** The check is about something that is gone after it was healed, so it finds nothing any more. */
  endsSilent?: true
}

export const running: RunningDaemon = { pid: process.pid, version: '1.2.3', brain: { name: 'claude' } }
