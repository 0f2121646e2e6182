import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { writeSeal } from '../../../../src/store/file/seal.ts'
import { placeStore } from '../../../support/template-store.ts'
import { type BrokenSetup, type Patient, running } from '../patient.ts'

const store = ({ dataDir }: Patient) => join(dataDir, 'skein.db')
const ago = (ms: number) => Date.now() - ms
const HOUR_MS = 3_600_000

function task({ sql }: Patient, state: string, startedAt: number): void {
  sql(
    `INSERT INTO task (id, kind, chat, lane, person_id, route, state, due_at, deadline_at, created_at, started_at, finished_at)
     VALUES (17, 'reply', 'web:1', 'root:web:1', 1, '{}', ?, 0, 0, ?, ?, ?)`,
    state,
    startedAt,
    startedAt,
    state === 'running' ? null : startedAt,
  )
}

function delivery({ sql }: Patient, state: string, createdAt: number): void {
  sql(
    `INSERT INTO outbox (id, key, message_id, channel, lane, route, kind, part, body, state, due_at, dead_at, created_at)
     VALUES (1, 'notice:1', 1, 'telegram', 'root:telegram:1', '{}', 'notice', 0, 'hello', ?, 0, 0, ?)`,
    state,
    createdAt,
  )
}

function job({ sql }: Patient, failures: number, nextAt: number): void {
  sql(
    `INSERT INTO job (id, kind, source, name, person_id, destinations, due, timezone, text, options, state, next_at, failures, created_at, changed_at)
     VALUES (1, 'task', 'person', 'water the plants', 1, '[]', '{}', 'UTC', 'x', '{}', 'active', ?, ?, 0, 0)`,
    nextAt,
    failures,
  )
}

function usage({ sql }: Patient, brain: string, costMicroUsd: number): void {
  sql(
    `INSERT INTO usage (id, origin, brain, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_micro_usd, at)
     VALUES (1, 'chat', ?, 'grain-7', 100, 20, 0, 0, ?, ?)`,
    brain,
    costMicroUsd,
    Date.now(),
  )
}

const dismissed = "UPDATE task SET state = 'answered', finished_at = 1"
const sent = "UPDATE outbox SET state = 'sent'"
const provider =
  '[providers.far]\nkind = "openai-compatible"\nbase_url = "https://models.example.org/v1"\nmodels.general = "grain-7"\n'

export const storeSetups: BrokenSetup[] = [
  {
    id: 'store.present',
    breaks(patient) {
      rmSync(store(patient))
      writeSeal(`${store(patient)}.seal`, { state: 'void' })
    },
    heals: ({ dataDir }) => void placeStore(dataDir),
  },
  {
    id: 'store.version',
    breaks: ({ sql }) => sql("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)"),
    heals: ({ sql }) => sql("DELETE FROM __drizzle_migrations WHERE hash = 'later'"),
  },
  {
    id: 'store.sound',
    breaks: (patient) => writeFileSync(store(patient), 'this is no database, whatever it is called. '.repeat(400)),
    heals(patient) {
      rmSync(store(patient))
      placeStore(patient.dataDir)
    },
  },
  {
    id: 'store.wal-size',
    breaks(patient) {
      const file = join(patient.dir, 'grown.db')
      copyFileSync(store(patient), file)
      const db = new BetterSqlite3(file)
      db.pragma('journal_mode = WAL')
      db.prepare("INSERT INTO meta (key, value) VALUES ('kept', 'whatever happens')").run()
      // As a killed daemon leaves them.
      for (const suffix of ['', '-wal']) copyFileSync(file + suffix, store(patient) + suffix)
      db.close()
      // SQLite leaves the frames of earlier rounds at the end of its log, and ignores them.
      truncateSync(`${store(patient)}-wal`, 70 * 1024 * 1024)
    },
  },
  {
    id: 'store.log-loss',
    breaks: (patient) => writeSeal(`${store(patient)}.seal`, { state: 'void', trouble: 'gone' }),
    heals: (patient) => writeSeal(`${store(patient)}.seal`, { state: 'void' }),
  },
  {
    id: 'store.damaged-copies',
    breaks: ({ put }) => void put('data/skein.db.damaged-1700000000000', 'x'.repeat(1000)),
    heals: (patient) => rmSync(`${store(patient)}.damaged-1700000000000`),
  },
  {
    id: 'store.leftovers',
    breaks({ put, dataDir }) {
      const old = new Date(ago(48 * HOUR_MS))
      mkdirSync(join(dataDir, 'backups', '.making-abc'), { recursive: true })
      utimesSync(join(dataDir, 'backups', '.making-abc'), old, old)
      utimesSync(put('data/set-here.json.new', '{}'), old, old)
      put('data/.try-young')
    },
  },
  {
    id: 'store.files',
    breaks: ({ sql }) =>
      sql(
        'INSERT INTO message_file (message_id, seq, hash, name) VALUES (1, 0, ?, ?)',
        createHash('sha256').update('photo').digest('hex'),
        'photo.jpg',
      ),
    heals({ put }) {
      const hash = createHash('sha256').update('photo').digest('hex')
      put(join('data/files', hash.slice(0, 2), hash), 'photo')
    },
  },
  {
    id: 'channels.unread',
    breaks: ({ sql }) =>
      sql("INSERT INTO unread (key, channel, account, at, raw) VALUES ('odd', 'telegram', '777', 0, '{}')"),
    heals: ({ sql }) => sql('DELETE FROM unread'),
  },
  {
    id: 'channels.shared-account',
    breaks: ({ sql }) =>
      sql(
        "INSERT INTO channel_memory (channel, account, name, value) VALUES ('talk', 'bot', 'other-daemon', ?)",
        new Date().toISOString(),
      ),
    heals: ({ machine }) => void (machine.now = () => new Date(Date.now() + 8 * 24 * HOUR_MS)),
  },
  {
    id: 'channels.owner',
    breaks: ({ configure }) => configure('[telegram]\ntoken = "777:a-long-enough-token"\n'),
    heals: ({ configure }) => configure('[telegram]\ntoken = "777:a-long-enough-token"\nowner_ids = [42]\n'),
  },
  {
    id: 'channels.owner',
    breaks: ({ configure }) => configure('[telegram]\ntoken = "777:a-long-enough-token"\n'),
    heals({ sql }) {
      sql("INSERT INTO person (id, name, role, created_at) VALUES (1, 'Ana', 'owner', 0)")
      sql(
        "INSERT INTO address (channel, remote_id, person_id, name, created_at) VALUES ('telegram', '42', 1, 'Ana', 0)",
      )
    },
  },
  {
    id: 'service.crashes',
    breaks: ({ sql }) => sql("INSERT INTO instance (pid, started_at, cause) VALUES (4242, 0, 'Error: out of paper')"),
    heals: ({ sql }) => {
      for (let pid = 1; pid <= 3; pid++) sql('INSERT INTO instance (pid, started_at, ended_at) VALUES (?, 0, 1)', pid)
    },
  },
  {
    id: 'work.stuck-tasks',
    breaks: (patient) => task(patient, 'running', ago(3 * HOUR_MS)),
    heals: ({ sql }) => sql(dismissed),
  },
  {
    id: 'work.failed-tasks',
    breaks: (patient) => task(patient, 'failed', ago(HOUR_MS)),
    heals: ({ sql }) => sql('UPDATE task SET dismissed = generation'),
  },
  {
    id: 'work.quarantined',
    breaks(patient) {
      task(patient, 'quarantined', ago(HOUR_MS))
      // More newer ones than are listed.
      patient.sql(
        `WITH RECURSIVE newer (id) AS (SELECT 101 UNION ALL SELECT id + 1 FROM newer WHERE id < 201)
         INSERT INTO task (id, kind, chat, lane, person_id, route, state, due_at, deadline_at, created_at, finished_at)
         SELECT newer.id, kind, chat, lane, person_id, route, 'failed', due_at, deadline_at, created_at, finished_at
         FROM newer, task`,
      )
    },
    heals: ({ sql }) => sql('UPDATE task SET dismissed = generation'),
  },
  {
    id: 'work.dead-letters',
    breaks: (patient) => delivery(patient, 'dead', ago(HOUR_MS)),
    heals: ({ sql }) => sql('UPDATE outbox SET dismissed = 1'),
  },
  {
    id: 'work.held-back',
    breaks: (patient) => delivery(patient, 'held', ago(HOUR_MS)),
    heals: ({ sql }) => sql('UPDATE outbox SET dismissed = 1'),
  },
  {
    id: 'work.late-deliveries',
    breaks: (patient) => delivery(patient, 'retry', ago(2 * HOUR_MS)),
    heals: ({ sql }) => sql(sent),
  },
  {
    id: 'work.drafts',
    breaks: (patient) => delivery(patient, 'drafted', ago(HOUR_MS)),
    heals: ({ sql }) => sql(sent),
  },
  {
    id: 'work.failing-jobs',
    breaks: (patient) => job(patient, 3, Date.now() + HOUR_MS),
    heals: ({ sql }) => sql('UPDATE job SET failures = 0'),
  },
  {
    id: 'work.overdue-jobs',
    breaks: (patient) => job(patient, 0, ago(5 * HOUR_MS)),
    heals: ({ sql }) => sql('UPDATE job SET next_at = ?', Date.now() + HOUR_MS),
  },
  {
    id: 'spending.cap',
    breaks: ({ configure }) => configure('[brain.claude]\napi_key = "a-long-enough-key"\n'),
    heals: ({ configure }) => configure('[brain]\nmonthly_usd = 30\n[brain.claude]\napi_key = "a-long-enough-key"\n'),
  },
  {
    id: 'spending.reached',
    breaks(patient) {
      patient.configure('[brain]\ndaily_usd = 1\n')
      usage(patient, 'claude', 2_000_000)
    },
    heals: ({ configure }) => configure('[brain]\ndaily_usd = 10\n'),
  },
  {
    id: 'spending.prices',
    breaks(patient) {
      patient.configure(provider)
      usage(patient, 'far', 0)
    },
    heals: ({ sql }) => sql('UPDATE usage SET cost_micro_usd = 5'),
  },
  {
    id: 'spending.prices',
    breaks(patient) {
      patient.configure(provider.replace('models.example.org', '[2606:4700::1111]'))
      usage(patient, 'far', 0)
    },
    heals: ({ configure }) => configure(provider.replace('models.example.org', 'models.local')),
  },
  {
    id: 'service.daemon',
    breaks() {},
    heals: (patient) => void (patient.daemon = running),
  },
  {
    id: 'store.library',
    breaks: ({ configure, dir }) => configure(`[library]\nfolders = ["${join(dir, 'notes')}"]\n`),
    heals: ({ dir }) => mkdirSync(join(dir, 'notes')),
  },
  {
    id: 'store.library-pdf',
    breaks: ({ configure }) => configure('[library]\nfolders = ["~/notes"]\n'),
    heals: ({ program }) => void program('bwrap'),
  },
]
