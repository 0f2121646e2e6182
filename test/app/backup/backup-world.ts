import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type BackupOptions, makeBackup } from '../../../src/app/backup/backup.ts'
import type { RestoreDeps } from '../../../src/app/backup/restore.ts'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { ensurePlace } from '../../../src/store/messages/chats.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { ensureOwner } from '../../../src/store/people/people.ts'
import { placeStore } from '../../support/template-store.ts'
import { createTestClock } from '../../support/test-clock.ts'

const chat = makeChatId('web', 'house')
export const SECRET = 'sk-canary-8d11'

/** A data directory as a daemon leaves it, with a configuration, files, a workspace and sessions. */
export function createBackupWorld({ messages = 200, cleanUp = onTestFinished } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-backup-'))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const configFile = join(folder, 'config.toml')
  const write = (path: string, content: string | Buffer, mode = 0o600) => {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(path, content, { mode })
  }
  mkdirSync(data, { mode: 0o700 })
  const clock = createTestClock()
  const db = openDatabase(placeStore(data))
  const owner = ensureOwner(db, 'Ana', clock.now())
  db.transaction(() => {
    const place = { id: chat, title: 'House', audience: 'private', personId: owner.id } as const
    ensurePlace(db, { ...place, owner: { channel: 'web', id: 'owner' } }, rootLane(chat), clock.now())
    for (let n = 0; n < messages; n++) insertLine(db, n)
  })
  db.close()
  write(configFile, `# used to be ${SECRET}\n[brain.claude]\napi_key = "${SECRET}"\n[web]\nport = 8421\n`)
  write(join(data, 'telegram-token'), `${SECRET}\n`)
  write(
    join(data, 'set-here.json'),
    JSON.stringify({
      keys: {
        'telegram.token': { value: `file:${data}/telegram-token`, file: null },
        'brain.claude.oauth_token': { value: SECRET, file: null },
        'workers.max': { value: 2, file: null },
      },
    }),
  )
  const hash = 'ab'.repeat(32)
  write(join(data, 'files/ab', hash), randomBytes(40_000))
  write(join(data, 'files/incoming/half'), 'half')
  write(join(data, 'workspaces/web-house/notes/plan.md'), 'the plan')
  write(join(data, 'workspaces/web-house/run.sh'), '#!/bin/sh\n', 0o700)
  write(join(data, 'workspaces/web-house/Straße – ß/ü.txt'), 'x'.repeat(300_000))
  write(join(data, 'workspaces/web-house', 'long'.repeat(40), 'long'.repeat(40), 'deep.txt'), '')
  write(join(data, 'workspaces/turn/scratch'), 'not kept')
  write(join(data, 'profile/people/1/USER.md'), 'Ana is left-handed.\n')
  write(join(data, 'claude/projects/-house/session.jsonl'), '{"session":1}\n')
  write(join(data, 'claude/.credentials.json'), `{"token":"${SECRET}"}`)

  const env = { HOME: folder }
  const signal = new AbortController().signal
  return {
    folder,
    data,
    configFile,
    clock,
    env,
    hash,
    backup: (options: Partial<BackupOptions> = {}) =>
      makeBackup({
        dataDir: data,
        configFile,
        env,
        to: join(folder, 'out'),
        withSecrets: false,
        nightly: false,
        encryption: undefined,
        version: '0.1.0',
        clock,
        signal,
        progress() {},
        ...options,
      }),
  }
}

export function restoring(keys: RestoreDeps['keys'] = {}, env: NodeJS.ProcessEnv = {}): RestoreDeps {
  return { keys, signal: new AbortController().signal, progress() {}, env }
}

export function insertLine(db: Parameters<typeof insertMessage>[0], n: number): void {
  insertMessage(
    db,
    {
      chat,
      lane: rootLane(chat),
      author: 'human',
      kind: 'conversation',
      origin: 'chat',
      trust: 'owner',
      name: 'Ana',
      at: new Date(1_767_000_000_000 + n * 60_000),
      receivedAt: new Date(1_767_000_000_000 + n * 60_000),
      text: `The roof leaks at spot ${n}. ${'Please look. '.repeat(n % 7)}`,
      gapMs: 1_800_000,
      files: [],
    },
    [`key:${n}`],
  )
}
