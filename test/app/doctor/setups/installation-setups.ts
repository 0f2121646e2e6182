import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { saveOverrides } from '../../../../src/config/overrides/override-file.ts'
import { machineKeyFile } from '../../../../src/config/secrets/machine-key.ts'
import { changeStoredSecrets } from '../../../../src/config/secrets/stored-secrets.ts'
import { type BrokenSetup, type Patient, running } from '../patient.ts'

const MB = 1024 * 1024
const secret = 'a-long-enough-secret'

/** Whatever the disk of this machine is like. */
function disk(patient: Patient, values: Partial<Record<'type' | 'bavail' | 'files' | 'ffree', number>>): void {
  const usual = { type: 0xef53, bsize: 4096, blocks: 1e7, bfree: 1e7, bavail: 1e7, files: 1e7, ffree: 1e7 }
  patient.machine.fileSystem = () => ({ ...usual, ...values })
}

function moveBehindLink(path: string, dir: string): void {
  mkdirSync(join(dir, 'behind'))
  renameSync(path, join(dir, 'behind', 'file'))
  symlinkSync(join(dir, 'behind', 'file'), path)
}

/** Leaves what a killed update leaves, before or after its journal was begun. */
function interruptUpdate({ put, machine, dir }: Patient, phase: string | undefined, isSwitched: boolean): void {
  machine.programFolder = join(dir, 'program')
  put('program/.cache/update/next/package.json', '{}')
  const [from, to] = [{ version: '1.2.3' }, { version: '1.3.0' }]
  const journal = { format: 1, phase, from, to, isServed: true, switchedAt: new Date(0) }
  if (phase !== undefined) put('program/.cache/update/journal.json', JSON.stringify(journal))
  if (isSwitched) put('program/.cache/update/switched')
}

function keepSecret({ dataDir, env }: Pick<Patient, 'dataDir' | 'env'>, name: string): void {
  changeStoredSecrets({ ...env, SKEIN_DATA: dataDir }, (secrets) => secrets.set(name, secret))
}

export const installationSetups: BrokenSetup[] = [
  {
    id: 'installation.node',
    breaks: ({ machine }) => void (machine.nodeVersion = 'v18.20.4'),
    heals: ({ machine }) => void (machine.nodeVersion = 'v22.1.0'),
  },
  {
    id: 'installation.node',
    breaks: ({ machine }) => void (machine.nodeVersion = 'v33.0.0'),
    heals: ({ machine }) => void (machine.nodeVersion = 'v20.19.0'),
  },
  {
    id: 'installation.open-files',
    breaks: ({ machine }) => void (machine.openFiles = 64),
    heals: ({ machine }) => void (machine.openFiles = 1024),
  },
  {
    id: 'installation.memory',
    breaks: ({ machine }) => void (machine.memoryBytes = 256 * MB),
    heals: ({ machine }) => void (machine.memoryBytes = 2048 * MB),
  },
  {
    id: 'installation.configuration',
    breaks: ({ configure }) => configure('[web]\nprot = 1\n'),
    heals: ({ configure }) => configure('[web]\nport = 8421\n'),
  },
  {
    id: 'installation.settings',
    breaks: ({ put }) => void put('data/set-here.json', 'not json'),
    heals: ({ dataDir }) => rmSync(join(dataDir, 'set-here.json')),
  },
  {
    id: 'installation.profiles',
    breaks({ put, configure }) {
      configure('[assistant]\npersona = "Kind."\n')
      put('data/profile/SOUL.md', '# Manner\nShort.\n')
      put('data/profile/people/1/USER.md', 'not\0text')
      put('data/profile/skills/report/SKILL.md', 'Collect, then write.')
      put('data/profile/rooms/talk-a/ROOM.md/a-file-in-a-folder')
    },
    heals({ dataDir, configure }) {
      configure('')
      rmSync(join(dataDir, 'profile/skills'), { recursive: true })
      rmSync(join(dataDir, 'profile/people'), { recursive: true })
      rmSync(join(dataDir, 'profile/rooms'), { recursive: true })
    },
  },
  {
    id: 'installation.running-version',
    breaks: (patient) => void (patient.daemon = { ...running, version: '1.2.2' }),
    heals: (patient) => void (patient.daemon = running),
  },
  {
    id: 'installation.interrupted-update',
    breaks: (patient) => interruptUpdate(patient, 'switched', true),
    heals: ({ dir }) => rmSync(join(dir, 'program/.cache'), { recursive: true }),
  },
  {
    id: 'installation.interrupted-update',
    breaks: (patient) => interruptUpdate(patient, 'prepared', false),
    heals: ({ dir }) => rmSync(join(dir, 'program/.cache'), { recursive: true }),
  },
  { id: 'installation.interrupted-update', breaks: (patient) => interruptUpdate(patient, undefined, false) },
  {
    id: 'permissions.data-folder',
    breaks({ dataDir, put }) {
      rmSync(dataDir, { recursive: true })
      put('data', 'a file')
    },
    heals: ({ dataDir }) => rmSync(dataDir),
  },
  { id: 'permissions.data-folder-mode', breaks: ({ dataDir }) => chmodSync(dataDir, 0o755) },
  { id: 'permissions.store-files', breaks: ({ dataDir }) => chmodSync(join(dataDir, 'skein.db'), 0o644) },
  {
    id: 'permissions.folders',
    breaks({ dataDir }) {
      mkdirSync(join(dataDir, 'workspaces'))
      chmodSync(join(dataDir, 'workspaces'), 0o777)
    },
  },
  { id: 'permissions.configuration', breaks: ({ configFile }) => chmodSync(configFile, 0o602) },
  {
    id: 'permissions.configuration',
    breaks({ configFile, dir }) {
      chmodSync(configFile, 0o602)
      moveBehindLink(configFile, dir)
    },
  },
  {
    id: 'permissions.secret-files',
    breaks({ configure, put, dir }) {
      moveBehindLink(put('token', secret, 0o644), dir)
      configure('[telegram]\ntoken = "file:token"\n')
    },
  },
  {
    id: 'permissions.secret-files',
    breaks({ configure, put }) {
      put('token', secret, 0o644)
      configure('[telegram]\ntoken = "file:token"\n')
    },
  },
  {
    id: 'permissions.secret-files',
    breaks({ configure, configFile }) {
      configure(`[telegram]\ntoken = "${secret}"\n`)
      chmodSync(configFile, 0o644)
    },
  },
  {
    id: 'permissions.owner',
    breaks: ({ machine, dataDir }) => void (machine.userId = statSync(dataDir).uid + 1),
    heals: ({ machine, dataDir }) => void (machine.userId = statSync(dataDir).uid),
  },
  {
    id: 'permissions.folder-above',
    breaks: ({ dir }) => chmodSync(dir, 0o777),
    heals: ({ dir }) => chmodSync(dir, 0o755),
  },
  { id: 'permissions.claude-sign-in', breaks: ({ put }) => void put('data/claude/.credentials.json', '{}', 0o644) },
  {
    id: 'disk.space',
    breaks: (patient) => disk(patient, { bavail: 1000 }),
    heals: (patient) => disk(patient, {}),
  },
  {
    id: 'disk.inodes',
    breaks: (patient) => disk(patient, { ffree: 12 }),
    heals: (patient) => disk(patient, {}),
  },
  {
    id: 'disk.temporary-files',
    breaks: ({ machine, dir }) => void (machine.temporaryFolder = join(dir, 'tmp')),
    heals: ({ dir }) => mkdirSync(join(dir, 'tmp')),
  },
  {
    id: 'disk.reserve',
    breaks(patient) {
      patient.daemon = running
      patient.configure('[disk]\nballast_mb = 1\n')
    },
    heals: ({ put }) => void put('data/ballast', 'x'.repeat(MB)),
  },
  {
    id: 'disk.log-file',
    breaks({ configure, dataDir }) {
      configure('[log]\nfile = "skein.log"\n')
      mkdirSync(join(dataDir, 'skein.log'))
    },
    heals: ({ configure }) => configure('[log]\nfile = "logs/skein.log"\n'),
  },
  {
    id: 'store.file-system',
    breaks: (patient) => disk(patient, { type: 0x01021994 }),
    heals: (patient) => disk(patient, {}),
  },
  {
    id: 'store.file-system',
    breaks: (patient) => disk(patient, { type: 0x6969 }),
    heals: (patient) => disk(patient, {}),
  },
  {
    id: 'clock.time',
    breaks: ({ sql }) =>
      sql(
        "INSERT INTO meta (key, value) VALUES ('steady_anchor', ?)",
        JSON.stringify({ steady: 1, wall: Date.now() + 86_400_000, mono: 1 }),
      ),
    heals: ({ machine }) => void (machine.now = () => new Date(Date.now() + 2 * 86_400_000)),
  },
  {
    id: 'clock.synchronised',
    breaks: ({ machine }) => void (machine.isClockSynchronised = async () => false),
    heals: ({ machine }) => void (machine.isClockSynchronised = async () => true),
  },
  {
    id: 'clock.zone',
    breaks({ machine, configure }) {
      machine.zone = 'UTC'
      configure('')
    },
    heals: ({ configure }) => configure('timezone = "Asia/Tokyo"\n'),
  },
  {
    id: 'clock.zone',
    breaks({ machine, configure }) {
      machine.zone = 'UTC'
      configure('')
    },
    heals: ({ dataDir }) => saveOverrides(dataDir, new Map([['timezone', { value: 'UTC', file: null }]])),
  },
  {
    id: 'clock.jump',
    breaks: (patient) => void (patient.daemon = { ...running, clockJump: { at: new Date(), byMs: -3_600_000 } }),
    heals: (patient) => void (patient.daemon = running),
  },
  {
    id: 'secrets.checkout',
    breaks({ configure, dir }) {
      configure(`[telegram]\ntoken = "${secret}"\n`)
      mkdirSync(join(dir, '.git'))
    },
    heals({ configure, env }) {
      env.TOKEN = secret
      configure('[telegram]\ntoken = "env:TOKEN"\n')
    },
  },
  {
    id: 'secrets.stored',
    breaks: ({ configure }) => configure('[telegram]\ntoken = "secret:bot"\n'),
    heals: ({ dataDir, env }) => keepSecret({ dataDir, env }, 'bot'),
  },
  {
    id: 'secrets.stored',
    breaks({ configure, dataDir, env }) {
      keepSecret({ dataDir, env }, 'bot')
      configure('[telegram]\ntoken = "secret:bot"\n')
      renameSync(machineKeyFile(env), `${machineKeyFile(env)}.lost`)
    },
    heals: ({ env }) => renameSync(`${machineKeyFile(env)}.lost`, machineKeyFile(env)),
  },
  {
    id: 'permissions.stored-secrets',
    breaks({ dataDir, env }) {
      keepSecret({ dataDir, env }, 'bot')
      chmodSync(machineKeyFile(env), 0o644)
    },
  },
  {
    id: 'secrets.backups',
    breaks: ({ configure }) => configure('[backup]\nsecrets = true\n'),
    heals: ({ configure }) => configure(`[backup]\nsecrets = true\npassphrase = "${secret}"\n`),
  },
  {
    id: 'secrets.short',
    breaks: ({ configure }) => configure('[brain.claude]\napi_key = "abc"\n'),
    heals: ({ configure }) => configure(`[brain.claude]\napi_key = "${secret}"\n`),
  },
  {
    id: 'secrets.addresses',
    breaks: ({ configure }) => configure('[brain.claude]\nbase_url = "https://ana:geheim@proxy.test"\n'),
    heals: ({ configure }) => configure('[brain.claude]\nbase_url = "https://proxy.test"\n'),
  },
  {
    id: 'secrets.command-lines',
    breaks: ({ configure }) => configure('[mcp.cal]\ncommand = ["cal", "--api-key=abcdef"]\n'),
    heals: ({ configure }) => configure('[mcp.cal]\ncommand = ["cal"]\n'),
  },
]
