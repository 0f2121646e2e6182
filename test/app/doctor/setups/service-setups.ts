import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { updateRecord } from '../../../../src/app/backup/backup-record.ts'
import { lockDirectory } from '../../../../src/store/file/data-dir.ts'
import { type BrokenSetup, type Patient, running } from '../patient.ts'

const DAY_MS = 86_400_000
const wellUnit = { LoadState: 'loaded', ActiveState: 'active', UnitFileState: 'enabled', WatchdogUSec: '1min' }
const failure = { sentence: 'Claude is overloaded.', until: new Date(Date.now() + 60_000) }

/** What became of a backup, as the nightly one records it. */
function record(patient: Patient, change: Parameters<typeof updateRecord>[1]): void {
  mkdirSync(join(patient.dir, 'nas'), { recursive: true })
  patient.configure(`[backup]\nto = "${join(patient.dir, 'nas')}"\n`)
  updateRecord(patient.dataDir, change)
}

const archive = (patient: Patient) => join(patient.dir, 'nas', 'skein-2026.tar.gz')
const made = (patient: Patient, at = new Date()) => ({ at, archive: archive(patient), bytes: 5, sha256: 'x' })

/** A process with the mark by which those of the claude CLI are known. */
function leaveProcess({ dataDir }: Patient): void {
  const mark = createHash('sha256').update(join(dataDir, 'run')).digest('hex').slice(0, 16)
  const child = spawn('sleep', ['600'], { env: { PATH: '/usr/bin:/bin', SKEIN_TREE: `${mark}.test` }, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
}

export const serviceSetups: BrokenSetup[] = [
  {
    id: 'service.daemon',
    breaks(patient) {
      const lock = lockDirectory(patient.dataDir)
      onTestFinished(() => lock.release())
    },
    heals: (patient) => void (patient.daemon = running),
  },
  {
    id: 'service.unit',
    breaks: ({ machine }) => void (machine.unit = async () => ({ LoadState: 'not-found' })),
    heals: ({ machine }) => void (machine.unit = async () => wellUnit),
  },
  {
    id: 'service.unit',
    breaks: ({ machine }) => void (machine.unit = async () => ({ ...wellUnit, ActiveState: 'failed' })),
    heals: ({ machine }) => void (machine.unit = async () => wellUnit),
  },
  {
    id: 'service.unit',
    breaks: ({ machine }) => void (machine.unit = async () => ({ ...wellUnit, UnitFileState: 'disabled' })),
    heals: ({ machine }) => void (machine.unit = async (_name, isUser) => (isUser ? wellUnit : {})),
  },
  {
    id: 'service.watchdog',
    breaks: ({ machine }) => void (machine.unit = async () => ({ ...wellUnit, WatchdogUSec: '0' })),
    heals: ({ machine }) => void (machine.unit = async () => wellUnit),
  },
  {
    id: 'service.root',
    breaks(patient) {
      patient.daemon = running
      patient.machine.ownerOf = () => 0
    },
    heals: ({ machine }) => void (machine.ownerOf = () => 999),
  },
  {
    id: 'service.pauses',
    breaks: (patient) =>
      void (patient.daemon = { ...running, worstStall: { at: new Date(), ms: 4200, work: 'searching' } }),
    heals: (patient) => void (patient.daemon = running),
  },
  {
    id: 'service.safe-mode',
    breaks: (patient) => void (patient.daemon = { ...running, safeMode: true }),
    heals: (patient) => void (patient.daemon = { ...running, safeMode: false }),
  },
  { id: 'service.leftover-processes', breaks: leaveProcess },
  { id: 'service.socket', breaks: ({ dataDir }) => writeFileSync(join(dataDir, 'skein.sock'), '') },
  {
    id: 'models.trouble',
    breaks: (patient) => void (patient.daemon = { ...running, brain: { name: 'claude', trouble: failure } }),
    heals: (patient) => void (patient.daemon = running),
  },
  {
    id: 'models.default',
    breaks: () => {},
    heals({ configure, program }) {
      configure('[brain.claude]\napi_key = "a-long-enough-key"\n')
      program('claude', '2.1.300 (Claude Code)')
    },
  },
  {
    id: 'models.claude',
    breaks: ({ configure }) => configure('[brain]\ndefault = "claude"\n'),
    heals({ configure, program }) {
      configure('[brain]\ndefault = "claude"\n[brain.claude]\napi_key = "a-long-enough-key"\n')
      program('claude', '2.1.300 (Claude Code)')
    },
  },
  ...['2.0.1', '2.2.0'].map(
    (version): BrokenSetup => ({
      id: 'models.claude-version',
      breaks({ configure, program }) {
        configure('[brain.claude]\napi_key = "a-long-enough-key"\n')
        program('claude', `${version} (Claude Code)`)
      },
      heals: ({ program }) => void program('claude', '2.1.300 (Claude Code)'),
    }),
  ),
  {
    id: 'models.tools',
    breaks: ({ configure }) => configure('[mcp.cal]\ncommand = ["/nowhere/cal"]\n'),
    heals: ({ configure }) => configure('[providers.near]\nkind = "ollama"\nmodels.general = "grain-7"\n'),
  },
  {
    id: 'sandbox.bwrap',
    breaks() {},
    heals: ({ program }) => void program('bwrap'),
  },
  {
    id: 'sandbox.cli-tools',
    breaks() {},
    heals: ({ configure }) => configure('[brain.claude]\ntools = []\n'),
  },
  {
    id: 'channels.voice',
    breaks: ({ configure }) => configure('[telegram.voice]\ncommand = ["whisper-cli", "{file}"]\n'),
    heals: ({ program }) => void program('whisper-cli'),
  },
  {
    id: 'channels.page-encryption',
    breaks: ({ configure }) => configure('[web]\nbind = "192.168.1.20"\n'),
    heals: ({ configure }) => configure('[web]\nport = 8420\n'),
  },
  {
    id: 'backups.last',
    breaks: () => {},
    heals: (patient) => record(patient, { backup: made(patient) }),
  },
  {
    id: 'backups.last',
    breaks: (patient) => record(patient, { failure: { at: new Date(), why: 'the disk is full' } }),
    heals: (patient) => record(patient, { failure: undefined, backup: made(patient) }),
  },
  {
    id: 'backups.last',
    breaks: (patient) => record(patient, { backup: made(patient, new Date(Date.now() - 3 * DAY_MS)) }),
    heals: (patient) => record(patient, { backup: made(patient) }),
  },
  {
    id: 'backups.rehearsal',
    breaks: (patient) => record(patient, { backup: made(patient) }),
    heals: (patient) => record(patient, { rehearsal: { at: new Date(), archive: archive(patient) } }),
  },
  {
    id: 'backups.rehearsal',
    breaks: (patient) => record(patient, { rehearsal: { at: new Date(), archive: archive(patient), why: 'damaged' } }),
    heals: (patient) => record(patient, { rehearsal: { at: new Date(), archive: archive(patient) } }),
  },
  {
    id: 'backups.folder',
    breaks: ({ configure, dir }) => configure(`[backup]\nto = "${join(dir, 'nas')}"\n`),
    heals: ({ dir }) => mkdirSync(join(dir, 'nas')),
  },
  {
    id: 'backups.command',
    breaks: ({ configure }) => configure('[backup]\ncommand = ["rclone", "copy", "{archive}", "nas:"]\n'),
    heals: ({ program }) => void program('rclone'),
  },
  {
    id: 'backups.command',
    breaks({ configure, program }) {
      configure('[backup]\ncommand = ["rclone", "copy"]\n')
      program('rclone')
    },
    heals: ({ configure }) => configure('[backup]\ncommand = ["rclone", "copy", "{archive}", "nas:"]\n'),
  },
  {
    id: 'backups.archive',
    breaks: (patient) => record(patient, { nightly: made(patient) }),
    heals: ({ put }) => void put('nas/skein-2026.tar.gz', '12345'),
  },
  {
    id: 'backups.other-disk',
    breaks: (patient) => record(patient, {}),
    heals: ({ machine, dataDir }) => void (machine.diskOf = (path) => (path === dataDir ? 1 : 2)),
  },
  {
    id: 'backups.encryption',
    breaks: ({ configure }) => configure('[backup]\ncommand = ["rclone", "copy", "{archive}", "nas:"]\n'),
    heals: ({ configure }) =>
      configure('[backup]\npassphrase = "a-long-passphrase"\ncommand = ["rclone", "copy", "{archive}", "nas:"]\n'),
  },
]
